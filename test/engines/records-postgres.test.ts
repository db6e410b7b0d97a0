import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type PostgresEngine, startPostgres } from '../support/engines.ts';
import {
  expectAllWhole,
  type ReadObject,
  type SentSubmission,
  sendSubmission,
  shownMessages,
} from '../support/sent-submission.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { readObject } from '../support/stored-submission.ts';
import { startSubmissionStream } from '../support/submission-stream.ts';

let postgres: PostgresEngine;
let service: TestService;

beforeAll(async () => {
  postgres = await startPostgres();
  vi.stubEnv('TEST_DATABASE_URL', postgres.databaseUrl);
  service = await startTestService();
});

afterAll(async () => {
  await service?.close();
  await postgres?.stop();
});

const read: ReadObject = (key) => readObject(service, key);

/** Sends a submission with no, one or two files. */
const send = (run: string, index: number) => sendSubmission(service, `${run}-${index}`, [40_000, 100].slice(index % 3));

/** Makes a role with a connection limit the owner of the database. Resolves with the URL for this role. */
async function handToLimitedRole(databaseUrl: string, connections: number): Promise<string> {
  const { pathname } = new URL(databaseUrl);
  const role = `limited_${pathname.slice(1)}`;
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`create role ${role} login connection limit ${connections}`);
    await client.query(`alter database ${pathname.slice(1)} owner to ${role}`);
  } finally {
    await client.end();
  }
  return databaseUrl.replace('postgres@', `${role}@`);
}

async function idOf({ message }: SentSubmission): Promise<string> {
  const { rows } = await service.pool.query('select id from commission_requests where message = $1', [message]);
  return rows[0].id;
}

describe('A PostgreSQL of its own', () => {
  it.each([
    { run: 'crash', how: 'crashes and recovers', fail: () => postgres.crash() },
    { run: 'restart', how: 'is restarted', fail: async () => {} },
  ])('keeps every submission that was answered with 201 when it $how under load', async ({ run, fail }) => {
    const stream = startSubmissionStream(8, (index) => send(run, index));
    try {
      await stream.createdMore(40);
      await fail();
      await postgres.restart();
      await stream.createdMore(40);
    } finally {
      await stream.stop();
    }
    const { created, failed } = stream;
    await expectAllWhole(service, created, read);
    // After a 500 the client does not know whether the last statement was executed. If it was, the whole request is
    // stored.
    const shown = new Set(await shownMessages(service));
    for (const sent of failed.filter(({ message }) => shown.has(message))) {
      await expectAllWhole(service, [{ ...sent, status: 201, body: { id: await idOf(sent) } }], read);
    }
    expect((await service.stored()).spoolFiles).toBe(0);
  });

  it('keeps all or nothing of each submission when it has fewer connections than the service asks for', async () => {
    const limited = await startTestService({}, (databaseUrl) => handToLimitedRole(databaseUrl, 3));
    try {
      const numbers = Array.from({ length: 32 }, (_, number) => number);
      const sent = await Promise.all(numbers.map((number) => sendSubmission(limited, `limited-${number}`, [1000])));
      const created = sent.filter(({ status }) => status === 201);
      for (const { body } of sent.filter(({ status }) => status !== 201)) {
        expect(body.message).toMatch(/^too many connections for role "limited_\w+"$/);
      }
      expect((await shownMessages(limited)).sort()).toEqual(created.map(({ message }) => message).sort());
      await expectAllWhole(limited, created, (key) => readObject(limited, key));
      // The server ends the rejected sessions a moment later.
      await expect.poll(async () => (await sendSubmission(limited, 'afterwards', [1000])).status).toBe(201);
    } finally {
      await limited.close();
    }
  });
});
