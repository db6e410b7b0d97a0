import { type Answer, type Answers, answerTo, askedQuestions, type ConditionalQuestion } from './asked-questions.ts';

export const questionKinds = ['text', 'paragraph', 'choice', 'choices', 'number', 'date', 'yes-no', 'link'] as const;
type QuestionKind = (typeof questionKinds)[number];

/** The facts of a question that decide whether an answer has its kind. */
export interface AnswerableQuestion extends ConditionalQuestion {
  readonly kind: QuestionKind;
  readonly required: boolean;
  readonly options: readonly { readonly id: string }[];
  readonly max: number | null;
}

/** Whether an answer has the kind of its question and a content. A text of blanks has no content. */
export function isAnswered({ kind, options, max }: AnswerableQuestion, answer: Answer): boolean {
  switch (kind) {
    case 'choice':
      return options.some(({ id }) => id === answer);
    case 'choices':
      return isChoices(answer, options, max ?? options.length);
    case 'number':
      return typeof answer === 'number' && Number.isFinite(answer) && answer <= (max ?? answer);
    case 'yes-no':
      return typeof answer === 'boolean';
    case 'date':
      return typeof answer === 'string' && isDate(answer);
    case 'link':
      return isText(answer, max) && isLink(answer);
    default:
      return isText(answer, max);
  }
}

/** Returns the ids of the required questions that are asked and not answered. */
export function missingAnswers(
  questions: readonly AnswerableQuestion[],
  typeId: string | null,
  answers: Answers,
): readonly string[] {
  return askedQuestions(questions, typeId, answers)
    .filter((question) => question.required && !isAnswered(question, answerTo(answers, question.id)))
    .map(({ id }) => id);
}

function isText(answer: Answer, max: number | null): answer is string {
  return typeof answer === 'string' && answer.trim() !== '' && (max === null || [...answer].length <= max);
}

function isChoices(answer: Answer, options: AnswerableQuestion['options'], most: number): boolean {
  // The length first: a stranger's list may have 100,000 entries.
  if (!Array.isArray(answer) || answer.length === 0 || answer.length > most) return false;
  if (new Set(answer).size < answer.length) return false;
  return answer.every((one) => options.some(({ id }) => id === one));
}

/** Whether a text is a day that exists, as `2027-02-01`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function isLink(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

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
