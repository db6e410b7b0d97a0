import type { Language } from '../../../platform/language/languages.ts';
import type { MailPreview } from './mail-shapes.ts';

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

/** A mail about an example request. `html`: a whole document, or null when the mail has only text. */
export type ExampleMail = Omit<MailPreview, 'hasHtml'> & { readonly html: string | null };

export interface MailPreviews {
  /** `fault`: the fault in the file of the host, as one sentence. */
  show(template: TemplateName, language: Language): Promise<ExampleMail | { readonly fault: string }>;
}
