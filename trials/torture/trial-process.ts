import type { Pool, QueryResult } from 'pg';
import { pino } from 'pino';
import { receive, type Stores } from '../../src/intake/receive.ts';
import { createRecovery, type Recovery } from '../../src/intake/recover.ts';
import type { ObjectStore } from '../../src/objects/object-store.ts';
import { createSubmissionRecords } from '../../src/records/create-submission-records.ts';
import { createSchema } from '../../src/records/schema.ts';
import type { SubmissionRecords } from '../../src/records/submission-records.ts';
import type { ModelStore } from './model-store.ts';
import { type Protocol, recovery as recoveryTimes, timeLimits, upload } from './protocol.ts';
import type { SimulatedDatabase, Statement } from './simulated-database.ts';
import { nameOf, type TrialSubmission } from './trial-submission.ts';
import type { World } from './world.ts';

/** A process of the service. That its tables are there outlives a schedule, for they take long to get ready. */
export interface TrialProcess {
  /** Starts it in a schedule. */
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
const limits = { ...upload, submissionMs: timeLimits.submissionMs };

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
  const schema = createSchema(database.pool);
  await schema.ready();
  return {
    enter(entered) {
      scene = entered;
      // One statement at once, so that two submissions that come meanwhile share the next.
      const options = { leaseMs: upload.leaseMs, graceMs: protocol.graceMs, statementsAtOnce: 1 };
      const records = protocol.records(createSubmissionRecords(pool, options, schema), pool);
      return run(records, protocol.objects(objectsOf(name, entered)), entered);
    },
  };
}

function run(records: SubmissionRecords, objects: ObjectStore, { world, submissions }: Scene): RunningProcess {
  const { intervalMs } = recoveryTimes;
  const recovery: Recovery = createRecovery({ records, objects, log, intervalMs });
  const stores: Stores = { records, objects, abandonLater: recovery.abandonLater };

  async function answer(trial: TrialSubmission): Promise<void> {
    try {
      const received = await receive(trial.submission, stores, limits, log);
      settle(trial, 'receipt' in received ? received.receipt.id : null);
    } catch {
      settle(trial, null);
    }
    world.trace.push(`  ${trial.name} is answered: ${trial.answer}`);
  }

  /** A receipt may be that of an earlier submission, which was perhaps told to have failed. */
  function settle(trial: TrialSubmission, storedId: string | null): void {
    trial.answer = storedId === null ? 'failed' : 'stored';
    const stored = submissions.find(({ submission }) => submission.id === storedId);
    if (stored) stored.outcome = 'stored';
    if (trial.outcome === 'none') trial.outcome = 'failed';
  }

  return { receive: (trial) => void answer(trial), startRecovery: () => recovery.start() };
}

/** The pool, but for its statements. It always has a connection: that the database is away is seen by the statement. */
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
      if (kind === 'abandon' || kind === 'abandon-unanswered') for (const trial of trials) trial.isAbandoned = true;
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
    list: () => {
      throw new Error('No submission lists objects');
    },
    ping: () => Promise.reject(new Error('No submission asks whether the bucket answers')),
    close: async () => {},
  };
}
