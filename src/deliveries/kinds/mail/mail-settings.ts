import { z } from 'zod';
import { languages } from '../../../platform/language/languages.ts';
import { emailAddress, trimmedText } from '../../../platform/shapes/values.ts';
import type { EventType } from '../../ledger/delivery.ts';
import { defaultHour, mailPaces, mostRecipients } from './mail-choices.ts';
import { isTimeZone } from './time-zone.ts';

/** The name and the address are separate, so that neither can be parsed as the other. */
export const mailbox = z.object({ name: z.string(), address: z.string() });

export type Mailbox = z.infer<typeof mailbox>;

/** The settings that the API shows. A mail channel has no secrets. */
export const mailSettings = z.discriminatedUnion('audience', [
  z.object({
    audience: z.literal('operators'),
    language: z.enum(languages),
    to: z.array(mailbox).min(1),
    /** `daily`: one mail at `hour` with all requests since the previous mail, if there are any. */
    pace: z.enum(mailPaces),
    hour: z.int().min(0).max(23),
    /** An IANA name. */
    timeZone: z.string(),
  }),
  z.object({
    audience: z.literal('customers'),
    language: z.enum(languages),
    /** Whether operators may write to customers. */
    messages: z.boolean(),
  }),
]);

export type MailSettings = z.infer<typeof mailSettings>;

/** Whether operators may write to customers through a channel with these settings. */
export function allowsMessages(settings: MailSettings): boolean {
  return settings.audience === 'customers' && settings.messages;
}

/** Whether a channel has a type to send. The table of channels has the same check. */
export function sendsMail(types: readonly EventType[], settings: MailSettings): boolean {
  return types.length > 0 || allowsMessages(settings);
}

export function isDaily(settings: MailSettings): boolean {
  return settings.audience === 'operators' && settings.pace === 'daily';
}

const language = z.enum(languages).default('en').describe('The language of the mails');

const timeZone = z
  .string()
  .refine(isTimeZone, 'Must be the name of a time zone')
  .default('UTC')
  .describe('An IANA name, such as Europe/Berlin');

const enteredMailbox = z.strictObject({
  // The name is part of a mail header, which is one line.
  name: z.union([z.literal(''), trimmedText(200).regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'One line')]).default(''),
  address: emailAddress,
});

/** The settings of a mail channel as an owner enters them. */
export const enteredMailSettings = z.discriminatedUnion('audience', [
  z.strictObject({
    audience: z.literal('operators'),
    language,
    to: z.array(enteredMailbox).min(1).max(mostRecipients),
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
