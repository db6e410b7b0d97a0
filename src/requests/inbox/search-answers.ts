import { type AskingStudio, answersOf } from '../../studio/document/request-facts.ts';
import { emptyStudio } from '../../studio/document/studio.ts';
import type { RevisedForm } from '../../studio/revisions/studio-history.ts';
import { hashGram } from './search-text.ts';

/** The part of a request's answers that a search reads. */
export interface AnsweredRow extends RevisedForm {
  readonly createdAt: Date;
  readonly typeId: string | null;
}

/** A longer text is no answer that a list is filtered by. */
const maxValueCharacters = 200;
/** As many as a question has options. */
const mostValues = 500;

/** Returns the texts of the answers, and the names of the chosen options in every language. */
export function searchedAnswers(row: AnsweredRow, studio: AskingStudio | null): readonly string[] {
  if (row.form?.answers === undefined) return [];
  const answers = answersOf(studio ?? emptyStudio, { ...row, optionId: null, extraIds: [] });
  return answers.flatMap(({ value, words }) => {
    const own = [value].flat().filter((one) => typeof one === 'string');
    return words.length > 0 ? words.flatMap((names) => [...new Set(Object.values(names))]) : own;
  });
}

/** Returns the grams of all answers that a list can be filtered by. */
export function answerGrams({ form }: AnsweredRow): readonly number[] {
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
