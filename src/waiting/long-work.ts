/** Whether a request has done long work in the current turn of the event loop. */
let spent = false;

/** True when further long work has to wait for a later turn, whichever request it belongs to. */
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
