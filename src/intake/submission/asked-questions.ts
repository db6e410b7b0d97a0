/** An answer as the part `commission-form` has it. */
export type Answer = string | readonly string[] | number | boolean | null;

/** By the id of the question. */
export type Answers = Readonly<Record<string, Answer>>;

/** The condition under which a question is asked (S21). */
export interface ConditionalQuestion {
  readonly id: string;
  /** The types that it is asked for; empty: all. */
  readonly types: readonly string[];
  /** It is asked when that question is answered by this option, by yes or by no. */
  readonly when: { readonly question: string; readonly is: string | boolean } | null;
}

/** Returns the questions that a customer with this type and these answers is asked, in their order. */
export function askedQuestions<Question extends ConditionalQuestion>(
  questions: readonly Question[],
  typeId: string | null,
  answers: Answers,
): readonly Question[] {
  const isOfType = ({ types }: Question) => types.length === 0 || (typeId !== null && types.includes(typeId));
  return questions.filter((question) => {
    const { when } = question;
    if (!isOfType(question)) return false;
    if (when === null) return true;
    const condition = questions.find(({ id }) => id === when.question);
    return condition !== undefined && isOfType(condition) && isAnswer(answerTo(answers, condition.id), when.is);
  });
}

/** Returns null without an answer, also for ids such as `constructor`. */
export function answerTo(answers: Answers, id: string): Answer {
  return Object.hasOwn(answers, id) ? (answers[id] ?? null) : null;
}

function isAnswer(answer: Answer, wanted: string | boolean): boolean {
  return Array.isArray(answer) ? answer.includes(wanted) : answer === wanted;
}
