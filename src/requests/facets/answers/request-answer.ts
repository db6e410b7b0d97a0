import { z } from 'zod';
import { isAnswered, questionKinds } from '../../../intake/submission/answered-questions.ts';
import { type Answer, type Answers, answerTo, askedQuestions } from '../../../intake/submission/asked-questions.ts';
import type { Shape } from '../../../platform/shapes/shape.ts';
import { named } from '../../../platform/shapes/values.ts';
import type { AskingStudio } from '../../../studio/revisions/studio-history.ts';
import type { StoredRequest } from '../../facet/stored-request.ts';

const texts = z.record(z.string(), z.string());

/** The possible faults of an answer. An invalid answer is stored as it was sent. */
const answerProblems = ['unknown-question', 'wrong-kind', 'not-asked'] as const;

export const requestAnswer = named(
  'RequestAnswer',
  z.object({
    id: z.string().describe('Of the question'),
    label: texts
      .nullable()
      .describe('The question by language, as it was then. Null when the studio had no such question'),
    kind: z.enum(questionKinds).nullable(),
    value: z.union([z.string(), z.array(z.string()), z.number(), z.boolean()]).describe('As it was sent'),
    words: z.array(texts).describe('The name of each chosen option by language. Empty for other kinds of question'),
    problem: z
      .enum(answerProblems)
      .optional()
      .describe('Absent when the answer is one: the question was asked, and this is the kind of its answers'),
  }),
);

export type RequestAnswer = Shape<typeof requestAnswer>;

/** Returns the answers in the order of the questions. Those to questions that the studio never had come last. */
export function answersOf(
  { questions }: Pick<AskingStudio, 'questions'>,
  { typeId, form }: Pick<StoredRequest, 'typeId' | 'form'>,
): readonly RequestAnswer[] {
  const answers: Answers = form?.answers ?? {};
  const offered = questions.filter(({ hidden }) => !hidden);
  const asked = new Set(askedQuestions(offered, typeId, answers).map(({ id }) => id));
  const known = questions.flatMap((question): RequestAnswer[] => {
    const value = answerTo(answers, question.id);
    if (isEmpty(value)) return [];
    const { id, label, kind, options } = question;
    const chosen = new Set<Answer>([value].flat());
    const words = options.filter((option) => chosen.has(option.id)).map(({ name }) => name);
    if (!isAnswered(question, value)) return [{ id, label, kind, value, words, problem: 'wrong-kind' }];
    return [{ id, label, kind, value, words, ...(!asked.has(id) && { problem: 'not-asked' }) }];
  });
  const unknown = Object.entries(answers).flatMap(([id, value]): RequestAnswer[] => {
    if (isEmpty(value) || questions.some((question) => question.id === id)) return [];
    return [{ id, label: null, kind: null, value, words: [], problem: 'unknown-question' }];
  });
  return [...known, ...unknown];
}

function isEmpty(value: Answer): value is null {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
