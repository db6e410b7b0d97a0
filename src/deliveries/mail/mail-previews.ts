import type { Language } from '../../language/languages.ts';

/** The mails that there are; files may replace them. */
export const templateNames = [
  'customer-created',
  'customer-status',
  'customer-message',
  'operator-created',
  'operator-status',
  'operator-digest',
] as const;

export type TemplateName = (typeof templateNames)[number];

/** A mail about a request that nobody has sent. */
export interface MailPreview {
  readonly subject: string;
  readonly text: string;
  /** A whole document; null for a mail that is text alone. */
  readonly html: string | null;
  /** Whether a file of the host's has taken the place of what is built in. */
  readonly isReplaced: boolean;
}

export interface MailPreviews {
  /** `fault`: what is wrong with the file that takes its place, in one sentence. */
  show(template: TemplateName, language: Language): Promise<MailPreview | { readonly fault: string }>;
}
