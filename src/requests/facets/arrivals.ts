/** How a request came that was not in time: while the form was closed, or full. */
export const arrivals = ['closed', 'full'] as const;
export type Lateness = (typeof arrivals)[number];
