import { z } from 'zod';
import { mailbox } from './mail-settings.ts';

/** A composed mail, kept with its delivery as JSON. */
export const mailMessage = z.object({
  to: z.array(mailbox),
  replyTo: mailbox.nullable(),
  subject: z.string(),
  text: z.string(),
  html: z.string().nullable(),
  /** Where the reader stops such mails. */
  unsubscribe: z.string().nullable(),
});

export type MailMessage = z.infer<typeof mailMessage>;
