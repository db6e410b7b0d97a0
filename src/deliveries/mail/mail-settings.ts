import { z } from 'zod';
import { languages } from '../../language/languages.ts';

/** Of the mails of one channel. */
export const mostRecipients = 20;

export const mailPaces = ['each', 'daily'] as const;

/** A name and an address apart, so that neither can become the other. */
export const mailbox = z.object({ name: z.string(), address: z.string() });

export type Mailbox = z.infer<typeof mailbox>;

/** What anybody who sees the channel may read. A channel by mail has no secrets. */
export const mailSettings = z.discriminatedUnion('audience', [
  z.object({
    audience: z.literal('operators'),
    language: z.enum(languages),
    to: z.array(mailbox).min(1),
    /** `daily`: one mail at `hour` with all that came since the one before, where anything did. */
    pace: z.enum(mailPaces),
    hour: z.int().min(0).max(23),
    /** IANA's name. */
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
