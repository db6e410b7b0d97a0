import { setImmediate as nextTurn } from 'node:timers/promises';

/** Whether a request has done long work in the current turn of the event loop. */
let spent = false;

/** True when the chunks of every request have to wait for a later turn. */
export function isTurnSpent(): boolean {
  return spent;
}

/** Marks the current turn as spent. */
export function spendTurn(): void {
  if (spent) return;
  spent = true;
  setImmediate(() => {
    spent = false;
  });
}

/**
 * Returns a wait to call after each of many pieces of work. It ends the turn of the event loop once the pieces have taken
 * this long.
 */
export function createSlices(sliceMs: number): () => Promise<void> {
  let endsAt = performance.now() + sliceMs;
  return async () => {
    if (performance.now() < endsAt) return;
    await nextTurn();
    endsAt = performance.now() + sliceMs;
  };
}
