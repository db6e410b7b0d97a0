import type { Language } from '../../../../platform/language/languages.ts';

/** The names of the mails that files can replace. */
export const templateNames = [
  'customer-created',
  'customer-status',
  'customer-message',
  'operator-created',
  'operator-status',
  'operator-digest',
] as const;

export type TemplateName = (typeof templateNames)[number];

/** A mail about an example request. */
export interface MailPreview {
  readonly subject: string;
  readonly text: string;
  /** A whole document, or null when the mail has only text. */
  readonly html: string | null;
  /** Whether a file of the host has replaced the built-in mail. */
  readonly isReplaced: boolean;
}

export interface MailPreviews {
  /** `fault`: what is wrong with the file of the host, in one sentence. */
  show(template: TemplateName, language: Language): Promise<MailPreview | { readonly fault: string }>;
}
