import type { Pool, QueryResult } from 'pg';
import { pino } from 'pino';
import { projectPath } from '../../bench/paths.ts';
import { createSubmissionPriority } from '../../src/deliveries/ledger/submission-priority.ts';
import { createIntentJournal } from '../../src/intake/journal/create-intent-journal.ts';
import type { IntentJournal } from '../../src/intake/journal/intent-journal.ts';
import { createRollBack } from '../../src/intake/journal/roll-back.ts';
import { createSubmissionRecords } from '../../src/intake/records/create-submission-records.ts';
import { createSchema } from '../../src/intake/records/schema.ts';
import type { SubmissionRecords } from '../../src/intake/records/submission-records.ts';
import { receive, type Stores } from '../../src/intake/steps/receive.ts';
import type { ObjectStore } from '../../src/platform/objects/object-store.ts';
import { createUpkeep } from '../../src/platform/upkeep/upkeep.ts';
import { upkeepTasks } from '../../src/process/upkeep/upkeep-tasks.ts';
import type { ModelStore } from './model-store.ts';
import { type Protocol, timeLimits } from './protocol.ts';
import type { SimulatedDatabase, Statement } from './simulated-database.ts';
import { nameOf, type TrialSubmission } from './trial-submission.ts';
import type { World } from './world.ts';

/** A process of the service. Its tables are prepared once for all schedules, because that takes long. */
export interface TrialProcess {
  /** Starts the process in a schedule. */
  enter(scene: Scene): RunningProcess;
}

export interface RunningProcess {
  receive(trial: TrialSubmission): void;
  startRecovery(): void;
}

export interface Scene {
  readonly world: World;
  readonly database: SimulatedDatabase;
  readonly store: ModelStore;
  readonly submissions: readonly TrialSubmission[];
}

const log = pino({ level: 'silent' });
const limits = { ...timeLimits, attempts: timeLimits.putAttempts };

export async function createTrialProcess(
  name: string,
  database: SimulatedDatabase,
  protocol: Protocol,
): Promise<TrialProcess> {
  let scene: Scene | null = null;
  const pool = poolWith(database.pool, (statement) => {
    if (!scene) throw new Error('A statement before the first scene');
    return send(name, statement, scene);
  });
  const schema = createSchema({ pool: database.pool, directory: projectPath('src/intake/records/migrations') });
  await schema.ready();
  return {
    enter(entered) {
      scene = entered;
      const { leaseMs } = timeLimits;
      // One statement at a time, so that two submissions that arrive meanwhile share the next one.
      const records = createSubmissionRecords({ pool, schema, leaseMs, statementsAtOnce: 1 });
      const journal = createIntentJournal(pool, { leaseMs, graceMs: protocol.graceMs });
      const parts = {
        pool,
        records: protocol.records(records, pool),
        journal: protocol.journal(journal, pool),
        objects: protocol.objects(objectsOf(name, entered)),
      };
      return run(parts, entered);
    },
  };
}

interface Parts {
  readonly pool: Pool;
  readonly records: SubmissionRecords;
  readonly journal: IntentJournal;
  readonly objects: ObjectStore;
}

const config: Parameters<typeof upkeepTasks>[0]['config'] = {
  roles: ['intake', 'upkeep'],
  bucketName: 'trial',
  inbox: null,
  timeLimits,
};

function run({ pool, records, journal, objects }: Parts, { world, submissions }: Scene): RunningProcess {
  const rollBacks = createRollBack({ journal, objects, log });
  const submissionPriority = createSubmissionPriority();
  const parts = { config, pool, journal, rollBacks, objects, submissionPriority, log };
  const upkeep = createUpkeep(upkeepTasks(parts), log);
  const stores: Stores = { records, leases: journal, objects, rollBacks };

  async function answer(trial: TrialSubmission): Promise<void> {
    try {
      const received = await receive(trial.submission, stores, limits);
      settle(trial, 'receipt' in received ? received.receipt.id : null);
    } catch {
      settle(trial, null);
    }
    world.trace.push(`  ${trial.name} is answered: ${trial.answer}`);
  }

  /** A receipt may be that of an earlier submission, which may have received a failure. */
  function settle(trial: TrialSubmission, storedId: string | null): void {
    trial.answer = storedId === null ? 'failed' : 'stored';
    const stored = submissions.find(({ submission }) => submission.id === storedId);
    if (stored) stored.outcome = 'stored';
    if (trial.outcome === 'none') trial.outcome = 'failed';
  }

  return { receive: (trial) => void answer(trial), startRecovery: () => upkeep.start() };
}

/**
 * Returns the pool with its queries replaced. It always has a connection; only the statement fails when the database is
 * down.
 */
function poolWith(pool: Pool, query: (statement: Statement) => Promise<QueryResult>): Pool {
  const replaced = (first: string | Statement, values?: unknown[]) =>
    query(typeof first === 'string' ? { text: first, ...(values && { values }) } : first);
  const client = { query: replaced, release() {} };
  const replacements: Readonly<Record<PropertyKey, unknown>> = { query: replaced, connect: async () => client };
  return new Proxy(pool, {
    get: (target, property) => replacements[property] ?? Reflect.get(target, property),
  });
}

function send(process: string, statement: Statement, scene: Scene): Promise<QueryResult> {
  const { world, database, submissions } = scene;
  const kind = statement.name ?? statement.text.trim().split(/\s+/, 2).join(' ');
  const named = JSON.stringify(statement.values ?? []);
  const trials = submissions.filter(({ submission }) => named.includes(submission.id));
  const sent = world.request({
    process,
    part: 'database',
    label: [kind, ...trials.map((trial) => trial.name)].join(' '),
    signal: null,
    async carryOut() {
      const result = await database.run(statement, world.time.nowMs());
      if (kind === 'condemn') for (const trial of trials) trial.isCondemned = true;
      return result;
    },
  });
  return sent as Promise<QueryResult>;
}

function objectsOf(process: string, { world, store, submissions }: Scene): ObjectStore {
  const request = (verb: string, key: string, signal: AbortSignal, carryOut: () => Promise<void>) =>
    world.request({ process, part: 'objects', label: `${verb} ${nameOf(key, submissions)}`, signal, carryOut });
  return {
    async put(key, body, { signal }) {
      await request('put', key, signal, () => store.put(key, body));
    },
    async delete(key, { signal }) {
      await request('delete', key, signal, () => store.delete(key));
    },
    get: () => Promise.reject(new Error('No submission reads its objects')),
    stat: () => Promise.reject(new Error('No submission asks about its objects')),
    list: () => {
      throw new Error('No submission lists objects');
    },
    ping: () => Promise.reject(new Error('No submission asks whether the bucket answers')),
    close: async () => {},
  };
}
