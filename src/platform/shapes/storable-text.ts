import { z } from 'zod';

/**
 * Returns the schema that every text of the payload builds on. A text with U+0000 or a lone surrogate gets an issue,
 * because PostgreSQL cannot store it unaltered (C13).
 */
export function storableText() {
  return z.string().refine(isStorableText, 'Invalid text: holds U+0000 or a lone surrogate');
}

/** Returns a schema for a text of at most `maximum` code points (C12). The issue is the one of zod's own `max`. */
export function limitedText(maximum: number) {
  return storableText().check(atMostCharacters(maximum)).meta({ maxLength: maximum });
}

/** Returns the length check of `limitedText`, for schemas with a base of their own such as `z.email()`. */
export function atMostCharacters(maximum: number): z.core.CheckFn<string> {
  return (context) => {
    if (hasAtMostCodePoints(context.value, maximum)) return;
    context.issues.push({
      code: 'too_big',
      origin: 'string',
      maximum,
      inclusive: true,
      input: context.value,
      continue: true,
    });
  };
}

/** True when PostgreSQL stores the text unaltered: the text holds neither U+0000 nor a lone surrogate. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

function hasAtMostCodePoints(text: string, maximum: number): boolean {
  // A code point has one or two UTF-16 units, so only lengths from `maximum` to twice `maximum` need counting.
  if (text.length <= maximum) return true;
  if (text.length > maximum * 2) return false;
  let count = 0;
  for (const _ of text) count += 1;
  return count <= maximum;
}
