import type { StoredRequest } from '../facet/stored-request.ts';
import { hashGram } from './search-text.ts';

/** A longer text is no answer that a list is filtered by. */
const maxValueCharacters = 200;
/** As many as a question has options. */
const mostValues = 500;

/** Returns the grams of all answers that a list can be filtered by. */
export function answerGrams({ form }: Pick<StoredRequest, 'form'>): readonly number[] {
  return Object.entries(form?.answers ?? {}).flatMap(([id, answer]) => {
    const values = [answer].flat().filter((value) => typeof value === 'string' || typeof value === 'boolean');
    return values
      .slice(0, mostValues)
      .map(String)
      .filter(({ length }) => length <= maxValueCharacters)
      .map((value) => answerGram(id, value));
  });
}

/** Returns the gram of rows with this answer. No text has it, because texts have no line feed. */
export function answerGram(id: string, value: string): number {
  const characters = [...`\n${id}\n${value}`];
  return hashGram(characters, 0, characters.length);
}
