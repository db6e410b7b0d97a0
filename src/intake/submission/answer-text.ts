import type { QuestionKind } from './answered-questions.ts';
import type { Answer } from './asked-questions.ts';

interface Words {
  /** Tag of a language, with or without a region. */
  readonly language: string;
  readonly yes: string;
  readonly no: string;
}

/** Returns an answer that is no option as people of the language write it. */
export function answerText(kind: QuestionKind | null, value: NonNullable<Answer>, words: Words): string {
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number')
    return new Intl.NumberFormat(words.language, { maximumFractionDigits: 20 }).format(value);
  if (kind !== 'date') return [value].flat().join(', ');
  return new Intl.DateTimeFormat(words.language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(String(value)),
  );
}
