import type { Studio } from './draft-shapes.ts';

/** What can be undone and done again. */
export interface History {
  readonly past: readonly Studio[];
  readonly future: readonly Studio[];
  /** The place of the last change, whose next change is the same step: typing is undone as a whole. */
  readonly place: string | null;
  readonly changedAt: number;
}

const mostSteps = 100;
/** After a pause the next words are another step. */
const pauseMs = 2000;

export const noHistory: History = { past: [], future: [], place: null, changedAt: 0 };

/** @param place Null for a change that is a step of its own. */
export function remember(history: History, before: Studio, place: string | null, now: number): History {
  const isSameStep = place !== null && place === history.place && now - history.changedAt < pauseMs;
  const past = isSameStep ? history.past : [...history.past, before].slice(-mostSteps);
  return { past, future: [], place, changedAt: now };
}
