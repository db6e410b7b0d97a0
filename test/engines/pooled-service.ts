import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { connectToServer } from '../../src/platform/database/pool.ts';
import { type PgBouncer, type PostgresEngine, type startPgBouncer, startPostgres } from '../support/engines.ts';
import { expectAllWhole, sendSubmission } from '../support/sent-submission.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { readObject } from '../support/stored-submission.ts';

export const submissions = 60;
/** A pool smaller than the service's, so that sessions are shared when the mode allows it. */
export const transactionMode = ['pool_mode=transaction', 'default_pool_size=4'];

let postgres: PostgresEngine;
export let admin: Client;
export let bouncer: PgBouncer | null = null;
let service: TestService | null = null;

/** Starts a PostgreSQL for the tests of a file, and stops each test's service and pooler. */
export function useServerBehindPooler(): void {
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
}

export async function serveThrough(
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

export async function setForRole(settings: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(settings)) await admin.query(`alter role postgres set ${name} = ${value}`);
}

export function sendMany(to: TestService) {
  const numbers = Array.from({ length: submissions }, (_, number) => number);
  return Promise.all(numbers.map((number) => sendSubmission(to, `pooled-${number}`, [1000].slice(number % 2))));
}

export async function expectAllStored(by: TestService): Promise<void> {
  await expectAllWhole(by, await sendMany(by), (key) => readObject(by, key));
}

/** Expects every submission to fail with these words, and nothing to be stored. */
export async function expectAllFail(by: TestService, words: RegExp): Promise<void> {
  const sent = await sendMany(by);
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([500]));
  for (const { body } of sent) expect(body.message).toMatch(words);
  expect((await fetch(`${by.address}/readyz`)).status).toBe(503);
}

/** Returns the warnings, except the one about the page, which need not be built for this test. */
export function warnings({ logLines }: TestService): string[] {
  const messages = logLines.filter(({ level }) => level === 'warn').map(({ msg }) => String(msg));
  return messages.filter((message) => !message.startsWith('The page'));
}

/** Resolves with the settings of a session that is opened like the service's sessions, through the same pooler. */
export async function settingsThroughPooler() {
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

export const timeouts = {
  statement_timeout: "'15s'",
  lock_timeout: "'5s'",
  idle_in_transaction_session_timeout: "'15s'",
};
