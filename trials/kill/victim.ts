import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Replica } from './replica.ts';
import { leaseMs, maxLateMs } from './short-times.ts';
import type { Call } from './steps.ts';
import type { AnswerFate, RequestFate, Trap } from './trap.ts';

/** The replica behind two proxies, as they see it. */
export interface Victim {
  fateOfRequest(call: Call): RequestFate;
  fateOfAnswer(call: Call, rows: number): AnswerFate;
  /** SIGKILL, now. */
  die(): void;
  /** SIGKILL within some milliseconds, in which it may go on. */
  dieSoon(): void;
  /** How long a call is on its way that arrives late, in milliseconds. */
  lateMs(): number;
}

const maxAfterMs = 4;

export function createVictim(trap: Trap, random: Random, replica: () => Replica): Victim {
  function die(): void {
    replica().kill();
    trap.killed();
  }

  return {
    // What a dead process has sent is no step at which it could die.
    fateOfRequest: (call) => (replica().isAlive ? trap.fateOfRequest(call) : 'pass'),
    fateOfAnswer: (call, rows) => (replica().isAlive ? trap.fateOfAnswer(call, rows) : 'pass'),
    die,
    dieSoon: () => void sleep(random.fraction() * maxAfterMs).then(die),
    lateMs: () => (random.oneIn(4) ? random.below(leaseMs) : leaseMs + random.below(maxLateMs - leaseMs)),
  };
}
