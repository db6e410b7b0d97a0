import type { Catalogue, CatalogueQuestion } from '../../../client/src/commission-client.ts';
import {
  type Answer,
  type Answers,
  answerTo,
  askedQuestions,
} from '../../../src/customers/submission/asked-questions.ts';
import type { Draft } from '../draft/draft.ts';

/** A question that the customer sees. */
export interface Asked {
  readonly question: CatalogueQuestion;
  /** Of its first control in the document. */
  readonly target: string;
  /** As it was entered. */
  readonly entered: Answer;
  /** As it is sent. Null where nothing that counts was entered. */
  readonly answer: Answer;
}

type Offered = Pick<Catalogue, 'questions'>;

/** Returns the questions that are asked now, in their order. */
export function askedOf({ questions = [] }: Offered, draft: Pick<Draft, 'typeId' | 'answers'>): readonly Asked[] {
  const answers = sentAnswers(questions, draft.answers);
  return askedQuestions(questions, draft.typeId, answers).map((question) => ({
    question,
    target: targetOf(question, questions.indexOf(question)),
    entered: answerTo(draft.answers, question.id),
    answer: answerTo(answers, question.id),
  }));
}

/** Returns what is sent, as far as it was entered. */
export function sentAnswers(questions: readonly CatalogueQuestion[], entered: Answers): Answers {
  return Object.fromEntries(
    questions.map((question) => [question.id, sentAnswer(question, answerTo(entered, question.id))]),
  );
}

/** The ids of questions may hold anything, and ids of a document no blank. */
export function nameOf(index: number): string {
  return `question-${index}`;
}

function targetOf({ kind }: CatalogueQuestion, index: number): string {
  return ['choice', 'choices', 'yes-no'].includes(kind) ? `${nameOf(index)}:0` : nameOf(index);
}

/** Prefilled answers are texts, whatever their question is. */
function sentAnswer({ kind, options }: CatalogueQuestion, entered: Answer): Answer {
  const isOption = (id: unknown) => options.some((option) => option.id === id);
  switch (kind) {
    case 'choice':
      return isOption(entered) ? entered : null;
    case 'choices': {
      const chosen = optionsIn(entered).filter(isOption);
      return chosen.length === 0 ? null : chosen;
    }
    case 'yes-no':
      return booleanIn(entered);
    case 'number':
      return numberIn(entered);
    case 'date':
      return typeof entered === 'string' && /^\d{4}-\d\d-\d\d$/.test(entered) ? entered : null;
    case 'link':
      return linkIn(entered);
    default:
      return typeof entered === 'string' && entered.trim() !== '' ? entered : null;
  }
}

export function optionsIn(entered: Answer): readonly string[] {
  if (Array.isArray(entered)) return entered;
  return typeof entered === 'string' ? [entered] : [];
}

export function booleanIn(entered: Answer): boolean | null {
  if (entered === true || entered === 'yes' || entered === 'true') return true;
  return entered === false || entered === 'no' || entered === 'false' ? false : null;
}

/** People write 1.5 and 1,5, and phones in some languages write digits of their own. */
function numberIn(entered: Answer): number | null {
  const text = [...String(entered ?? '')].map(westernDigit).join('').trim().replace(/[,٫]/, '.');
  return /^[+-]?\d{1,15}(\.\d{1,6})?$/.test(text) ? Number(text) : null;
}

function westernDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const zero = [0x660, 0x6f0, 0xff10].find((first) => code >= first && code <= first + 9);
  return zero === undefined ? character : String(code - zero);
}

/** Adds the scheme that people leave out. */
function linkIn(entered: Answer): string | null {
  const text = typeof entered === 'string' ? entered.trim() : '';
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (/\s/.test(text) || !URL.canParse(address)) return null;
  return new URL(address).hostname.includes('.') ? address : null;
}
