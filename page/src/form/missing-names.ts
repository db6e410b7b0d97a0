import type { Translator } from '../language/translator-context.ts';
import type { Issues } from './use-issues.ts';

/** Returns the names of the missing fields, in the order of the form. Empty for a complete form. */
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
  // A line does not end at the hyphen of "E-mail".
  return list(names).replaceAll('-', '\u2011');
}
