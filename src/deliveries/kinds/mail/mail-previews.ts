import type { ShownStatus } from '../../../events/status-links/shown-status.ts';
import type { Language } from '../../../platform/language/languages.ts';
import type { OwnMails } from '../../../studio/document/mails.ts';
import type { Studio as StudioDocument } from '../../../studio/document/studio.ts';
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

/** The mails to customers by what they announce, as the studio names them for words of its own. */
export type MailKind = Exclude<keyof OwnMails, 'signature'>;

/** The mail that is shown. */
export interface MailExample {
  readonly template: TemplateName;
  readonly language: Language;
  /** Of mails about a changed status. */
  readonly status: ShownStatus;
  /** A studio that is not published, or null for the published one. */
  readonly studio: StudioDocument | null;
}

/** A mail about an example request. `html`: a whole document, or null when the mail has only text. */
export type ExampleMail = Omit<MailPreview, 'hasHtml'> & { readonly html: string | null };

export interface MailPreviews {
  /** `fault`: the fault in the file of the host, as one sentence. */
  show(example: MailExample): Promise<ExampleMail | { readonly fault: string }>;
}
