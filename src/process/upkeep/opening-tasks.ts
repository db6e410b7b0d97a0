import type { Pool } from 'pg';
import type { Config } from '../../configuration/config.ts';
import type { Task } from '../../platform/upkeep/upkeep.ts';
import type { StudioSource } from '../../studio/document/served-studio.ts';
import { createSettling } from '../../triage/opening/settle-arrivals.ts';

interface OpeningTaskParts {
  /** Not the one of submissions. */
  readonly pool: Pool;
  readonly studio: StudioSource;
}

/** With the pause's jitter, late requests are sorted within five seconds. */
const settleMs = 4000;

/** Returns the task that sorts what comes to a closed form, and tells of a form that opens or closes. */
export function openingTasks({ pool, studio }: OpeningTaskParts, { roles, studioFile }: Config): readonly Task[] {
  if (!roles.includes('upkeep')) return [];
  return [{ name: 'opening', intervalMs: settleMs, run: createSettling({ pool, studio, file: studioFile }) }];
}
