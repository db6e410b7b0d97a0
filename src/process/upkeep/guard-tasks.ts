import type { Pool } from 'pg';
import type { Task } from '../../platform/upkeep/upkeep.ts';
import { createJudge, type Judge, type JudgeParts } from '../../triage/guard/judge.ts';
import { forgetOldArrivals } from '../../triage/guard/used-proofs.ts';

const lookIntervalMs = 1000;
const hourMs = 60 * 60_000;

/** Opens the judge of a process with the role `upkeep`, and its tasks. It is called too, so that nobody waits for a look. */
export function openJudge(pool: Pool, parts: Omit<JudgeParts, 'pool'>): { judge: Judge; tasks: readonly Task[] } {
  const judge = createJudge({ ...parts, pool });
  const tasks: readonly Task[] = [
    { name: 'verdicts', intervalMs: lookIntervalMs, run: (signal) => judge.judge(signal) },
    { name: 'old arrivals', intervalMs: hourMs, run: (signal) => forgetOldArrivals(pool, signal) },
  ];
  return { judge, tasks };
}
