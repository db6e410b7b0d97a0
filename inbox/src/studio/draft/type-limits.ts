/** The number of slots that a type may have. */
export const leastSlots = 0;
export const mostSlots = 10_000;
/** The number of slots that a request may take. */
export const leastWeight = 1;
export const mostWeight = 10;
