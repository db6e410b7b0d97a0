import { z } from 'zod';

/**
 * A text that PostgreSQL stores unaltered: one with U+0000 or a lone surrogate gets an issue (C13).
 * Each field of the payload builds on it.
 */
export function storableText() {
  return z.string().check((context) => {
    if (isStorableText(context.value)) return;
    context.issues.push({
      code: 'custom',
      message: 'Invalid text: holds U+0000 or a lone surrogate',
      input: context.value,
      continue: true,
    });
  });
}

/** A text of at most `maximum` Unicode code points (C12); the issue is the one zod itself raises for `max`. */
export function limitedText(maximum: number) {
  return storableText().check(atMostCharacters(maximum)).meta({ maxLength: maximum });
}

/** The check behind `limitedText`, for formats such as `z.email()` that are schemas of their own. */
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

/** True when PostgreSQL stores the text unaltered: it holds neither U+0000 nor a lone surrogate. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

function hasAtMostCodePoints(text: string, maximum: number): boolean {
  // A code point takes one or two UTF-16 units, so only lengths between the two need counting.
  if (text.length <= maximum) return true;
  if (text.length > maximum * 2) return false;
  let count = 0;
  for (const _ of text) count += 1;
  return count <= maximum;
}
