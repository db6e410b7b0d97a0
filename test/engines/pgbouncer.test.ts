import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createChannels } from '../../src/operators/deliveries/channels/create-channels.ts';
import { connectToServer } from '../../src/platform/database/pool.ts';
import { keysOf } from '../../src/platform/secrets/key-file.ts';
import { createKeyRing, createSecretKeyText } from '../../src/platform/secrets/key-ring.ts';
import { goodPassword, openAccounts } from '../accounts/stage.ts';
import { startReceiver } from '../deliveries/receiver.ts';
import { api, cookieOf, createCaller } from '../operator/stage.ts';
import { addWebhook } from '../support/add-channel.ts';
import {
  type PgBouncer,
  type PostgresEngine,
  startLaterPgBouncer,
  startPgBouncer,
  startPostgres,
} from '../support/engines.ts';
import { expectAllWhole, sendSubmission } from '../support/sent-submission.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { readObject } from '../support/stored-submission.ts';

const submissions = 60;
/** A pool smaller than the service's, so that sessions are shared when the mode allows it. */
const transactionMode = ['pool_mode=transaction', 'default_pool_size=4'];

let postgres: PostgresEngine;
let admin: Client;
let bouncer: PgBouncer | null = null;
let service: TestService | null = null;

beforeAll(async () => {
  postgres = await startPostgres();
  vi.stubEnv('TEST_DATABASE_URL', postgres.databaseUrl);
  admin = new Client({ connectionString: postgres.databaseUrl });
  await admin.connect();
});

afterEach(async () => {
  await service?.close();
  await bouncer?.stop();
  service = null;
  bouncer = null;
  await admin.query('alter role postgres reset all');
});

afterAll(async () => {
  await admin?.end();
  await postgres?.stop();
});

async function serveThrough(
  start: typeof startPgBouncer,
  settings: readonly string[],
  env: Record<string, string> = {},
): Promise<TestService> {
  service = await startTestService(env, async (url) => {
    bouncer = await start(url, settings);
    return bouncer.databaseUrl;
  });
  return service;
}

async function setForRole(settings: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(settings)) await admin.query(`alter role postgres set ${name} = ${value}`);
}

function sendMany(to: TestService) {
  const numbers = Array.from({ length: submissions }, (_, number) => number);
  return Promise.all(numbers.map((number) => sendSubmission(to, `pooled-${number}`, [1000].slice(number % 2))));
}

async function expectAllStored(by: TestService): Promise<void> {
  await expectAllWhole(by, await sendMany(by), (key) => readObject(by, key));
}

/** Expects every submission to fail with these words, and nothing to be stored. */
async function expectAllFail(by: TestService, words: RegExp): Promise<void> {
  const sent = await sendMany(by);
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([500]));
  for (const { body } of sent) expect(body.message).toMatch(words);
  expect((await fetch(`${by.address}/readyz`)).status).toBe(503);
}

/** Returns the warnings, except the one about the page, which need not be built for this test. */
function warnings({ logLines }: TestService): string[] {
  const messages = logLines.filter(({ level }) => level === 'warn').map(({ msg }) => String(msg));
  return messages.filter((message) => !message.startsWith('The page'));
}

/** Resolves with the settings of a session that is opened like the service's sessions, through the same pooler. */
async function settingsThroughPooler() {
  const database = connectToServer({ url: bouncer?.databaseUrl ?? '', onIdleError: () => {} });
  try {
    const { rows } = await database.pool.query(
      `select current_setting('synchronous_commit') as commit, current_setting('statement_timeout') as statement,
         current_setting('lock_timeout') as lock`,
    );
    return rows[0];
  } finally {
    await database.close();
  }
}

const timeouts = { statement_timeout: "'15s'", lock_timeout: "'5s'", idle_in_transaction_session_timeout: "'15s'" };

describe("Debian's PgBouncer", () => {
  it('stores every submission in session mode, whose sessions get their settings', async () => {
    await setForRole({ synchronous_commit: 'off' });
    const through = await serveThrough(startPgBouncer, ['pool_mode=session', 'default_pool_size=20']);
    expect(bouncer?.version).toMatch(/^1\.18\./);
    await expectAllStored(through);
    expect(await settingsThroughPooler()).toEqual({ commit: 'on', statement: '15s', lock: '5s' });
    expect(warnings(through)).toEqual([expect.stringContaining('synchronous_commit = off')]);
  });

  it('stores nothing in transaction mode, and the failure says which settings would do', async () => {
    const through = await serveThrough(startPgBouncer, transactionMode);
    await expectAllFail(through, /pool_mode = session.*1\.21 or later with max_prepared_statements above 0/);
  });
});

