import type { FormMessageKey } from '../../language/inbox-messages.ts';
import type { FormTranslator } from '../../language/translator-context.ts';
import type { FormFault } from '../draft/form-faults.ts';

/** Sentences by the end of the path, for faults that only the path explains. */
const byPath: readonly (readonly [end: RegExp, key: FormMessageKey, code?: string])[] = [
  [/^$/, 'faultTooLarge'],
  [/^contact$/, 'faultEmail'],
  [/^opening\/closesAt$/, 'faultClosesAt'],
  [/^opening\/opensAt$/, 'faultOpensAt'],
  [/^opening\/timeZone$/, 'faultTimeZone'],
  [/^opening\/weightByType\//, 'faultWeight', 'rule'],
  [/^questions\/\d+\/when\b/, 'faultCondition'],
  [/^questions\/\d+\/options$/, 'faultAnswers'],
];

const byCode: Readonly<Record<string, FormMessageKey>> = {
  missing: 'faultMissing',
  'too-short': 'faultMissing',
  'too-long': 'faultTooLong',
};

/** Returns the fault as a sentence for the reader, or null where only the service's own sentence explains it. */
export function faultSentence({ text }: FormTranslator, { path, code }: FormFault): string | null {
  const joined = path.join('/');
  const found = byPath.find(([end, , only = code]) => only === code && end.test(joined))?.[1] ?? byCode[code];
  return found === undefined ? null : text(found);
}
