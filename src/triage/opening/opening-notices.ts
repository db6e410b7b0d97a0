import type { Language } from '../../platform/language/languages.ts';

interface AskedNotice {
  readonly email: string;
  readonly language: Language;
  /** The network that the request came from. */
  readonly network: string;
}

/** "Tell me when it opens" (S19). Calls reject when the database cannot be reached. */
export interface OpeningNotices {
  /** Stores the address and mails it a link, once for each address, whether or not it was stored before. */
  ask(asked: AskedNotice): Promise<'asked' | 'too-many'>;
  /** Resolves with null when the link leads to no address. */
  find(token: string): Promise<{ readonly isConfirmed: boolean } | null>;
  /** Resolves with false when the link leads to no address. */
  confirm(token: string): Promise<boolean>;
  /** Deletes the address. Resolves with false only for a forged token, so that it can be repeated. */
  withdraw(token: string): Promise<boolean>;
}
