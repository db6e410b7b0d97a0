import { z } from 'zod';
import { languages } from '../../../platform/language/languages.ts';
import type { EventType } from '../../ledger/delivery.ts';
import { mailPaces } from './mail-choices.ts';

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
