import { randomBytes } from 'node:crypto';
import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import fc from 'fast-check';
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Submission } from '../../src/intake/submission/submission.ts';
import { createTestDatabaseWithTables, type TestDatabase } from '../support/embedded-database.ts';
import { handled } from '../support/handled.ts';
import { openRecords, type TestRecords } from '../support/open-records.ts';
import { lockWaiters } from '../support/record-tables.ts';
import { submissionOf } from '../support/submission.ts';

let database: TestDatabase;
let observer: Pool;
let pool: Pool;
let records: TestRecords;

beforeAll(async () => {
  database = await createTestDatabaseWithTables();
  observer = new Pool({ connectionString: database.url, max: 2 });
});

afterAll(async () => {
  await observer.end();
  await database.drop();
});

beforeEach(async () => {
  pool = new Pool({ connectionString: database.url, max: 8 });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  records = openRecords(pool);
  await records.ready();
  await observer.query('truncate commission_requests, upload_intents, commission_extras cascade');
});

afterEach(async () => {
  vi.restoreAllMocks();
  if (!pool.ended) await pool.end();
});

const submissions = (count: number, files: readonly string[] = []) =>
  Array.from({ length: count }, () => submissionOf(files));

const beginAll = (all: readonly Submission[]) => Promise.allSettled(all.map((one) => records.begin(one)));

const idsOf = (all: readonly Submission[]) => all.map(({ id }) => id).sort();

async function storedIds(table = 'commission_requests', column = 'id'): Promise<string[]> {
  const { rows } = await observer.query(`select ${column} as id from ${table} order by ${column}`);
  return rows.map((row) => row.id);
}

/** Resolves with the number of statements that wait for a lock, as soon as there is one. */
async function untilLockIsAwaited(): Promise<number> {
  await expect.poll(() => lockWaiters(observer), { interval: 5 }).toBeGreaterThan(0);
  return lockWaiters(observer);
}

