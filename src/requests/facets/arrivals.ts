/** The reasons why a request counts as received after closing: the form was closed, or full. */
export const arrivals = ['closed', 'full'] as const;
export type Lateness = (typeof arrivals)[number];
