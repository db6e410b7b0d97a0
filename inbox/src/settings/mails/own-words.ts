import type { MailKind } from '../../../../src/deliveries/kinds/mail/mail-previews.ts';
import type { Studio } from '../../studio/draft/draft-shapes.ts';
import { withValue } from '../../studio/draft/paths.ts';

type Mails = Pick<Studio, 'mails'>['mails'];
export type Words = 'subject' | 'text';

/** Returns the studio's own words in a language, or null for the built-in ones. */
export function ownWords(mails: Mails, kind: MailKind, words: Words, language: string): string | null {
  const own: Partial<Record<Words, Readonly<Record<string, string>> | null>> | null = mails?.[kind] ?? null;
  return own?.[words]?.[language] ?? null;
}

export function hasOwnWords(mails: Mails, kind: MailKind, language: string): boolean {
  return (['subject', 'text'] as const).some((words) => ownWords(mails, kind, words, language) !== null);
}

/** Returns the document with other words in a language. Null: the built-in ones. */
export function withOwnWords(
  document: Studio,
  kind: MailKind,
  words: Readonly<Partial<Record<Words, string | null>>>,
  language: string,
): Studio {
  const texts = (name: Words): Readonly<Record<string, string>> | null => {
    const { [language]: was, ...others } = textsOf(document, kind, name);
    const own = words[name] === undefined ? was : words[name];
    const next = own ? { ...others, [language]: own } : others;
    return Object.keys(next).length === 0 ? null : next;
  };
  const mail =
    kind === 'operatorMessage' ? { subject: texts('subject') } : { subject: texts('subject'), text: texts('text') };
  const isOwn = Object.values(mail).some((one) => one !== null);
  const next = withValue(document, ['mails', kind], isOwn ? mail : null);
  const isEmpty = Object.values(next.mails ?? {}).every((one) => one === null);
  return isEmpty ? { ...next, mails: null } : next;
}

function textsOf({ mails }: Studio, kind: MailKind, words: Words): Readonly<Record<string, string>> {
  const own: Partial<Record<Words, unknown>> | null = mails?.[kind] ?? null;
  return (own?.[words] ?? {}) as Readonly<Record<string, string>>;
}
