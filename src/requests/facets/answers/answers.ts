import { z } from 'zod';
import { answerText, missingAnswers } from '../../../intake/submission/answered-questions.ts';
import { textIn } from '../../../platform/language/languages.ts';
import { emptyStudio } from '../../../studio/document/studio.ts';
import type { AskingStudio } from '../../../studio/revisions/studio-history.ts';
import {
  type Exported,
  englishText,
  type Facet,
  type FactsOf,
  type Line,
  lineForEach,
  type MailReader,
} from '../../facet/facet.ts';
import type { StoredRequest } from '../../facet/stored-request.ts';
import { answersOf, type RequestAnswer, requestAnswer } from './request-answer.ts';

const details = {
  answers: z.array(requestAnswer).optional().describe('In the order of the questions'),
  missing: z.array(z.string()).optional().describe('Ids of the required questions without an answer'),
};

type Details = FactsOf<typeof details>;

function detailsOf(row: StoredRequest, studio: AskingStudio | null): Details {
  if (studio === null) return {};
  const answers = answersOf(studio, row);
  const questions = studio.questions.filter(({ hidden }) => !hidden);
  const missing = missingAnswers(questions, row.typeId, row.form?.answers ?? {});
  return { ...(answers.length > 0 && { answers }), ...(missing.length > 0 && { missing }) };
}

const problems = {
  'unknown-question': 'the form has no such question',
  'wrong-kind': 'no answer to the question',
  'not-asked': 'not asked',
} as const;

function lines({ answers = [], missing = [] }: Details): readonly Line[] {
  const ofAnswers = answers.map((answer): Line => {
    const { id, label, problem } = answer;
    return [`Answer to ${englishText(label) ?? id}`, `${plainText(answer)}${problem ? ` (${problems[problem]})` : ''}`];
  });
  return [...ofAnswers, ['Not answered', missing.join(', ')]];
}

/** Returns the cell of a question in English. It is empty for an invalid answer, which only JSON Lines has. */
export function answerCell({ answers }: Exported<Details>, id: string): string {
  const answer = answers?.find((one) => one.id === id);
  return answer === undefined || answer.problem !== undefined ? '' : plainText(answer);
}

/** Returns the texts of the answers, and the names of the chosen options in every language. */
function searched(row: StoredRequest, studio: AskingStudio | null): readonly string[] {
  if (row.form?.answers === undefined) return [];
  return answersOf(studio ?? emptyStudio, row).flatMap(({ value, words }) => {
    const own = [value].flat().filter((one) => typeof one === 'string');
    return words.length > 0 ? words.flatMap((names) => [...new Set(Object.values(names))]) : own;
  });
}

/** The customer's answers to the studio's questions. */
export const answers = {
  shape: {},
  details,
  columns: {},
  factsOf: () => ({}),
  detailsOf,
  lines,
  cells: { missing: ({ missing }) => lineForEach(missing ?? []) },
  sent: {
    answers: (row: StoredRequest, studio: AskingStudio | null): readonly RequestAnswer[] =>
      answersOf(studio ?? emptyStudio, row),
  },
  mailLines: ({ answers }: { readonly answers: readonly RequestAnswer[] }, reader: MailReader) =>
    mailLines(answers, reader),
  searched,
} satisfies Facet<object, object, Details>;

type ShownAnswer = Pick<RequestAnswer, 'kind' | 'value' | 'words'>;

/** In English, as programs and spreadsheets read it. */
function plainText({ value, words }: ShownAnswer): string {
  if (words.length > 0) return lineForEach(words.map(({ en = '' }) => en));
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? lineForEach(value) : String(value);
}

/** Returns a line for each valid answer. Only the inbox shows invalid ones. */
function mailLines(answers: readonly RequestAnswer[], reader: MailReader): readonly Line[] {
  return answers.flatMap(({ label, problem, ...answer }): Line[] =>
    label === null || problem !== undefined ? [] : [[textIn(label, reader.language), shownText(answer, reader)]],
  );
}

function shownText({ kind, value, words }: ShownAnswer, reader: MailReader): string {
  if (words.length > 0) return words.map((names) => textIn(names, reader.language)).join(', ');
  return answerText(kind, value, reader);
}
