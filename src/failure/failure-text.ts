const unknownText = 'Unknown server error';

/** The text of a failure; of an AggregateError without one, its first inner text (C27). */
export function failureText(failure: unknown): string {
  return textOf(failure) || unknownText;
}

function textOf(failure: unknown): string {
  if (typeof failure === 'string') return failure;
  if (!(failure instanceof Error)) return '';
  if (failure.message || !(failure instanceof AggregateError)) return failure.message;
  return failure.errors.map(textOf).find(Boolean) ?? '';
}
