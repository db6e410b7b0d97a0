import type { Contestant } from './contestants.ts';
import type { LoadJob } from './load-job.ts';
import type { Load } from './loads.ts';
import type { Sample } from './sample.ts';
import type { World } from './world.ts';

/**
 * Who takes turns at the loads: the contestants, and the limits that they are held against. The floor of a load is the
 * CPU time of `drain` and `put` added up.
 */
export interface Entrant {
  readonly name: string;
  readonly role: Contestant['role'] | 'drain' | 'put' | 'insert' | 'pgbench';
  takes(load: Load): boolean;
  /** Null when it cannot run here; it has said why. */
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
