import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import { maxLateMs } from './short-times.ts';
import type { Trap } from './trap.ts';

/** The replica behind two proxies, as they see it. */
export interface Victim {
  readonly trap: Trap;
  /** SIGKILL, now. */
  die(): void;
  /** SIGKILL within some milliseconds, in which it may go on. */
  dieSoon(): void;
  /** How long a call is on its way that arrives late, in milliseconds. */
  lateMs(): number;
}

const maxAfterMs = 4;

export function createVictim(trap: Trap, random: Random, kill: () => void): Victim {
  function die(): void {
    kill();
    trap.killed();
  }

  return {
    trap,
    die,
    dieSoon: () => void sleep(random.fraction() * maxAfterMs).then(die),
    lateMs: () => random.below(maxLateMs),
  };
}
