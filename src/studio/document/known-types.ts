interface OfTypes {
  /** Empty: all. */
  readonly types: readonly string[];
}

/** Returns the questions with the types that exist. One whose types were all removed is asked for every type. */
export function withKnownTypes<Question extends OfTypes>(
  questions: readonly Question[],
  types: readonly { readonly id: string }[],
): readonly Question[] {
  const known = new Set(types.map(({ id }) => id));
  return questions.map((question) =>
    question.types.every((id) => known.has(id))
      ? question
      : { ...question, types: question.types.filter((id) => known.has(id)) },
  );
}
