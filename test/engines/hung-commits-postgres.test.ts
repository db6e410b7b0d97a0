import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectToServer } from '../../src/platform/database/pool.ts';
import { type PostgresEngine, startPostgres } from '../support/engines.ts';
import { openRecords } from '../support/open-records.ts';
import { expectAllWhole, type SentSubmission, sendSubmission } from '../support/sent-submission.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { readObject } from '../support/stored-submission.ts';
import { submissionOf } from '../support/submission.ts';
import { type SubmissionStream, startSubmissionStream } from '../support/submission-stream.ts';

const poolSize = 8;
/**
 * The pool's connections, the one that listens for the studio's revisions, and those that are being cancelled: on a busy
 * machine there may be one for each connection that took its place.
 */
const mostConnections = 2 * poolSize + 1;
const hungForMs = 15_000;
const serviceSessions = `select count(*)::int as count from pg_stat_activity
  where application_name = 'commission-submission-service' and backend_type = 'client backend'`;

let postgres: PostgresEngine;
let admin: Client;
let writer: Client;
let service: TestService;

beforeAll(async () => {
  postgres = await startPostgres();
  vi.stubEnv('TEST_DATABASE_URL', postgres.databaseUrl);
  admin = new Client({ connectionString: postgres.databaseUrl });
  writer = new Client({ connectionString: postgres.databaseUrl });
  await Promise.all([admin.connect(), writer.connect()]);
  // The queries with which the service looks up a lost statement wait for the standby as well.
  service = await startTestService({ DATABASE_POOL_SIZE: String(poolSize), TIME_LIMITS: 'statementMs=500,lockMs=500' });
});

afterAll(async () => {
  await service?.close();
  await Promise.all([admin?.end(), writer?.end()]);
  await postgres?.stop();
});

async function askForStandby(name: string): Promise<void> {
  await admin.query(`alter system set synchronous_standby_names = '${name}'`);
  await admin.query('select pg_reload_conf()');
}

/** Resolves when commits hang. The server needs a moment to reload its settings. */
async function loseStandby(): Promise<void> {
  await askForStandby('nobody');
  const write = () => writer.query("select pg_logical_emit_message(true, 'test', '')");
  while ((await outcomeWithin(300, write())) !== 'nothing') await sleep(20);
  // By now, clients have received the confirmations of earlier commits.
  await sleep(300);
}

const needNoStandby = () => askForStandby('');

async function mostSessionsDuring(durationMs: number): Promise<number> {
  const counts: number[] = [];
  for (const endAt = Date.now() + durationMs; Date.now() < endAt; await sleep(100)) {
    counts.push((await admin.query<{ count: number }>(serviceSessions)).rows[0]?.count ?? 0);
  }
  return Math.max(...counts);
}

const send = (index: number): Promise<SentSubmission> =>
  sendSubmission(service, `hung-${index}`, [2000].slice(index % 2));

/** Resolves with the promise's outcome, or with `nothing` after this time. */
function outcomeWithin(durationMs: number, promise: Promise<unknown>): Promise<unknown> {
  return Promise.race([promise.catch((error: Error) => error), sleep(durationMs, 'nothing')]);
}

describe('A PostgreSQL whose synchronous standby is gone', () => {
  let stream: SubmissionStream;
  let createdBefore: number;

  it('is left with no more connections than the pool has and a few, while its commits hang', async () => {
    stream = startSubmissionStream(40, send);
    await stream.createdMore(40);
    await loseStandby();
    createdBefore = stream.created.length;
    expect(await mostSessionsDuring(hungForMs)).toBeLessThanOrEqual(mostConnections);
  });

  it('has no request that was answered with 201 and has not reached a standby', async () => {
    expect(stream.created.length).toBe(createdBefore);
  });

  it('does not complete an upload before a standby has it, though the hung commit was cancelled', async () => {
    const timeouts = { connectMs: 3000, statementMs: 500, lockMs: 500 };
    const { databaseUrl } = postgres;
    const database = connectToServer({ url: databaseUrl, timeouts, onIdleError: () => {} });
    const records = openRecords(database.pool);
    await needNoStandby();
    await records.ready();
    const submission = submissionOf(['one']);
    const claim = await records.claim(submission);
    await loseStandby();
    const completion = records.complete(claim, submission);
    const isShown = 'select from submitted_commission_requests where id = $1';
    // The cancelled commit is visible on this server only.
    await expect.poll(async () => (await admin.query(isShown, [submission.id])).rowCount).toBe(1);
    expect(await outcomeWithin(4000, completion)).toBe('nothing');
    await needNoStandby();
    expect(await completion).toBe('completed');
    await database.close();
  });

  it('stores submissions again when the standby is no longer asked for', async () => {
    await stream.createdMore(40);
    await stream.stop();
    await expectAllWhole(service, stream.created, (key) => readObject(service, key));
  });
});
