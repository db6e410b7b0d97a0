import type { MailMessage } from './mail-message.ts';
import type { Mailbox } from './mail-settings.ts';

export interface OutgoingMail {
  /** Without angle brackets. The same at each try. */
  readonly messageId: string;
  readonly from: Mailbox;
  readonly message: MailMessage;
}

/** What a server answered to a whole message. */
interface MailAccepted {
  readonly response: string;
  /** Addresses that it refused, beside others that it took. */
  readonly rejected: readonly string[];
}

/** Rejects with a MailError. */
export interface MailTransport {
  send(mail: OutgoingMail, signal: AbortSignal): Promise<MailAccepted>;
  /** Connects and signs in, and sends nothing. */
  verify(): Promise<void>;
  close(): Promise<void>;
}

/** A mail that no server has acknowledged. */
export class MailError extends Error {
  override readonly name = 'MailError';
  /** That the server gave; null when it gave none. */
  readonly status: number | null;
  readonly response: string | null;
  /** Nothing refused it, and all of it was on its way: the server may have it. */
  readonly isUncertain: boolean;
  /** The server would answer the same to another try. */
  readonly isFinal: boolean;
  /** It refused the recipients, and nothing else. */
  readonly isOfRecipients: boolean;

  constructor(
    cause: unknown,
    facts: Pick<MailError, 'status' | 'response' | 'isUncertain' | 'isFinal' | 'isOfRecipients'>,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.status = facts.status;
    this.response = facts.response;
    this.isUncertain = facts.isUncertain;
    this.isFinal = facts.isFinal;
    this.isOfRecipients = facts.isOfRecipients;
  }
}
