import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Pool } from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/configuration/read-config.ts';
import { clusterDirectory } from '../../src/platform/database/embedded/cluster.ts';
import type { ObjectKey } from '../../src/platform/objects/object-key.ts';
import { withReleases } from '../../src/process/program/releases.ts';
import { type InboxStore, openInbox } from '../../src/process/stores/service-parts.ts';
import { openNamedBucket } from '../../src/process/stores/stores.ts';
import { runCommand } from '../support/command.ts';
import { createTestDatabase, type TestDatabase } from '../support/embedded-database.ts';
import {
  type FirstReleaseData,
  loadFirstReleaseDatabase,
  makeFirstReleaseDirectory,
  partsOf,
  putFirstReleaseObjects,
  readFirstRelease,
} from '../support/first-release.ts';
import { postParts } from '../support/form.ts';
import { makeServiceFolder, type ServiceFolder } from '../support/service-folder.ts';

const log = pino({ level: 'silent' });
const { signal } = new AbortController();

let folder: ServiceFolder;
let database: TestDatabase | null;
let data: FirstReleaseData;

beforeEach(async () => {
  folder = await makeServiceFolder();
  database = null;
  data = await readFirstRelease();
});

afterEach(async () => {
  const left = await folder.remove();
  await database?.drop();
  expect(left).toEqual([]);
});

async function onServer(): Promise<Record<string, string>> {
  database = await createTestDatabase();
  const pool = new Pool({ connectionString: database.url, max: 1 });
  await loadFirstReleaseDatabase(pool);
  await pool.end();
  await putFirstReleaseObjects(folder.dataDirectory);
  return { DATABASE_URL: database.url };
}

async function embedded(): Promise<Record<string, string>> {
  await makeFirstReleaseDirectory(folder.dataDirectory);
  return {};
}

/** Resolves with the requests that the inbox shows, with the bytes of the files. */
async function shown({ reader, pool }: InboxStore, env: Record<string, string>) {
  const page = await reader.list({ filter: {}, sort: 'oldest', cursor: null, limit: 50 });
  const objects = await openNamedBucket(readConfig(env));
  const keysText = 'select file_key from commission_request_files where request_id = $1 order by position';
  async function bytes(id: string): Promise<readonly string[]> {
    const { rows } = await pool.query<{ file_key: ObjectKey }>(keysText, [id]);
    const found = await Promise.all(rows.map(({ file_key: key }) => objects.get(key, { signal })));
    return Promise.all(found.map(async (one) => (one ? (await buffer(one.content)).toString('base64') : 'lost')));
  }
  try {
    return await Promise.all(
      (page?.items ?? []).map(async (request) => ({ ...request, bytes: await bytes(request.id) })),
    );
  } finally {
    await objects.close();
  }
}

describe('the service after an upgrade', () => {
  it.each([
    ['a data directory', embedded],
    ['a database on a server', onServer],
  ] as const)('goes on with %s of the first release', async (_kind, make) => {
    const own = { BUCKET_NAME: 'attachments', DATA_DIR: folder.dataDirectory, ...(await make()) };
    expect(await runCommand(['upgrade-check'], { env: own, cwd: folder.path })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^warning {2}tables {9}The tables are at 4; .* pending: 005-roll-back, /m),
    });

    const service = folder.start({ ...own, TIME_LIMITS: 'sweepIntervalMs=200' });
    const address = await service.address;
    await withReleases(log, async (releases) => {
      const inbox = await openInbox({ config: readConfig(own), log, releases });
      const whole = data.requests.map(({ payload, files, response }) => ({
        id: response.id,
        status: 'NEW',
        createdAt: new Date(response.createdAt),
        customerName: payload.customerName,
        customerEmail: payload.customerEmail,
        customerSocials: payload.customerSocials ?? null,
        message: payload.message,
        extraIds: payload.extraIds ?? [],
        userAgent: 'fixture/1',
        ipAddress: '203.0.113.7',
        unread: true,
        version: 1,
        files: files.map(({ name, type }, position) => expect.objectContaining({ position, name, type })),
        bytes: files.map(({ base64 }) => base64),
      }));
      expect(await shown(inbox, own)).toEqual(whole.map((request) => expect.objectContaining(request)));
      for (const { response } of data.requests) {
        const events = await inbox.reader.events(response.id);
        expect(events?.map(({ kind }) => kind)).toEqual(['created']);
      }

      const endpoint = `${address}/api/v1/commissions`;
      for (const form of data.requests.filter(({ key }) => key !== null)) {
        const repeated = await postParts(endpoint, partsOf(form), { 'Idempotency-Key': String(form.key) });
        const { id, createdAt } = form.response;
        expect(repeated).toMatchObject({ status: 201, body: { id, createdAt } });
      }

      // The first sweep deleted the record and the objects and released the key.
      const { unfinished } = data;
      const left = 'select cardinality(keys) as keys from upload_intents where objects_deleted_at is null';
      await expect.poll(async () => (await inbox.pool.query(left)).rowCount).toBe(0);
      const sent = await postParts(endpoint, partsOf(unfinished), { 'Idempotency-Key': unfinished.key });
      expect(sent.status).toBe(201);
      expect((await shown(inbox, own)).at(-1)?.bytes).toEqual(unfinished.files.map(({ base64 }) => base64));
    });
    const compared = await runCommand(['reconcile', '--older-than-hours', '0'], { env: own, cwd: folder.path });
    expect(compared).toMatchObject({ code: 0, stdout: '' });
    service.child.kill('SIGTERM');
    await service.ended;
  });

  it('says how the data of another PostgreSQL are moved', async () => {
    const first = folder.start();
    await first.address;
    first.child.kill('SIGTERM');
    await first.ended;
    await writeFile(join(clusterDirectory(folder.dataDirectory), 'PG_VERSION'), '17\n');
    const words =
      /was made by PostgreSQL 17, and this version of the service has PostgreSQL 18: back up with the version that made it \(commissions backup\), and restore that with this version into an empty DATA_DIR/;
    expect(await folder.start().ended).toEqual({ code: 1, stderr: expect.stringMatching(words) });
    const env = { DATA_DIR: folder.dataDirectory, BUCKET_NAME: 'attachments' };
    const found = await runCommand(['upgrade-check'], { env, cwd: folder.path });
    expect(found).toMatchObject({ code: 1, stdout: expect.stringMatching(/^wrong {4}database .* PostgreSQL 17/m) });
  });
});
