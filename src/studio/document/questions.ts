import { z } from 'zod';
import { type Question, question } from '../catalogue/asked.ts';
import { listOf } from '../catalogue/texts.ts';

const maxQuestions = 40;

const choiceKinds: readonly string[] = ['choice', 'choices'];
const conditionKinds: readonly string[] = [...choiceKinds, 'yes-no'];

const kept = question.extend({ hidden: z.boolean().default(false) });

type StudioQuestion = z.output<typeof kept>;

/** The questions of a studio (S21). A question depends on at most one other, which has no condition itself. */
export const questionsSchema = listOf(kept, maxQuestions).check((context) => {
  const { value: questions } = context;
  questions.forEach((asked, index) => {
    for (const { path, error } of [...faultsOfKind(asked), ...faultsOfCondition(asked, questions)]) {
      context.issues.push({ code: 'custom', input: questions, path: [index, ...path], message: error });
    }
  });
});

interface QuestionFault {
  readonly path: readonly string[];
  /** Completes the path to a sentence. */
  readonly error: string;
}

function* faultsOfKind({ kind, options, multiplies }: Question): Generator<QuestionFault> {
  const hasOptions = choiceKinds.includes(kind);
  if (hasOptions && options.length === 0)
    yield { path: ['options'], error: 'is empty, and this question offers a choice' };
  if (!hasOptions && options.length > 0) yield { path: ['options'], error: `must be empty for the kind "${kind}"` };
  if (multiplies && kind !== 'number') yield { path: ['multiplies'], error: 'must be false: only a number multiplies' };
}

function* faultsOfCondition(
  { id, when }: StudioQuestion,
  questions: readonly StudioQuestion[],
): Generator<QuestionFault> {
  if (when === null) return;
  const path = ['when', 'question'];
  const target = questions.find((other) => other.id === when.question);
  if (when.question === id) return yield { path, error: 'is the question itself' };
  if (target === undefined) return yield { path, error: `names no question: ${when.question}` };
  if (target.when !== null) return yield { path, error: chainError(id, target, questions) };
  if (!conditionKinds.includes(target.kind)) {
    return yield { path, error: 'must name a question with the kind "choice", "choices" or "yes-no"' };
  }
  if (!canBe(target, when.is)) yield { path: ['when', 'is'], error: missingAnswer(target, when.is) };
}

function chainError(id: string, target: StudioQuestion, questions: readonly StudioQuestion[]): string {
  const passed = new Set<string>();
  let next: string | undefined = target.id;
  while (next !== undefined && !passed.has(next)) {
    passed.add(next);
    next = conditionOf(next, questions);
    if (next === id) return 'leads back to the question in a circle';
  }
  return 'names a question that depends on another one, and only one level is possible';
}

function conditionOf(id: string, questions: readonly StudioQuestion[]): string | undefined {
  return questions.find((question) => question.id === id)?.when?.question;
}

function canBe({ kind, options }: Question, is: string | boolean): boolean {
  return kind === 'yes-no' ? typeof is === 'boolean' : options.some((option) => option.id === is);
}

function missingAnswer({ kind }: Question, is: string | boolean): string {
  return kind === 'yes-no' ? 'must be true or false' : `names no option of that question: ${is}`;
}
