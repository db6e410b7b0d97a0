import type { Pool } from 'pg';
import { forgetUsedProofs } from '../../operators/guard/used-proofs.ts';
import { createJudge, type Judge } from '../../operators/triage/judge.ts';
import type { JudgeParts } from '../../operators/triage/judge-batch.ts';
import { forgetOldArrivals } from '../../operators/triage/recorded-arrivals.ts';
import { createOpeningWatch } from '../../operators/triage/watch-opening.ts';
import type { Task } from '../../platform/upkeep/upkeep.ts';

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
