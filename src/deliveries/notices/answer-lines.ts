import { customerTexts } from '../../platform/language/customer-texts.ts';
import { type Language, textIn } from '../../platform/language/languages.ts';
import type { RequestAnswer } from '../../studio/document/request-facts-shape.ts';
import { cut, oneLine } from './cut.ts';

const mostCharacters = 500;

/** Returns a line for each answer. What is no answer of its question is left to the inbox. */
export function answerLines(answers: readonly RequestAnswer[], language: Language): readonly string[] {
  return answers.flatMap(({ label, problem, ...answer }) => {
    if (label === null || problem !== undefined) return [];
    const words = oneLine(wordsOf(answer, language));
    return [`${oneLine(textIn(label, language))} ${cut(words, mostCharacters)}`];
  });
}

function wordsOf({ kind, value, words }: Pick<RequestAnswer, 'kind' | 'value' | 'words'>, language: Language): string {
  if (words.length > 0) return words.map((names) => textIn(names, language)).join(', ');
  if (typeof value === 'boolean') return value ? customerTexts[language].mails.yes : customerTexts[language].mails.no;
  if (typeof value === 'number') return new Intl.NumberFormat(language, { maximumFractionDigits: 20 }).format(value);
  if (kind === 'date') {
    return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(String(value)));
  }
  return [value].flat().join(', ');
}
