import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  expectToGoOn,
  type FaultyService,
  intents,
  nothingStored,
  startFaultyService,
  submit,
  submittedRequests,
  wholeSubmission,
} from '../support/faulty-service.ts';

/** How the message that binds values encodes a statement's name (PostgreSQL manual, Message Formats). */
const statement = (name: string) => `\0${name}\0`;
const beginOf = (fileCount: number) => statement(fileCount > 0 ? 'begin-intents' : 'begin');

let service: FaultyService;

describe('a database that is down when the service starts', () => {
  it('fails submissions with its text until it is back', async () => {
    service = await startFaultyService({ prepare: (database) => database.refuse() });
    try {
      for (const fileCount of [0, 1]) {
        const { status, body } = await submit(service, fileCount);
        expect(status).toBe(500);
        expect(body).toEqual({
          error: 'Commission submission failed',
          message: `connect ECONNREFUSED 127.0.0.1:${service.database.port}`,
        });
      }
      expect(service.s3.requests).toEqual([]);
      expect((await fetch(`${service.address}/readyz`)).status).toBe(503);
      expect(service.logLines.map(({ msg }) => msg)).toContain(
        'The database cannot be reached: start it, or correct the host and port in DATABASE_URL',
      );
      expect(service.logLines.map(({ msg }) => msg)).not.toContain('Upkeep: a task failed');
      await service.database.pass();
      expect((await submit(service, 2)).status).toBe(201);
      expect(await service.stored()).toEqual(wholeSubmission(2));
    } finally {
      await service.close();
    }
  });
});

