import { answerText } from '../../../intake/submission/answered-questions.ts';
import { textIn } from '../../../platform/language/languages.ts';
import type { Line, MailReader } from '../../facet/facet.ts';
import { lineForEach } from '../../facet/line-for-each.ts';
import type { RequestAnswer } from './request-answer.ts';

type Told = Pick<RequestAnswer, 'kind' | 'value' | 'words'>;

/** In English, as programs and spreadsheets read it. */
export function plainText({ value, words }: Told): string {
  if (words.length > 0) return lineForEach(words.map(({ en = '' }) => en));
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? lineForEach(value) : String(value);
}

/** Returns a line for each answer. What is no answer of its question is left to the inbox. */
export function mailLines(answers: readonly RequestAnswer[], reader: MailReader): readonly Line[] {
  return answers.flatMap(({ label, problem, ...answer }): Line[] =>
    label === null || problem !== undefined ? [] : [[textIn(label, reader.language), shownText(answer, reader)]],
  );
}

function shownText({ kind, value, words }: Told, reader: MailReader): string {
  if (words.length > 0) return words.map((names) => textIn(names, reader.language)).join(', ');
  return answerText(kind, value, reader);
}
