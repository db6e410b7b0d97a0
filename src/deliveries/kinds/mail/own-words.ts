import { fillText } from '../../../platform/language/fill-text.ts';
import type { Language } from '../../../platform/language/languages.ts';
import type { mailPlaceholders } from '../../../studio/document/mail-placeholders.ts';
import type { OwnMails } from '../../../studio/document/mails.ts';
import type { MailKind } from './mail-previews.ts';

/** The values of the placeholders. Empty where a mail has none. */
export type OwnValues = Readonly<Record<(typeof mailPlaceholders)[number], string>>;

interface OwnWords {
  /** Null for the built-in ones. */
  readonly subject: string | null;
  readonly paragraphs: readonly string[] | null;
}

/** Returns the words that the studio has written for a mail in this language. */
export function ownWordsOf(mails: OwnMails | null, kind: MailKind, language: Language, values: OwnValues): OwnWords {
  const own = mails?.[kind];
  const text = own && 'text' in own ? own.text?.[language] : undefined;
  const subject = filled(own?.subject?.[language] ?? '', values);
  const paragraphs = filled(text ?? '', values).split(/\n{2,}/);
  return { subject: subject || null, paragraphs: paragraphs[0] === '' ? null : paragraphs };
}

/** Leaves out lines with a placeholder that has no value. */
function filled(text: string, values: OwnValues): string {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => line.trimEnd());
  const kept = lines.filter(
    (line) => !Object.entries(values).some(([name, value]) => !value && line.includes(`{${name}}`)),
  );
  return kept
    .map((line) => fillText(line, values))
    .join('\n')
    .trim();
}
