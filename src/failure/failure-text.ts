const unknownText = 'Unknown server error';

/** The text of a failure; of an AggregateError without one, its first inner text (C27). */
export function failureText(failure: unknown): string {
  return ownText(failure) || innerText(failure) || unknownText;
}

function ownText(failure: unknown): string {
  if (typeof failure === 'string') return failure;
  if (failure instanceof Error) return failure.message;
  return '';
}

function innerText(failure: unknown): string {
  if (!(failure instanceof AggregateError)) return '';
  for (const inner of failure.errors) {
    const text = ownText(inner) || innerText(inner);
    if (text) return text;
  }
  return '';
}
