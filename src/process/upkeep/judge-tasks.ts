import type { Pool } from 'pg';
import type { Task } from '../../platform/upkeep/upkeep.ts';
import { forgetUsedProofs } from '../../triage/guard/used-proofs.ts';
import { createJudge, type Judge } from '../../triage/judge.ts';
import type { JudgeParts } from '../../triage/judge-batch.ts';
import { forgetOldArrivals } from '../../triage/recorded-arrivals.ts';
import { createOpeningWatch } from '../../triage/watch-opening.ts';

const pollMs = 1000;
/** With the pause's jitter, a form that opens or closes is announced within five seconds. */
const watchMs = 4000;
const hourMs = 60 * 60_000;

/**
 * Opens the judge of a process with the role `upkeep`, and its tasks. Notifications also start it, so that a request need
 * not wait for the next poll.
 */
export function openJudge(pool: Pool, parts: Omit<JudgeParts, 'pool'>): { judge: Judge; tasks: readonly Task[] } {
  const judge = createJudge({ ...parts, pool });
  const tasks: readonly Task[] = [
    { name: 'verdicts', intervalMs: pollMs, run: (signal) => judge.judge(signal) },
    { name: 'opening', intervalMs: watchMs, run: createOpeningWatch({ ...parts, pool }) },
    {
      name: 'old arrivals',
      intervalMs: hourMs,
      async run(signal) {
        await forgetUsedProofs(pool, signal);
        await forgetOldArrivals(pool, signal);
      },
    },
  ];
  return { judge, tasks };
}
