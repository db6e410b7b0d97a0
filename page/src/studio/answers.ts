import type { Catalogue, CatalogueQuestion } from '../../../client/src/commission-client.ts';
import { webAddress } from '../../../client/src/web-address.ts';
import { numbersIn } from '../../../page-kit/language/typed-number.ts';
import { isDate } from '../../../src/intake/submission/answered-questions.ts';
import { type Answer, type Answers, answerTo, askedQuestions } from '../../../src/intake/submission/asked-questions.ts';
import type { Draft } from '../draft/draft.ts';

/** A question that the customer sees. */
export interface Asked {
  readonly question: CatalogueQuestion;
  /** Of its first control in the document. */
  readonly target: string;
  /** As it was entered. */
  readonly entered: Answer;
  /** The value that is sent. Null without a valid entry. */
  readonly answer: Answer;
}

type Offered = Pick<Catalogue, 'questions'>;

/**
 * Returns the questions that are asked now, in their order.
 * @param region Tag of the language in which numbers are read.
 */
export function askedOf(
  { questions = [] }: Offered,
  draft: Pick<Draft, 'typeId' | 'answers'>,
  region: string,
): readonly Asked[] {
  const answers = sentAnswers(questions, draft.answers, region);
  return askedQuestions(questions, draft.typeId, answers).map((question) => ({
    question,
    target: targetOf(question, questions.indexOf(question)),
    entered: answerTo(draft.answers, question.id),
    answer: answerTo(answers, question.id),
  }));
}

/** Returns the value that is sent, as far as it was entered. */
export function sentAnswers(questions: readonly CatalogueQuestion[], entered: Answers, region: string): Answers {
  return Object.fromEntries(
    questions.map((question) => [question.id, sentAnswer(question, answerTo(entered, question.id), region)]),
  );
}

/** The ids of questions may hold anything, and ids of a document no blank. */
export function nameOf(index: number): string {
  return `question-${index}`;
}

function targetOf({ kind }: CatalogueQuestion, index: number): string {
  return ['choice', 'choices', 'yes-no'].includes(kind) ? `${nameOf(index)}:0` : nameOf(index);
}

/** @param entered As the field shows it. */
function sentAnswer({ kind }: CatalogueQuestion, entered: Answer, region: string): Answer {
  switch (kind) {
    case 'number': {
      const [number, other] = numbersIn(String(entered ?? ''), region);
      return other === undefined ? (number ?? null) : null;
    }
    case 'date':
      return isWholeDate(String(entered)) ? entered : null;
    case 'link':
      return linkIn(entered);
    case 'text':
    case 'paragraph':
      return typeof entered === 'string' && entered.trim() !== '' ? entered : null;
    default:
      return entered;
  }
}

/** A year of two digits is one of the first century to a browser. */
function isWholeDate(text: string): boolean {
  return isDate(text) && text >= '1000';
}

/** Adds the scheme that people leave out. */
function linkIn(entered: Answer): string | null {
  const text = typeof entered === 'string' ? entered.trim() : '';
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  const whole = /\s/.test(text) ? null : webAddress(address, address);
  return whole !== null && new URL(whole).hostname.includes('.') ? address : null;
}
