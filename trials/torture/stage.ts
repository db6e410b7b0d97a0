import type { Protocol } from './protocol.ts';
import type { SimulatedDatabase } from './simulated-database.ts';
import { createTrialProcess, type TrialProcess } from './trial-process.ts';

/** The database and processes on which the schedules of one protocol run in turn. */
export interface Stage {
  readonly database: SimulatedDatabase;
  readonly p1: TrialProcess;
  readonly p2: TrialProcess;
  /** Started after the submissions, to recover the remains of the others. */
  readonly p3: TrialProcess;
  /** Started when no more faults occur. */
  readonly p4: TrialProcess;
}

export async function createStage(database: SimulatedDatabase, protocol: Protocol): Promise<Stage> {
  const p1 = await createTrialProcess('p1', database, protocol);
  const p2 = await createTrialProcess('p2', database, protocol);
  const p3 = await createTrialProcess('p3', database, protocol);
  const p4 = await createTrialProcess('p4', database, protocol);
  await database.addChannel();
  return { database, p1, p2, p3, p4 };
}
