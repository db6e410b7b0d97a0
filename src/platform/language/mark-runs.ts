/** The halfwidth sound marks of Japanese become marks when a text is decomposed. */
const longRun = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * Returns a text for `normalize` with at most 30 marks in a row, as the Stream-Safe Text Format has (UAX #15): normalization
 * sorts them in time quadratic in their number, and no writing has as many.
 */
export function withShortMarkRuns(text: string): string {
  return text.replace(longRun, '$1');
}
