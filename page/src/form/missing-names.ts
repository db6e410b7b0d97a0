import type { Translator } from '../language/translator-context.ts';
import type { Issues } from './use-issues.ts';

/** A list of all would hide the form of a phone. */
const mostNames = 4;

/** Returns the names of the first missing fields, in the order of the form. Empty for a complete form. */
export function missingNames(
  { missing, missingAnswers }: Pick<Issues, 'missing' | 'missingAnswers'>,
  { text, list, direction }: Pick<Translator, 'text' | 'list' | 'direction'>,
): string {
  const labelsAt = (wanted: string) =>
    missingAnswers
      .filter(({ section }) => section === wanted)
      // A question may be in a language of the other direction.
      .map(({ label }) => (direction === 'rtl' ? `\u2068${label}\u2069` : label));
  const names = [...labelsAt('questions'), ...missing.map((name) => text(name)), ...labelsAt('terms')];
  if (names.length <= mostNames) return names.length === 0 ? '' : list(names);
  const [, separator = ', '] = list(['0', '1', '2', '3']).split(/\d/);
  return `${names.slice(0, mostNames).join(separator)} …`;
}
