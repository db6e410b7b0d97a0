import { Client, Pool, type QueryResult } from 'pg';
import { createTestDatabase } from '../../test/support/embedded-database.ts';

/** A real PostgreSQL with one connection, whose `now()` and `random()` follow the schedule. */
export interface SimulatedDatabase {
  readonly pool: Pool;
  /** Adds the channel that receives every request. The tables must exist. */
  addChannel(): Promise<void>;
  /** Empties the database and seeds its random numbers again. */
  reset(seed: number): Promise<void>;
  run(statement: Statement, nowMs: number): Promise<QueryResult>;
  /** Resolves with everything recorded now. */
  look(): Promise<Recorded>;
  close(): Promise<void>;
}

export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
}

export interface Recorded {
  readonly requests: readonly string[];
  /** The requests in `submitted_commission_requests`. */
  readonly shown: readonly string[];
  readonly files: readonly RecordedFile[];
  readonly intents: readonly RecordedIntent[];
  /** The deliveries to the one channel, a line for each. */
  readonly deliveries: readonly string[];
}

interface RecordedIntent {
  readonly requestId: string;
  readonly keys: readonly string[];
  readonly state: 'PENDING' | 'CONDEMNED';
}

export interface RecordedFile {
  readonly requestId: string;
  readonly position: number;
  readonly key: string;
  readonly sha256: string;
}

const clockStart = Date.parse('2026-01-01T00:00:00Z');
const sessionOptions = [
  // `trial` comes before pg_catalog, so that the statements of the records use the schedule's clock.
  'search_path=trial,pg_catalog,public',
  `trial.now=${clockText(0)}`,
  'synchronous_commit=off',
];

const prepareText = `
  create schema if not exists trial;
  create function trial.now() returns timestamptz stable language sql
  as $$ select current_setting('trial.now')::timestamptz $$`;

const setClockText = "select set_config('trial.now', $1, false)";

// Truncates the table whose row order on disk decides the order in which a sweep claims rows.
const emptyText =
  'delete from commission_requests; truncate upload_intents; delete from idempotency_keys; delete from deliveries';

const lookText = `
  select
    (select coalesce(json_agg(id), '[]') from commission_requests) as requests,
    (select coalesce(json_agg(id), '[]') from submitted_commission_requests) as shown,
    (select coalesce(json_agg(json_build_object(
      'requestId', request_id, 'position', position, 'key', file_key, 'sha256', sha256) order by position), '[]')
      from commission_request_files) as files,
    (select coalesce(json_agg(json_build_object('requestId', request_id, 'keys', keys, 'state', state)), '[]')
      from upload_intents) as intents,
    (select coalesce(json_agg(request_id), '[]') from deliveries) as deliveries`;

const channelText = `
  insert into delivery_channels (id, kind, name, types, settings)
  values ('00000000-0000-4000-8000-000000000000', 'webhook', 'trial', array['request.created'], '{}')
  on conflict (id) do nothing`;

export async function openSimulatedDatabase(): Promise<SimulatedDatabase> {
  const database = await createTestDatabase();
  const connection = {
    connectionString: database.url,
    options: sessionOptions.map((option) => `-c ${option}`).join(' '),
  };
  const pool = new Pool(connection);
  // Pipelined, so that setting the clock, the statement and the check take one round trip.
  const client = new Client({ ...connection, pipeline: true });
  await client.connect();
  await client.query(prepareText);
  let clockMs = 0;
  let lastLook: Promise<Recorded> | null = null;

  async function setClock(nowMs: number): Promise<void> {
    if (nowMs === clockMs) return;
    clockMs = nowMs;
    await client.query({ name: 'set-clock', text: setClockText, values: [clockText(nowMs)] });
  }

  async function readAll(): Promise<Recorded> {
    const { rows } = await client.query<Recorded>({ name: 'look', text: lookText });
    if (!rows[0]) throw new Error('A look at the records has one row');
    return rows[0];
  }

  return {
    pool,
    addChannel: async () => void (await client.query(channelText)),
    async reset(seed) {
      lastLook = null;
      const emptied = client.query(emptyText);
      await Promise.all([
        setClock(0),
        emptied,
        client.query({ name: 'dice', text: 'select setseed($1)', values: [seed] }),
      ]);
    },
    async run(statement, nowMs) {
      const clock = setClock(nowMs);
      const answer = client.query(statement);
      const isSweep = sweeps.has(statement.name ?? '');
      if (!isSweep) lastLook = readAll();
      const [, result] = await Promise.all([clock, answer]);
      if (isSweep && result.rowCount !== 0) lastLook = null;
      return result;
    },
    look() {
      lastLook ??= readAll();
      return lastLook;
    },
    async close() {
      await Promise.all([client.end(), pool.end()]);
      await database.drop();
    },
  };
}

/** Statements that usually find no rows. Their rows show when they found something. */
const sweeps: ReadonlySet<string> = new Set(['claim-due', 'forget-keys', 'renew']);

function clockText(nowMs: number): string {
  return new Date(clockStart + nowMs).toISOString();
}
