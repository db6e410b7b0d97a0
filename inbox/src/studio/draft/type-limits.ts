/** How many places a type may have. */
export const leastPlaces = 0;
export const mostPlaces = 10_000;
/** How many places a request may take. */
export const leastWeight = 1;
export const mostWeight = 10;