describe('A PgBouncer from 1.21', () => {
  it('stores every submission in transaction mode when it keeps prepared statements and the role has the settings', async () => {
    await setForRole(timeouts);
    const through = await serveThrough(startLaterPgBouncer, [...transactionMode, 'max_prepared_statements=100']);
    await expectAllStored(through);
    expect(warnings(through)).toEqual([]);
  });

  it('serves operators in transaction mode, whose sessions are shared with the intake', async () => {
    await setForRole(timeouts);
    const settings = [...transactionMode, 'max_prepared_statements=100'];
    const through = await serveThrough(startLaterPgBouncer, settings, { INBOX: 'on', INBOX_PORT: '0' });
    await openAccounts(through.pool).makeOwner('owner@example.org');
    const url = through.inboxAddress ?? '';
    const credentials = { email: 'owner@example.org', password: goodPassword };
    const stranger = createCaller(url, { origin: url });
    const signedIn = await stranger.call('POST', `${api}/session`, { body: credentials });
    const owner = createCaller(url, { origin: url, cookie: cookieOf(signedIn.headers) });
    const sending = sendMany(through);
    const { body } = await owner.call('POST', `${api}/tokens`, { body: { name: 'A bot', scopes: ['write'] } });
    const bot = createCaller(url, { authorization: `Bearer ${body.secret}` });
    await expectAllWhole(through, await sending, (key) => readObject(through, key));

    const list = (await owner.call('GET', `${api}/requests?limit=200`)).body;
    expect(list).toMatchObject({ items: { length: submissions }, counts: { NEW: submissions } });
    const ids = list.items.map(({ id }: { id: string }) => id);
    const change = { status: 'ACCEPTED', version: 1 };
    const called = await Promise.all([
      ...ids.slice(0, 20).map((id: string) => bot.call('PATCH', `${api}/requests/${id}`, { body: change })),
      ...ids
        .slice(20, 30)
        .map((id: string) => bot.call('POST', `${api}/requests/${id}/notes`, { body: { text: 'x' } })),
      owner.call('GET', `${api}/requests.csv`),
      owner.call('GET', `${api}/requests.jsonl`),
      ...['changes', 'history', 'sessions', 'requests?q=pooled'].map((path) => owner.call('GET', `${api}/${path}`)),
    ]);
    expect(called.filter(({ status }) => status >= 300).map(({ text }) => text)).toEqual([]);
    const named = ids.map((id: string) => ({ id, version: 1 }));
    const bulk = await bot.call('POST', `${api}/requests/bulk`, { body: { ids: named, change: { status: 'SPAM' } } });
    expect(bulk.body).toEqual({ changed: submissions - 20, skipped: 20, failed: 0 });
    const { rows } = await through.pool.query(
      "select count(*)::int as n from request_events where kind = 'status' and request_id is not null",
    );
    expect(rows).toEqual([{ n: submissions }]);
    expect(warnings(through)).toEqual([]);
  });

  it('delivers in transaction mode, where no session can listen', async () => {
    await setForRole(timeouts);
    const receiver = await startReceiver();
    try {
      const settings = [...transactionMode, 'max_prepared_statements=100'];
      const secretsKey = createSecretKeyText();
      const through = await serveThrough(startLaterPgBouncer, settings, {
        SECRETS_KEY: secretsKey,
        DELIVERY_ALLOW_PRIVATE: 'true',
        LOG_LEVEL: 'debug',
      });
      const keyRing = createKeyRing(async () => keysOf([secretsKey]));
      await addWebhook(createChannels(through.pool, keyRing), { url: receiver.url });
      await expectAllStored(through);
      const received = () => new Set(receiver.received.map(({ body }) => JSON.parse(body).data.id)).size;
      await expect.poll(received).toBe(submissions);
      const undelivered = "select from deliveries where state <> 'delivered'";
      await expect.poll(async () => (await through.pool.query(undelivered)).rowCount).toBe(0);
      expect(through.logLines.map(({ msg }) => String(msg))).toContainEqual(
        expect.stringContaining('the connection pooler shares sessions'),
      );
      expect((await admin.query("select from pg_stat_activity where query like 'listen %'")).rowCount).toBe(0);
    } finally {
      await receiver.close();
    }
  });

  it('tells once which time limits the role does not have', async () => {
    await setForRole({ ...timeouts, lock_timeout: '0' });
    const through = await serveThrough(startLaterPgBouncer, [...transactionMode, 'max_prepared_statements=100']);
    await expectAllStored(through);
    expect(warnings(through)).toEqual([expect.stringMatching(/Run: alter role … set lock_timeout = '5000'$/)]);
  });

  it('stores nothing when commits of the role can be lost, and the failure says how to set that right', async () => {
    await setForRole({ ...timeouts, synchronous_commit: 'off' });
    const through = await serveThrough(startLaterPgBouncer, [...transactionMode, 'max_prepared_statements=100']);
    await expectAllFail(through, /synchronous_commit = off.*alter role … set synchronous_commit = on/);
  });

  it('stores nothing when it keeps no prepared statements', async () => {
    const through = await serveThrough(startLaterPgBouncer, [...transactionMode, 'max_prepared_statements=0']);
    await expectAllFail(through, /max_prepared_statements above 0/);
  });
});
