import type { RequestAnswer } from '../../../customers/studio/request-facts-shape.ts';
import { answerText } from '../../../customers/submission/answer-text.ts';
import { type Language, textIn } from '../../../platform/language/languages.ts';
import { oneLine } from '../kinds/mail/mail-content.ts';
import { mailMessages } from '../kinds/mail/messages/all-mail-messages.ts';
import { cut } from './cut.ts';

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
  const { yes, no } = mailMessages[language];
  return answerText(kind, value, { language, yes, no });
}
