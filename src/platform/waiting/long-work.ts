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
