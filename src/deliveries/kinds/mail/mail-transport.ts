import { z } from 'zod';
import { type Mailbox, mailbox } from './mail-settings.ts';

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

export interface OutgoingMail {
  /** Without angle brackets. The same at each attempt. */
  readonly messageId: string;
  readonly from: Mailbox;
  readonly message: Omit<MailMessage, 'logo'>;
  /** A WebP that the HTML shows, or null. */
  readonly logo: Buffer | null;
}

/** The server's response to a whole message. */
interface MailAccepted {
  readonly response: string;
  /** The recipients that the server rejected, or cannot take, when it accepted others. */
  readonly rejected: readonly string[];
}

export interface SmtpCredentials {
  readonly user: string;
  readonly pass: string;
}

/** Calls reject with a `MailError`. */
export interface MailTransport {
  send(mail: OutgoingMail, signal: AbortSignal): Promise<MailAccepted>;
  /** Connects and authenticates, without sending a mail. */
  verify(): Promise<void>;
  close(): Promise<void>;
}

/** The server has not acknowledged the mail, or `verify` failed. */
export class MailError extends Error {
  override readonly name = 'MailError';
  /** The status code of the response, or null without a response. */
  readonly status: number | null;
  readonly response: string | null;
  /** True when the whole mail was handed over without a rejection, so that the server may have it. */
  readonly isUncertain: boolean;
  /** True when another try would get the same response. */
  readonly isFinal: boolean;
  /** True when the server rejected only the recipients. */
  readonly isOfRecipients: boolean;
  /** True when the server does not offer SMTPUTF8, which an address needs. */
  readonly needsUtf8: boolean;

  constructor(
    cause: unknown,
    facts: Pick<MailError, 'status' | 'response' | 'isUncertain' | 'isFinal' | 'isOfRecipients' | 'needsUtf8'>,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.status = facts.status;
    this.response = facts.response;
    this.isUncertain = facts.isUncertain;
    this.isFinal = facts.isFinal;
    this.isOfRecipients = facts.isOfRecipients;
    this.needsUtf8 = facts.needsUtf8;
  }
}
