import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemActor } from '../../src/events/events.ts';
import { createUuidV7 } from '../../src/intake/submission/submission.ts';
import { eraseRequests } from '../../src/keeping/erasure/erase-requests.ts';
import { inTransaction } from '../../src/platform/database/transaction.ts';
import { studioSchema } from '../../src/studio/document/studio.ts';
import { createChallenges } from '../../src/triage/guard/challenges.ts';
import { createJudge } from '../../src/triage/judge.ts';
import { fixedStudio } from '../support/fixed-studio.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { proofOfChallenge } from '../support/solved-challenge.ts';
import { honestMessage } from './honest-messages.ts';

const secret = createSecretKey(randomBytes(32));
const challenges = createChallenges(async () => secret);
const file = { studio: studioSchema.parse({ guard: { mode: 'hold' } }), keys: ['guard'] as const };

let database: MigratedDatabase;

beforeAll(async () => {
  database = await openMigratedDatabase();
});

afterAll(() => database.close());

function openJudge(pool: Pool, setting: typeof file | null = file) {
  return createJudge({ pool, challenges, secret: async () => secret, studio: fixedStudio(), file: setting });
}

interface Sent {
  readonly email: string;
  readonly message: string;
  readonly network: string;
  readonly proof: string | null;
  /** Now, unless it is said. */
  readonly at?: Date;
}

const storeText = `
  insert into commission_requests (
    id, created_at, status, customer_name, customer_email, message, extra_ids, has_files, hold, judging, guard
  )
  select id, at, 'NEW', 'Somebody', email, message, '{}', false, 'pending', 'guard',
    jsonb_build_object('address', network, 'began', now(), 'proof', proof, 'codeHash', null)
  from json_to_recordset($1) as sent (id uuid, at timestamptz, email text, message text, network text, proof text)`;

/** Stores requests that wait for a verdict, as the intake does. Resolves with their ids. */
async function store(sent: readonly Sent[]): Promise<readonly string[]> {
  const rows = sent.map(({ at = new Date(), ...one }) => ({ ...one, at, id: createUuidV7(at) }));
  await database.pool.query(storeText, [JSON.stringify(rows)]);
  return rows.map(({ id }) => id);
}

const someone = (message: string): Sent => ({
  email: `${randomUUID()}@example.org`,
  message,
  network: '203.0.113.0/24',
  proof: null,
});
const eventsOf = async (id: string) =>
  (await database.pool.query('select kind from request_events where request_id = $1', [id])).rows.map(
    ({ kind }) => kind,
  );

async function countOf(kinds: readonly string[]): Promise<number> {
  const text = 'select count(*)::int as count from request_signals where kind = any($1)';
  return (await database.pool.query<{ count: number }>(text, [kinds])).rows[0]?.count ?? 0;
}

describe('three processes that judge at once', () => {
  it('are of one mind: a proof counts for one request', async () => {
    const proof = await proofOfChallenge(await challenges.create());
    const sent = Array.from({ length: 30 }, (_, index) => ({
      email: `${randomUUID()}@example.org`,
      message: 'Hello',
      network: `10.0.${index}.0/24`,
      proof,
    }));
    await store(sent);
    const pools = [1, 2, 3].map(() => new Pool({ connectionString: database.url, max: 2 }));
    await Promise.all(pools.map((pool) => openJudge(pool).judge()));
    await Promise.all(pools.map((pool) => pool.end()));
    expect(await countOf(['proof-used'])).toBe(29);
    const { rows } = await database.pool.query(
      'select hold, count(*)::int as count from commission_requests group by hold',
    );
    expect(new Map(rows.map(({ hold, count }) => [hold, count]))).toEqual(
      new Map([
        ['held', 29],
        [null, 1],
      ]),
    );
  });
});

describe('a request that becomes visible after a later one was judged', () => {
  const judge = async (sent: readonly Sent[]) => {
    await store(sent);
    await openJudge(database.pool).judge();
  };

  it('is counted as one more of its network', async () => {
    const began = Date.now();
    const sent = Array.from({ length: 11 }, (_, index) => ({
      email: `${randomUUID()}@example.org`,
      message: 'Hello',
      network: '192.0.2.0/24',
      proof: null,
      at: new Date(began + index),
    }));
    const before = await countOf(['many-requests']);
    await judge(sent.toSpliced(5, 1));
    expect(await countOf(['many-requests'])).toBe(before);
    await judge(sent.slice(5, 6));
    expect(await countOf(['many-requests'])).toBe(before + 1);
  });

  it('has the same text as the later one', async () => {
    const began = Date.now();
    const sent = Array.from({ length: 3 }, (_, index) => ({
      email: `${randomUUID()}@example.org`,
      message: `An offer that nobody who has a shop of pictures should miss, whatever they sell, ${began}`,
      network: `192.0.${index}.0/24`,
      proof: null,
      at: new Date(began + index),
    }));
    const before = await countOf(['same-text']);
    await judge(sent.toSpliced(0, 1));
    expect(await countOf(['same-text'])).toBe(before);
    await judge(sent.slice(0, 1));
    expect(await countOf(['same-text'])).toBe(before + 1);
  });
});

describe('a request that waits for its verdict', () => {
  it('passes once when the answer to the commit is lost', async () => {
    const [id = ''] = await store([someone('Two cats')]);
    const pool = new Pool({ connectionString: database.url, max: 1 });
    const client = await pool.connect();
    const query = client.query.bind(client) as (...given: readonly unknown[]) => Promise<unknown>;
    const losing = async (...given: readonly unknown[]) => {
      const result = await query(...given);
      if (given[0] === 'commit') throw new Error('The connection was lost');
      return result;
    };
    Object.assign(client, { query: losing });
    client.release();
    await pool.query('select 1');
    await expect(openJudge(pool, null).judge()).rejects.toThrow('The connection was lost');
    await pool.end();
    await openJudge(database.pool, null).judge();
    expect(await eventsOf(id)).toEqual(['created']);
  });

  it('is gone for good when it is erased meanwhile', async () => {
    const [id = '', other = ''] = await store([someone('Two cats'), someone('A dog')]);
    await inTransaction(database.pool, async (client) => {
      await eraseRequests(client, [id], { reason: 'request', actor: systemActor });
      await openJudge(database.pool, null).judge();
    });
    await openJudge(database.pool, null).judge();
    expect([await eventsOf(id), await eventsOf(other)]).toEqual([['erasure'], ['created']]);
    expect((await database.pool.query('select from commission_requests where id = $1', [id])).rowCount).toBe(0);
  });
});

describe('ten thousand honest texts in eleven languages', () => {
  it('are held for none of their words', async () => {
    const before = await countOf(['same-text', 'many-links']);
    await store(
      Array.from({ length: 10_000 }, (_, index) => ({
        email: `person${index}@example.org`,
        message: honestMessage(index),
        network: `${Math.floor(index / 250)}.${index % 250}.7.0/24`,
        proof: null,
      })),
    );
    await openJudge(database.pool).judge();
    expect(await countOf(['same-text', 'many-links'])).toBe(before);
  });
});
