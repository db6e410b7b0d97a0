import type { ServingProcess, TrialSubmission } from './trial-submission.ts';
import { createTrialSubmission } from './trial-submission.ts';
import type { World } from './world.ts';

/** A customer who sends one form with one key until it is stored. */
export interface RepeatingCustomer {
  /** Sends the form with `send`, now and at each retry. */
  start(send: (trial: TrialSubmission) => void): void;
  /** True when the customer has a receipt, has given up, or no process is left to respond. */
  isOver(): boolean;
  /** Whether the customer received no receipt although a process could have responded. */
  hasGivenUp(): boolean;
}

const pollMs = 5000;
const pauseMs = 20_000;
/** Longer than all leases, pauses and absences together. */
const mostAttempts = 40;
const inTurn: readonly ServingProcess[] = ['p1', 'p2', 'p3', 'p4'];

export function createRepeatingCustomer(
  name: string,
  first: ServingProcess,
  fileCount: number,
  world: World,
): RepeatingCustomer {
  const attempts: TrialSubmission[] = [];

  function attempt(send: (trial: TrialSubmission) => void): void {
    const process = [first, ...inTurn].find((candidate) => !world.isDead(candidate));
    if (!process || attempts.length === mostAttempts) return;
    const trial = createTrialSubmission(`${name}.${attempts.length + 1}`, process, fileCount, name, `key of ${name}`);
    attempts.push(trial);
    send(trial);
    const look = () => {
      if (trial.answer === 'stored') return;
      const isOver = trial.answer === 'failed' || world.isDead(process);
      world.time.after(isOver ? pauseMs : pollMs, () => (isOver ? attempt(send) : look()));
    };
    look();
  }

  const hasReceipt = () => attempts.some(({ answer }) => answer === 'stored');
  const isLast = () => attempts.length === mostAttempts && attempts.at(-1)?.answer === 'failed';
  return {
    start: attempt,
    isOver: () => hasReceipt() || isLast() || inTurn.every((process) => world.isDead(process)),
    hasGivenUp: () => !hasReceipt() && isLast(),
  };
}
