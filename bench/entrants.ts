import type { Contestant } from './contestants.ts';
import type { LoadJob } from './load-job.ts';
import type { Load } from './loads.ts';
import type { Sample } from './sample.ts';
import type { World } from './world.ts';

/**
 * A participant in the loads: a contestant, or a limit to compare contestants with. The floor of a load is the sum of
 * the CPU times of `drain` and `put`.
 */
export interface Entrant {
  readonly name: string;
  readonly role: Contestant['role'] | 'drain' | 'put' | 'insert' | 'pgbench';
  takes(load: Load): boolean;
  /** Resolves with null when the entrant cannot run here. It has then printed the reason. */
  start(world: World): Promise<Running | null>;
}

export interface Running {
  measure(job: LoadJob): Promise<Sample>;
  stop(): Promise<void>;
}

/** Whether any submission of the load has files. */
export function hasFiles({ forms }: Load): boolean {
  return forms.some(({ fileCount }) => fileCount > 0);
}
