import type { ServingProcess, TrialSubmission } from './trial-submission.ts';
import { createTrialSubmission } from './trial-submission.ts';
import type { World } from './world.ts';

/** Somebody who sends one form under one key until it is stored. */
export interface RepeatingCustomer {
  /** Sends the form by `send`, now and each further time. */
  start(send: (trial: TrialSubmission) => void): void;
  /** Holds a receipt, has given up, or nobody is left who could give one. */
  isOver(): boolean;
  /** Whether no receipt came though somebody could have given one. */
  hasGivenUp(): boolean;
}

const lookMs = 5000;
const pauseMs = 20_000;
/** Longer than any lease, pause and absence together. */
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
      world.time.after(isOver ? pauseMs : lookMs, () => (isOver ? attempt(send) : look()));
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