describe('submissions that come together', () => {
  it('are begun by one statement', async () => {
    const connect = vi.spyOn(pool, 'connect');
    const all = submissions(50);
    await beginAll(all);
    expect(connect).toHaveBeenCalledTimes(1);
    expect(await storedIds()).toEqual(idsOf(all));
  });

  it('are begun by as many statements as their number asks for', async () => {
    const connect = vi.spyOn(pool, 'connect');
    const all = submissions(250);
    await beginAll(all);
    expect(connect).toHaveBeenCalledTimes(3);
    expect(await storedIds()).toEqual(idsOf(all));
  });

  it('are begun by one statement, but for those with long identifiers', async () => {
    const connect = vi.spyOn(pool, 'connect');
    const long = Array.from({ length: 3 }, () => submissionOf([], { extraIds: ['a'.repeat(40_000)] }));
    const all = [...submissions(20), ...long, submissionOf([], { typeId: 'a'.repeat(40_000) })];
    await beginAll(all);
    expect(connect).toHaveBeenCalledTimes(1 + 4);
    expect(await storedIds()).toEqual(idsOf(all));
  });

  it('are stored whatever identifiers they name, which no index holds whole', async () => {
    const long = randomBytes(60_000).toString('base64url');
    const submission = submissionOf([], { typeId: long, optionId: long, customCardId: long, extraIds: [long] });
    await beginAll([submission]);
    const { rows } = await observer.query('select type_id = $2 as is_same from commission_requests where id = $1', [
      submission.id,
      long,
    ]);
    expect(rows).toEqual([{ is_same: true }]);
  });

  it('get each their own row, links and keys', async () => {
    await observer.query("insert into commission_extras (id) values ('x'), ('y')");
    const plain = submissionOf([], { message: 'plain', customerSocials: null });
    const odd = submissionOf(['a', 'b'], { message: `"'\\ {},[]\n€😀`, extraIds: ['y', 'none', 'x', 'y', '{"a,\\'] });
    await beginAll([plain, odd]);
    const { rows } = await observer.query('select * from commission_requests where id = any($1)', [[plain.id, odd.id]]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const { id, createdAt, payload } of [plain, odd]) {
      expect(byId.get(id)).toMatchObject({
        created_at: createdAt,
        status: 'NEW',
        message: payload.message,
        customer_socials: payload.customerSocials,
        extra_ids: payload.extraIds,
      });
    }
    const links = await observer.query('select request_id, extra_id from commission_request_extras order by extra_id');
    expect(links.rows).toEqual(['x', 'y'].map((extra_id) => ({ request_id: odd.id, extra_id })));
    const intents = await observer.query('select request_id, keys from upload_intents');
    expect(intents.rows).toEqual([{ request_id: odd.id, keys: odd.files.map(({ key }) => key) }]);
  });

  it('fail one by one: what is refused to one is stored of the others', async () => {
    const bad = submissionOf([]);
    await records.begin(bad);
    const good = submissions(50);
    const outcomes = await beginAll([...good.slice(0, 25), bad, ...good.slice(25)]);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { code: '23505' } }]);
    expect(outcomes[25]?.status).toBe('rejected');
    expect(await storedIds()).toEqual(idsOf([bad, ...good]));
  });

  it('do not wait for the lock that one of them needs', async () => {
    await observer.query("insert into commission_extras (id) values ('leaving')");
    const deleting = await observer.connect();
    try {
      await deleting.query("begin; delete from commission_extras where id = 'leaving'");
      const linked = submissionOf([], { extraIds: ['leaving'] });
      const others = submissions(20);
      const begun = handled(records.begin(linked));
      await beginAll(others);
      expect(await storedIds()).toEqual(idsOf(others));
      // Submissions that arrive during the wait do not wait either.
      const later = submissionOf([]);
      await untilLockIsAwaited();
      await records.begin(later);
      await deleting.query('rollback');
      await begun;
      expect(await storedIds()).toEqual(idsOf([...others, later, linked]));
      expect(await storedIds('commission_request_extras', 'request_id')).toEqual([linked.id]);
    } finally {
      deleting.release();
    }
  });

  it('find no key in use that only their own failed statement held', async () => {
    await observer.query("insert into commission_extras (id) values ('busy')");
    const changing = await observer.connect();
    try {
      for (let round = 0; round < 30; round += 1) {
        await changing.query("begin; select from commission_extras where id = 'busy' for update");
        const all = Array.from({ length: 30 }, (_, at) =>
          submissionOf([], { extraIds: ['busy'] }, `key-${round}-${at}`),
        );
        const begun = handled(Promise.all(all.map((one) => records.begin(one))));
        await untilLockIsAwaited();
        await changing.query('commit');
        expect(await begun).toEqual(all.map(({ id }) => ({ requestId: id, fence: 1 })));
      }
    } finally {
      changing.release();
    }
  });

  it.each([0, 2])('fail all when their connection is lost, and can all be taken back (%i files)', async (files) => {
    const blocker = await observer.connect();
    const all = submissions(20, ['a', 'b'].slice(0, files));
    try {
      await blocker.query('begin; lock table commission_requests in exclusive mode');
      const outcomes = beginAll(all);
      expect(await untilLockIsAwaited()).toBe(1);
      await observer.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      expect((await outcomes).filter(({ status }) => status === 'rejected')).toHaveLength(all.length);
      await blocker.query('rollback');
    } finally {
      blocker.release();
    }
    await Promise.all(
      all.map(({ id, files: sent }) =>
        records.condemn({ requestId: id, keys: sent.map(({ key }) => key), idempotencyKey: null }),
      ),
    );
    expect(await storedIds()).toEqual([]);
    const { rows } = await observer.query('select distinct state, cardinality(keys) as keys from upload_intents');
    expect(rows).toEqual([{ state: 'CONDEMNED', keys: files }]);
    await records.begin(submissionOf([]));
  });

  it('are completed by one statement, but for those whose claim was lost', async () => {
    const all = submissions(20, ['a', 'b', 'c']);
    const claims = await Promise.all(all.map((one) => records.claim(one)));
    const [lost, ...kept] = all;
    if (!lost) throw new Error('There are twenty');
    await observer.query('update upload_intents set fence = 2 where request_id = $1', [lost.id]);
    const connect = vi.spyOn(pool, 'connect');
    const completions = await Promise.all(
      all.map((one, index) => records.complete(claims[index] ?? { requestId: one.id, fence: 0 }, one)),
    );
    expect(connect).toHaveBeenCalledTimes(1);
    expect(completions).toEqual(['claim-lost', ...kept.map(() => 'completed')]);
    expect(new Set(await storedIds('commission_request_files', 'request_id'))).toEqual(new Set(idsOf(kept)));
    expect(await storedIds('upload_intents', 'request_id')).toEqual([lost.id]);
    const { rows } = await observer.query('select count(*)::int as n from commission_request_files');
    expect(rows[0].n).toBe(kept.length * 3);
  });

  it('end with the pool: those under way are stored, later ones rejected', async () => {
    const all = submissions(20);
    const outcomes = beginAll(all);
    await turnOfEventLoop();
    await turnOfEventLoop();
    await pool.end();
    expect((await outcomes).map(({ status }) => status)).toEqual(all.map(() => 'fulfilled'));
    await expect(records.begin(submissionOf([]))).rejects.toMatchObject({
      cause: { message: expect.stringContaining('after calling end') },
    });
    expect(await storedIds()).toEqual(idsOf(all));
  });
});

