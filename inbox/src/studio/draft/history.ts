import type { Studio } from './draft-shapes.ts';

/** The changes that can be undone and done again. */
export interface History {
  readonly past: readonly Studio[];
  readonly future: readonly Studio[];
  /** The path of the last change. The next change at it is the same step: typing is undone as a whole. */
  readonly path: string | null;
  readonly changedAt: number;
}

const mostSteps = 100;
/** After a pause the next words are another step. */
const pauseMs = 2000;

export const noHistory: History = { past: [], future: [], path: null, changedAt: 0 };

/** @param path Null for a change that is a step of its own. */
export function remember(history: History, before: Studio, path: string | null, now: number): History {
  const isSameStep = path !== null && path === history.path && now - history.changedAt < pauseMs;
  const past = isSameStep ? history.past : [...history.past, before].slice(-mostSteps);
  return { past, future: [], path, changedAt: now };
}
