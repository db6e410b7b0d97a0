import type { CatalogueQuestion } from '../../../client/src/commission-client.ts';
import { isDate } from '../../../src/intake/submission/answered-questions.ts';
import { type Answer, type Answers, answerTo } from '../../../src/intake/submission/asked-questions.ts';
import { inOneLine, shownText } from '../draft/draft.ts';

/** The answer of a date field that is filled in part. No stored draft has it, for no field could show it again. */
export const partOfDate = '\0';

/**
 * Returns the answers as their fields show them. A link, or a draft from when a question was another one, may hold more:
 * that is neither sent nor asked about.
 */
export function shownAnswers(questions: readonly CatalogueQuestion[], answers: Answers): Answers {
  return Object.fromEntries(
    questions.map((question) => [question.id, shown(question, answerTo(answers, question.id))]),
  );
}

function shown({ kind, options }: CatalogueQuestion, answer: Answer): Answer {
  const isOption = (id: Answer) => options.some((option) => option.id === id);
  switch (kind) {
    case 'choice':
      return isOption(answer) ? answer : null;
    case 'choices':
      return shownOptions(answer, isOption);
    case 'yes-no':
      return booleanIn(answer);
    case 'date':
      return answer === partOfDate || isShownDate(String(answer)) ? answer : null;
    case 'number':
      return typeof answer === 'number' ? answer : lineIn(answer);
    case 'paragraph':
      return typeof answer === 'string' ? shownText(answer) : null;
    default:
      return lineIn(answer);
  }
}

/** The same list while all of it is shown: a question is drawn anew when its answer is another one. */
function shownOptions(answer: Answer, isOption: (id: Answer) => boolean): Answer {
  if (typeof answer === 'string') return isOption(answer) ? [answer] : null;
  if (!Array.isArray(answer)) return null;
  const chosen = [...new Set(answer.filter(isOption))];
  if (chosen.length === 0) return null;
  return chosen.length === answer.length ? answer : chosen;
}

function booleanIn(answer: Answer): boolean | null {
  if (answer === true || answer === 'yes' || answer === 'true') return true;
  return answer === false || answer === 'no' || answer === 'false' ? false : null;
}

/** A date field knows no year 0. */
function isShownDate(text: string): boolean {
  return isDate(text) && !text.startsWith('0000');
}

function lineIn(answer: Answer): string | null {
  return typeof answer === 'string' ? inOneLine(shownText(answer)) : null;
}
