import { z } from 'zod';
import { emailPattern } from './email-pattern.ts';
import { atMostCharacters, storableText } from './payload-text.ts';

const maxEmailCharacters = 320;

/** Returns the schema of a text that is stored without white space around it. */
export function trimmedText(maxCharacters: number) {
  return storableText().trim().check(atMostCharacters(maxCharacters)).min(1).meta({ maxLength: maxCharacters });
}

export const emailAddress = z
  .string()
  .trim()
  .pipe(z.email({ pattern: emailPattern }).check(atMostCharacters(maxEmailCharacters)))
  .meta({ format: 'email', maxLength: maxEmailCharacters });
