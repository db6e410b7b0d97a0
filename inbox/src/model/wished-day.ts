import type { InboxRequest } from '../api/shapes.ts';

/** Returns true for a day of the calendar, `YYYY-MM-DD`. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** Returns the day that the customer wishes: the first answer that is a date. Null without one. */
export function wishedDay({ answers = [] }: Pick<InboxRequest, 'answers'>): string | null {
  const wish = answers.find(({ kind, problem }) => kind === 'date' && problem === undefined)?.value;
  return typeof wish === 'string' && isDay(wish) ? wish : null;
}
