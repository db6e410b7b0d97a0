import { z } from 'zod';
import { languages } from '../../../platform/language/languages.ts';
import { emailAddress, trimmedText } from '../../../platform/shapes/values.ts';
import { defaultHour, mailPaces, mostRecipients } from './mail-choices.ts';
import { isTimeZone } from './time-zone.ts';

const language = z.enum(languages).default('en').describe('The language of the mails');

const timeZone = z
  .string()
  .refine(isTimeZone, 'Must be the name of a time zone')
  .default('UTC')
  .describe('An IANA name, such as Europe/Berlin');

const mailbox = z.strictObject({
  // The name is part of a mail header, which is one line.
  name: z.union([z.literal(''), trimmedText(200).regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'One line')]).default(''),
  address: emailAddress,
});

/** The settings of a mail channel as an owner enters them. */
export const enteredMailSettings = z.discriminatedUnion('audience', [
  z.strictObject({
    audience: z.literal('operators'),
    language,
    to: z.array(mailbox).min(1).max(mostRecipients),
    pace: z
      .enum(mailPaces)
      .default('each')
      .describe('`each`: one mail for each request. `daily`: one mail a day for all requests'),
    hour: z.int().min(0).max(23).default(defaultHour).describe('The hour of the daily mail'),
    timeZone,
  }),
  z.strictObject({
    audience: z.literal('customers'),
    language,
    messages: z.boolean().default(true).describe('Whether operators may write to customers'),
  }),
]);
