import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPasswords } from '../../src/accounts/passwords.ts';
import { connectToServer } from '../../src/platform/database/pool.ts';
import { createRequestExporter } from '../../src/requests/inbox/request-exporter.ts';
import { createRequestReader } from '../../src/requests/inbox/request-reader.ts';
import { type AccountsStage, client, goodPassword, openAccounts } from '../accounts/stage.ts';
import { openInbox } from '../requests/stage.ts';
import { type FaultyService, startFaultyService } from '../support/faulty-service.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { api, type Caller, cookieName, createCaller, type OperatorStage, openOperatorStage } from './stage.ts';

describe('a database that is away and comes back', () => {
  let service: FaultyService;
  let operator: Caller;

  beforeAll(async () => {
    service = await startFaultyService({ env: { INBOX: 'on', INBOX_PORT: '0' } });
    // The service verifies its password.
    const accounts = openAccounts(service.pool, createPasswords());
    const { token } = await accounts.sessions.start((await accounts.makeOwner()).id, client);
    const url = service.inboxAddress ?? '';
    operator = createCaller(url, { origin: url, cookie: `${cookieName}=${token}` });
  });

  afterEach(() => service.restore());

  afterAll(() => service.close());

  const credentials = { email: 'owner@example.org', password: goodPassword };
  const statusOf = async (path: string) => (await operator.call('GET', `${api}${path}`)).status;

  it('answers 503 with a time to try again, and sessions outlast it', async () => {
    const id = await openInbox(service.pool).store();
    expect(await statusOf('/requests')).toBe(200);
    service.database.refuse();
    const calls = [
      () => operator.call('GET', `${api}/requests`),
      () => operator.call('PATCH', `${api}/requests/${id}`, { body: { status: 'SPAM', version: 1 } }),
      () => operator.call('GET', `${api}/requests.csv`),
      () => operator.call('GET', `${api}/stream`),
      () => operator.call('POST', `${api}/session`, { body: credentials }),
    ];
    for (const call of calls) {
      const { status, headers, body } = await call();
      expect([status, body.type]).toEqual([503, 'urn:commissions:problem:unavailable']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    // Pages that need no database still work.
    expect((await operator.call('GET', '/sign-in')).status).toBe(200);
    await service.database.pass();
    await expect.poll(() => statusOf('/requests')).toBe(200);
    const changed = await operator.call('PATCH', `${api}/requests/${id}`, { body: { status: 'SPAM', version: 1 } });
    expect(changed.body).toMatchObject({ status: 'SPAM', version: 2 });
    expect((await operator.call('POST', `${api}/session`, { body: credentials })).status).toBe(204);
  });

  it('answers 503 where another session holds the request that a change needs', async () => {
    const id = await openInbox(service.pool).store();
    const holder = await service.pool.connect();
    await holder.query('begin');
    await holder.query('select from commission_requests where id = $1 for update', [id]);
    const answers = await Promise.all([
      operator.call('PATCH', `${api}/requests/${id}`, { body: { status: 'SPAM', version: 1 } }),
      operator.call('PATCH', `${api}/requests/${id}`, { body: { unread: false } }),
      operator.call('POST', `${api}/requests/${id}/notes`, { body: { text: 'Later' } }),
      operator.call('POST', `${api}/requests/${id}/status-link`),
      operator.call('DELETE', `${api}/requests/${id}`),
    ]);
    await holder.query('rollback');
    holder.release();
    for (const { status, headers, body } of answers) {
      // After other calls that wait for the same request, the query's time limit may be reached first.
      expect([status, body.type]).toEqual([503, expect.stringMatching(/:(?:busy|query-timeout|unavailable)$/)]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(answers.map(({ body }) => body.type)).toContain('urn:commissions:problem:busy');
    const { body } = await operator.call('GET', `${api}/requests/${id}`);
    expect(body).toMatchObject({ status: 'NEW', version: 1, unread: true });
  });

  it('answers 503 while it takes no writes', async () => {
    const id = await openInbox(service.pool).store();
    const session = await service.pool.connect();
    await session.query(`do $$ begin
      execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`);
    const endText = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'commission-submission-service'`;
    await session.query(endText);
    const answers = [
      await operator.call('PATCH', `${api}/requests/${id}`, { body: { status: 'SPAM', version: 1 } }),
      await operator.call('GET', `${api}/requests.csv`),
    ];
    await session.query(`do $$ begin
      execute format('alter database %I reset default_transaction_read_only', current_database()); end $$`);
    await session.query(endText);
    session.release();
    for (const { status, headers, body } of answers) {
      expect([status, body.type]).toEqual([503, 'urn:commissions:problem:unavailable']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await expect.poll(() => statusOf('/requests')).toBe(200);
  });

  it('keeps streams open, which then tell what happened', async () => {
    const asked = get(`${service.inboxAddress}${api}/stream`, { headers: operator.headers });
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    let received = '';
    response.setEncoding('utf8').on('data', (chunk) => {
      received += chunk;
    });
    await expect.poll(() => received).toContain('retry: ');
    service.database.refuse();
    await expect.poll(() => statusOf('/requests')).toBe(503);
    const id = await openInbox(service.pool).store();
    await service.database.pass();
    await expect.poll(() => received).toContain(id);
    expect(received.match(new RegExp(id, 'g'))).toHaveLength(1);
    response.destroy();
  });

  it('breaks an export off, so that half of it cannot pass for all', async () => {
    await manyRequests(service.pool, 1000);
    const asked = get(`${service.inboxAddress}${api}/requests.jsonl`, { headers: operator.headers });
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    response.pause();
    service.database.refuse();
    const ended = new Promise((resolve) =>
      response.once('end', () => resolve('whole')).once('error', () => resolve('broken off')),
    );
    response.resume();
    expect(await ended).toBe('broken off');
    await service.database.pass();
    await expect.poll(() => statusOf('/requests.csv')).toBe(200);
  });
});

describe('several database servers', () => {
  it('are told as 503 when none of them responds', async () => {
    const url = 'postgres://postgres@127.0.0.1:1,127.0.0.1:2/commissions';
    const servers = connectToServer({ url, onIdleError: () => {} });
    const stage = await openOperatorStage({ inbox: { reader: createRequestReader(servers.pool) } });
    const { status, headers, body } = await stage.owner.call('GET', `${api}/requests`);
    expect([status, body.type]).toEqual([503, 'urn:commissions:problem:unavailable']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    await stage.close();
    await servers.close();
  });
});

describe('an export whose reader is slow', () => {
  const limitMs = 500;
  const limits = `-c idle_in_transaction_session_timeout=${limitMs}`;
  let database: MigratedDatabase;
  let pools: Pool[];
  let stage: OperatorStage;

  beforeEach(async () => {
    database = await openMigratedDatabase();
    // Pools like the service's, with a shorter time limit. The interactive pool has only one connection.
    pools = [limits, limits].map((options) =>
      new Pool({ connectionString: database.url, max: 1, options }).on('error', () => {}),
    );
    const [exports, interactive] = pools as [Pool, Pool];
    stage = await openOperatorStage({
      inbox: { exporter: createRequestExporter(exports), reader: createRequestReader(interactive) },
      maxExports: 1,
    });
  });

  afterEach(async () => {
    await stage.close();
    await Promise.all(pools.map((pool) => pool.end()));
    await database.close();
  });

  it('is read to its end beyond the time limit of transactions, and people work on meanwhile', async () => {
    const requests = 1000;
    await manyRequests(database.pool, requests);
    const asked = get(`${stage.address}${api}/requests.jsonl`, { headers: stage.owner.headers });
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    response.pause();
    const isWaiting = async () => {
      const { rows } = await database.pool.query<{ waiting: boolean }>(
        `select bool_or(state = 'idle in transaction' and state_change < clock_timestamp() - $1 * interval '1 ms') as waiting
         from pg_stat_activity where datname = current_database()`,
        [limitMs * 2],
      );
      return rows[0]?.waiting;
    };
    await expect.poll(isWaiting).toBe(true);
    const during = await stage.owner.call('GET', `${api}/requests?limit=1`);
    expect(during.status).toBe(200);
    let lines = 0;
    response.on('data', (chunk: Buffer) => {
      for (const byte of chunk) if (byte === 10) lines += 1;
    });
    response.resume();
    await once(response, 'end');
    expect(lines).toBe(requests);
  });
});

/** Stores requests of 19 KB each. Hundreds hold more than the buffers between a database and a reader. */
async function manyRequests(pool: Pool, count: number): Promise<void> {
  await pool.query(
    `insert into commission_requests (id, created_at, status, customer_name, customer_email, message, extra_ids)
     select gen_random_uuid(), now(), 'NEW', 'x', 'x@example.org', repeat(md5(place::text), 600), '{}'
     from generate_series(1, $1) place`,
    [count],
  );
}

describe('a clock that is days off in the process', () => {
  let database: MigratedDatabase;
  let accounts: AccountsStage;

  beforeEach(async () => {
    database = await openMigratedDatabase();
    accounts = openAccounts(database.pool);
  });

  afterEach(async () => {
    vi.useRealTimers();
    await database.close();
  });

  const dayMs = 24 * 60 * 60_000;

  it.each([
    ['ahead', 40 * dayMs],
    ['behind', -40 * dayMs],
  ])('ends no session and no link, and lengthens none: %s', async (_, stepMs) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + stepMs });
    const owner = await accounts.makeOwner();
    const { token } = await accounts.sessions.start(owner.id, client);
    const invited = await accounts.links.invite('ann@example.org', 'viewer', null);
    const invitation = typeof invited === 'string' ? '' : invited.token;
    vi.useRealTimers();
    expect(await accounts.sessions.authenticate(token)).not.toBeNull();
    expect(await accounts.links.find(invitation)).not.toBeNull();
    await database.pool.query("update operator_sessions set used_at = now() - interval '12 hours 1 minute'");
    await database.pool.query("update operator_links set expires_at = now() - interval '1 second'");
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + stepMs });
    expect(await accounts.sessions.authenticate(token)).toBeNull();
    expect(await accounts.links.find(invitation)).toBeNull();
  });
});

describe('ten thousand sessions', () => {
  it('leave signing in, one’s own list and the sweep as they are with few', async () => {
    const database = await openMigratedDatabase();
    const accounts = openAccounts(database.pool);
    const owner = await accounts.makeOwner();
    await database.pool.query(`
      insert into operators (id, email, email_key, name, role)
      select gen_random_uuid(), place || '@example.org', place || '@example.org', 'A', 'viewer' from generate_series(1, 500) place;
      insert into operator_sessions (id, token_hash, operator_id, used_at)
      select gen_random_uuid(), 'hash ' || o.id || place, o.id, now() - place * interval '1 hour'
      from operators o, generate_series(1, 20) place where o.role = 'viewer';
      analyze operator_sessions`);
    const signedIn = await accounts.passwordSignIn.signIn({ email: owner.email, password: goodPassword, client });
    if (!('session' in signedIn)) throw new Error('The sign-in is rejected');
    expect(await accounts.sessions.authenticate(signedIn.session.token)).toMatchObject({ operator: { id: owner.id } });
    expect(await accounts.sessions.list(owner.id)).toHaveLength(1);
    for (const condition of ["token_hash = 'x'", `operator_id = '${owner.id}'`]) {
      const { rows } = await database.pool.query(`explain select from operator_sessions where ${condition}`);
      expect(JSON.stringify(rows)).toContain('Index');
    }
    // Sessions of the last twelve hours stay.
    expect(await accounts.sessions.removeExpired()).toBe(500 * 9);
    expect(await accounts.sessions.removeExpired()).toBe(0);
    expect(await accounts.sessions.authenticate(signedIn.session.token)).not.toBeNull();
    await database.close();
  });
});