describe('a database that fails while the service runs', () => {
  beforeAll(async () => {
    service = await startFaultyService();
  });

  afterEach(async () => {
    await service.restore();
    await expectToGoOn(service);
  });

  afterAll(() => service.close());

  /**
   * @returns The number of terminated sessions, without the one that listens for deliveries, which is always in use. Others
   * may be in use at that moment too.
   */
  async function terminateBackends(): Promise<number> {
    const { rows } = await service.pool.query<{ query: string }>(
      `select query, pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    );
    return rows.filter(({ query }) => !query.startsWith('listen ')).length;
  }

  async function terminateWaiting(query: string): Promise<number> {
    const { rowCount } = await service.pool.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
      [query],
    );
    return rowCount ?? 0;
  }

  const idleFailures = () => service.logLines.filter(({ msg }) => msg === 'An idle database connection failed').length;

  /** Sends a submission and runs `meanwhile` after the first upload is stored and before its response is delivered. */
  async function submitAround(fileCount: number, meanwhile: () => Promise<void>) {
    service.objectStore.holdAnswers();
    const answer = submit(service, fileCount);
    await expect.poll(() => service.s3.objects.size).toBe(1);
    await meanwhile();
    await service.objectStore.pass();
    return answer;
  }

  it('stores nothing while it is down and goes on afterwards', async () => {
    service.database.refuse();
    for (const fileCount of [0, 3]) expect((await submit(service, fileCount)).status).toBe(500);
    expect(await service.stored()).toEqual(nothingStored);
  });

  it('replaces connections that the server has ended', async () => {
    await Promise.all(Array.from({ length: 6 }, () => submit(service, 0)));
    const before = idleFailures();
    expect(await terminateBackends()).toBeGreaterThan(0);
    await expect.poll(idleFailures).toBeGreaterThan(before);
    await expectToGoOn(service);
  });

  it('answers in bounded time when the server has gone silent', async () => {
    service.database.holdAnswers();
    service.database.cut();
    const { status, body } = await submit(service, 1);
    expect(status).toBe(500);
    expect(body.message).toMatch(/timeout/);
    expect(await service.stored()).toEqual(nothingStored);
  });

  it('completes a submission whose backends were ended during its uploads', async () => {
    const { status } = await submitAround(3, async () => {
      await terminateBackends();
    });
    expect(status).toBe(201);
    expect(await service.stored()).toEqual(wholeSubmission(3));
  });

  it('completes a submission when it comes back soon enough', async () => {
    const { status } = await submitAround(3, async () => {
      service.database.refuse();
      setTimeout(() => void service.database.pass(), 300);
    });
    expect(status).toBe(201);
    expect(await service.stored()).toEqual(wholeSubmission(3));
  });

  it.each([
    { relation: 'commission_requests', query: '%into upload_intents%', stage: 'begin', outcome: 500 },
    { relation: 'commission_request_files', query: 'with claim as%', stage: 'complete', outcome: 201 },
  ])('answers $outcome when the backend is ended in the middle of $stage', async ({ relation, query, outcome }) => {
    const blocker = await service.pool.connect();
    try {
      await blocker.query(`begin; lock table ${relation} in exclusive mode`);
      const answer = submit(service, 2);
      await expect.poll(() => terminateWaiting(`%${query}`)).toBe(1);
      await blocker.query('rollback');
      expect((await answer).status).toBe(outcome);
    } finally {
      blocker.release(true);
    }
    expect(await service.stored()).toEqual(outcome === 201 ? wholeSubmission(2) : nothingStored);
  });

  describe.each([0, 1, 3])('with %i files', (files) => {
    it.each(['lose-request', 'lose-answer'] as const)('stores nothing on %s of begin', async (effect) => {
      const reached = service.database.trap({ marker: beginOf(files), effect, afterwards: 'pass' });
      const { status } = await submit(service, files);
      await reached;
      expect(status).toBe(500);
      expect(await service.stored()).toEqual(nothingStored);
    });

    it('stores nothing when begin is refused', async () => {
      await service.pool.query(`alter table commission_requests add constraint refused check (message = '')`);
      const { status, body } = await submit(service, files);
      await service.pool.query('alter table commission_requests drop constraint refused');
      expect(status).toBe(500);
      expect(body.message).toMatch(/violates check constraint "refused"/);
      expect(await service.stored()).toEqual(nothingStored);
    });

    it('stores nothing when begin never arrived and the database is gone', async () => {
      const reached = service.database.trap({ marker: beginOf(files), effect: 'lose-request', afterwards: 'refuse' });
      expect((await submit(service, files)).status).toBe(500);
      await reached;
      expect(await service.stored()).toEqual(nothingStored);
    });

    it('stores all or nothing that people see when the answer to begin is lost and the database is gone', async () => {
      const reached = service.database.trap({ marker: beginOf(files), effect: 'lose-answer', afterwards: 'refuse' });
      expect((await submit(service, files)).status).toBe(500);
      await reached;
      // A request without files is complete at this point, and the service cannot query whether it exists.
      expect(await submittedRequests(service)).toBe(files === 0 ? 1 : 0);
      expect((await intents(service)).map(({ state, keys }) => [state, keys.length])).toEqual(
        files === 0 ? [] : [['PENDING', files]],
      );
      expect(service.s3.objects.size).toBe(0);
    });
  });

  describe.each([1, 3])('with %i files', (fileCount) => {
    it.each(['lose-request', 'lose-answer'] as const)('stores all of it on %s of complete', async (effect) => {
      const reached = service.database.trap({ marker: statement('complete'), effect, afterwards: 'pass' });
      expect((await submit(service, fileCount)).status).toBe(201);
      await reached;
      expect(await service.stored()).toEqual(wholeSubmission(fileCount));
    });

    it('keeps no object and no request when the answer to condemn is lost', async () => {
      const reached = service.database.trap({
        marker: statement('condemn'),
        effect: 'lose-answer',
        afterwards: 'pass',
      });
      service.s3.inject({ operation: 'PUT', call: fileCount, effect: { kind: 'respond', status: 500 } });
      expect((await submit(service, fileCount)).status).toBe(500);
      await reached;
      expect(await service.stored()).toEqual(nothingStored);
      expect((await intents(service)).map(({ state, keys }) => [state, keys.length])).toEqual([
        ['CONDEMNED', fileCount],
      ]);
    });

    it('keeps no object and shows no request when condemn never arrived and the database is gone', async () => {
      const reached = service.database.trap({
        marker: statement('condemn'),
        effect: 'lose-request',
        afterwards: 'refuse',
      });
      service.s3.inject({ operation: 'PUT', call: fileCount, effect: { kind: 'respond', status: 500 } });
      expect((await submit(service, fileCount)).status).toBe(500);
      await reached;
      expect(await submittedRequests(service)).toBe(0);
      expect(await service.stored()).toEqual({ ...nothingStored, requests: 1, intents: 1 });
      expect((await intents(service)).map(({ state, keys }) => [state, keys.length])).toEqual([['PENDING', fileCount]]);
    });
  });

  it('hides a request whose begin arrives after it was answered 500', async () => {
    const reached = service.database.trap({ marker: beginOf(2), effect: 'delay-request', afterwards: 'pass' });
    expect((await submit(service, 2)).status).toBe(500);
    await reached;
    await service.database.deliverLate();
    expect(await submittedRequests(service)).toBe(0);
    expect(service.s3.objects.size).toBe(0);
  });

  it('keeps no request without files when begin is in doubt and the answer to condemn is lost', async () => {
    const begun = service.database.trap({ marker: beginOf(0), effect: 'lose-answer', afterwards: 'pass' });
    const condemned = service.database.trap({
      marker: statement('condemn'),
      effect: 'lose-answer',
      afterwards: 'pass',
    });
    expect((await submit(service, 0)).status).toBe(500);
    await Promise.all([begun, condemned]);
    expect(await service.stored()).toEqual(nothingStored);
    expect(await intents(service)).toEqual([{ state: 'CONDEMNED', keys: [], fence: 1 }]);
  });
});
