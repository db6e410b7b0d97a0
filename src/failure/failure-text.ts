const unknownText = 'Unknown server error';

/** Returns the failure's text. For an AggregateError without text, returns the first text of its inner errors (C27). */
export function failureText(failure: unknown): string {
  return textOf(failure) || unknownText;
}

function textOf(failure: unknown): string {
  if (typeof failure === 'string') return failure;
  if (!(failure instanceof Error)) return '';
  if (failure.message || !(failure instanceof AggregateError)) return failure.message;
  return failure.errors.map(textOf).find(Boolean) ?? '';
}
