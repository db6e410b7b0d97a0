/** The questions that many studios ask, by their ids in the document. */
export const readyIds = ['licence', 'publication', 'credit', 'references'] as const;
export type ReadyId = (typeof readyIds)[number];
