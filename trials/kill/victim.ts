import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Replica } from './replica.ts';
import { leaseMs, maxLateMs } from './short-times.ts';
import type { Call } from './steps.ts';
import type { AnswerFate, RequestFate, Trap } from './trap.ts';

/** A replica as its two proxies see it. */
export interface Victim {
  fateOfRequest(call: Call): RequestFate;
  fateOfAnswer(call: Call, rows: number): AnswerFate;
  /** Sends SIGKILL now. */
  die(): void;
  /** Sends SIGKILL within some milliseconds, during which the replica may proceed. */
  dieSoon(): void;
  /** Returns the delay of a late call, in milliseconds. */
  lateMs(): number;
}

const maxAfterMs = 4;

export function createVictim(trap: Trap, random: Random, replica: () => Replica): Victim {
  function die(): void {
    replica().kill();
    trap.killed();
  }

  return {
    // A process that is already dead cannot die at a call that it sent earlier.
    fateOfRequest: (call) => (replica().isAlive ? trap.fateOfRequest(call) : 'pass'),
    fateOfAnswer: (call, rows) => (replica().isAlive ? trap.fateOfAnswer(call, rows) : 'pass'),
    die,
    dieSoon: () => void sleep(random.fraction() * maxAfterMs).then(die),
    lateMs: () => (random.oneIn(4) ? random.below(leaseMs) : leaseMs + random.below(maxLateMs - leaseMs)),
  };
}
