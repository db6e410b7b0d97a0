import { answerText } from '../../intake/submission/answer-text.ts';
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
  const { yes, no } = customerTexts[language].mails;
  return answerText(kind, value, { language, yes, no });
}
