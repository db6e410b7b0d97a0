/** All windows of the inbox share one value of each name in `localStorage`. */
export const storedScope = 'inbox';