describe('a submission that comes alone', () => {
  it.each(['deallocate all', 'set default_transaction_read_only = on'])(
    'fails once over a session at fault, which is not used again: %s',
    async (fault) => {
      const single = new Pool({ connectionString: database.url, max: 1 });
      single.on('error', () => {});
      single.on('connect', (client) => client.on('error', () => {}));
      try {
        const own = openRecords(single);
        await own.begin(submissionOf([]));
        await single.query(fault);
        await expect(own.begin(submissionOf([]))).rejects.toThrow();
        await own.begin(submissionOf([]));
      } finally {
        await single.end();
      }
    },
  );

  it('is refused by one statement', async () => {
    const submission = submissionOf([]);
    await records.begin(submission);
    const connect = vi.spyOn(pool, 'connect');
    await expect(records.begin(submission)).rejects.toMatchObject({ code: '23505' });
    expect(connect).toHaveBeenCalledTimes(1);
  });
});

describe('the group commit', () => {
  it('stores exactly what it acknowledged, however submissions come, are refused and are interrupted', async () => {
    const arrival = fc.record({
      turns: fc.nat(3),
      files: fc.nat(2),
      isRefused: fc.boolean(),
    });
    const runs = fc.asyncProperty(
      fc.array(arrival, { minLength: 1, maxLength: 60 }),
      fc.nat(4),
      async (arrivals, cuts) => {
        await observer.query('truncate commission_requests, upload_intents, idempotency_keys cascade');
        const acknowledged = await Promise.all([
          ...arrivals.map(({ turns, files, isRefused }) => submitAfter(turns, files, isRefused)),
          cutConnections(cuts),
        ]);
        const stored = acknowledged.filter((one) => one !== undefined);
        expect(await storedIds()).toEqual(idsOf(stored));
        const { rows } = await observer.query('select count(*)::int as n from commission_request_files');
        expect(rows[0].n).toBe(stored.reduce((sum, { files }) => sum + files.length, 0));
        expect(await storedIds('submitted_commission_requests')).toEqual(idsOf(stored));
      },
    );
    await fc.assert(runs, { numRuns: 25 });
  });
});

/**
 * Begins and completes a submission after this many turns of the event loop, or lets it fail. Resolves with the
 * acknowledged submission.
 */
async function submitAfter(turns: number, fileCount: number, isRefused: boolean): Promise<Submission | undefined> {
  for (let turn = 0; turn < turns; turn += 1) await turnOfEventLoop();
  // PostgreSQL cannot store a zero byte, so this submission fails.
  const submission = submissionOf(['a', 'b'].slice(0, fileCount));
  const sent = isRefused ? { ...submission, client: { ipAddress: '\0', userAgent: null, language: null } } : submission;
  try {
    const claim = await records.claim(sent);
    if (fileCount > 0 && (await records.complete(claim, submission)) === 'claim-lost') throw new Error('claim lost');
    return submission;
  } catch {
    await untilRolledBack(submission);
    return undefined;
  }
}

async function untilRolledBack({ id, files }: Submission): Promise<void> {
  for (;;) {
    try {
      await records.condemn({ requestId: id, keys: files.map(({ key }) => key), idempotencyKey: null });
      return;
    } catch {
      await turnOfEventLoop();
    }
  }
}

async function cutConnections(cuts: number): Promise<undefined> {
  for (let cut = 0; cut < cuts; cut += 1) {
    await observer.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`,
    );
  }
}
