import { z } from 'zod';
import { mailbox } from './mail-settings.ts';

/** A composed mail, stored with its delivery as JSON. */
export const mailMessage = z.object({
  to: z.array(mailbox),
  replyTo: mailbox.nullable(),
  subject: z.string(),
  text: z.string(),
  html: z.string().nullable(),
  /** Names the picture of the studio that the HTML shows. */
  logo: z.string().optional(),
  /** The URL where the reader can stop such mails, or null. */
  unsubscribe: z.string().nullable(),
  /** Set where a POST to that URL is enough (RFC 8058). */
  unsubscribesByPost: z.literal(true).optional(),
});

export type MailMessage = z.infer<typeof mailMessage>;
