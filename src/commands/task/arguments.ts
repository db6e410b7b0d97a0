import { InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import { emailAddress as emailSchema } from '../../platform/shapes/values.ts';

export const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Parses an argument that names something new. */
export function newName(text: string): string {
  if (text.trim() === '' || text.length > 200) throw new InvalidArgumentError('It must have 1 to 200 characters.');
  return text.trim();
}

/** Returns a function that parses an id. @param what It completes `It must be the id of …`. */
export function idOf(what: string): (text: string) => string {
  return (text) => {
    if (!uuid.test(text)) throw new InvalidArgumentError(`It must be the id of ${what}.`);
    return text.toLowerCase();
  };
}

/** Returns a function that parses some of the known words, separated by commas. */
export function listOf<T extends string>(known: readonly T[]): (text: string) => readonly T[] {
  return (text) => {
    const named = text.split(',').map((entry) => entry.trim());
    const found = known.filter((entry) => named.includes(entry));
    if (found.length !== named.length) throw new InvalidArgumentError(`It must list some of ${known.join(', ')}.`);
    return found;
  };
}

/**
 * Returns a function that parses an option's value by a schema of the API.
 * @param rule The rule for the value as a sentence, without a full stop. The schema's own message is for programs.
 */
export function by<T>(schema: z.ZodType<T>, rule: string): (text: string) => T {
  return (text) => {
    const { data, error } = schema.safeParse(text);
    if (error) throw new InvalidArgumentError(`${rule}.`);
    return data as T;
  };
}

export const emailAddress = by(emailSchema, 'It must be an e-mail address');
