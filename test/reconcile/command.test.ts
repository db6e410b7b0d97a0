import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createObjectKey } from '../../src/platform/objects/object-key.ts';
import { createTestDatabase, createTestDatabaseWithTables, type TestDatabase } from '../support/embedded-database.ts';
import { emptyTables } from '../support/empty-tables.ts';
import { openRecords } from '../support/open-records.ts';
import { runOwnCommand } from '../support/own-command.ts';
import { s3Environment } from '../support/s3-environment.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { submissionOf } from '../support/submission.ts';

const dayMs = 24 * 3_600_000;

let directory: string;
let database: TestDatabase;
let pool: Pool;
let s3: S3Server;
let env: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabaseWithTables();
  pool = new Pool({ connectionString: database.url, max: 1 });
});

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reconcile-command-'));
  s3 = await startS3Server({ pageSize: 3 });
  env = { DATABASE_URL: database.url, DATA_DIR: join(directory, 'data'), ...s3Environment(s3) };
});

afterEach(async () => {
  await s3.close();
  await emptyTables(pool, ['commission_requests', 'upload_intents']);
  await rm(directory, { recursive: true });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

const run = (args: readonly string[] = [], changed: Record<string, string> = {}) => runIn({ ...env, ...changed }, args);

async function runIn(environment: Record<string, string>, args: readonly string[]) {
  const { code, stdout, stderr } = await runOwnCommand(['reconcile', ...args], { env: environment, cwd: directory });
  return { code, findings: stdout.split('\n').filter(Boolean), stderr };
}

function putObject(key: string, ageMs = 2 * dayMs): string {
  const described = { contentType: 'image/png', contentDisposition: 'attachment' };
  s3.objects.set(key, { bytes: Buffer.from('bytes'), modifiedAt: new Date(Date.now() - ageMs), ...described });
  return key;
}

const putOrphan = (ageMs?: number) => putObject(createObjectKey('image/png'), ageMs);

/** Stores a complete submission of two days ago in both stores. */
async function store() {
  const records = openRecords(pool);
  const submission = { ...submissionOf(['a', 'b']), createdAt: new Date(Date.now() - 2 * dayMs) };
  await records.complete(await records.claim(submission), submission);
  const keys = submission.files.map(({ key }) => putObject(key));
  return { id: submission.id, keys };
}

async function lose() {
  const { id, keys } = await store();
  s3.objects.delete(keys[0] ?? '');
  return `record-without-object ${keys[0]} ${id}`;
}

function findingOf(key: string): string {
  return `object-without-record ${key} 5 ${s3.objects.get(key)?.modifiedAt.toISOString()}`;
}

function count(operation: string): number {
  return s3.requests.filter((request) => request.operation === operation).length;
}

describe('commissions reconcile', () => {
  it('ends with 0 when nothing differs', async () => {
    await store();
    await store();
    const { code, findings, stderr } = await run();
    expect({ code, findings }).toEqual({ code: 0, findings: [] });
    expect(stderr).toBe(
      'Compared 4 objects with 4 file records. ' +
        'Older than 24 h: 0 objects without a record; 0 records without an object\n',
    );
  });

  it('ends with 2 and a line for each difference, and changes nothing', async () => {
    await store();
    const lost = await lose();
    const orphan = putOrphan();
    putOrphan(dayMs / 2);
    const objects = [...s3.objects.keys()];
    const { code, findings, stderr } = await run();
    expect(code).toBe(2);
    expect([...findings].sort()).toEqual([findingOf(orphan), lost]);
    expect(stderr).toContain('1 objects without a record; 1 records without an object');
    expect([...s3.objects.keys()]).toEqual(objects);
    expect(count('DELETE')).toBe(0);
  });

  it('looks at objects of the given age', async () => {
    await store();
    const old = putOrphan(10 * dayMs);
    putOrphan(8 * dayMs);
    expect((await run(['--older-than-hours', String(9 * 24)])).findings).toEqual([findingOf(old)]);
  });

  it('deletes the objects without a record when told, and no others', async () => {
    await store();
    const kept = [...s3.objects.keys(), putOrphan(dayMs / 2)];
    for (const key of ['commissions/notes.txt', 'other/a.png', 'commissions']) kept.push(putObject(key));
    const orphans = [putOrphan(), putOrphan(), putOrphan(), putOrphan()];
    const expected = orphans.map(findingOf).sort();
    const { code, findings, stderr } = await run(['--delete']);
    expect({ code, findings }).toEqual({ code: 0, findings: expected });
    expect(stderr).toContain('4 objects without a record, deleted; 0 records without an object');
    expect([...s3.objects.keys()].sort()).toEqual(kept.sort());
    expect((await run()).code).toBe(0);
  });

  it('ends with 2 after a deletion when an object is lost', async () => {
    await store();
    const lost = await lose();
    expect(await run(['--delete'])).toMatchObject({ code: 2, findings: [lost] });
    expect(await run(['--delete'])).toMatchObject({ code: 2, findings: [lost] });
  });

  it('shows its help', async () => {
    const { code, findings } = await run(['--help'], { PORT: 'http' });
    expect(code).toBe(0);
    expect(findings.join('\n')).toMatch(/--delete .*--older-than-hours <N> .*Exit codes:/s);
  });

  it('reads .env as the service does', async () => {
    await writeFile(join(directory, '.env'), `BUCKET_NAME=${s3.bucket}\n`);
    await store();
    expect((await run([], { BUCKET_NAME: '' })).code).toBe(1);
    const { BUCKET_NAME: _, ...others } = env;
    expect((await runIn(others, [])).code).toBe(0);
  });

  it('finds no difference where no attachment was ever stored', async () => {
    expect(await run([], { OBJECT_STORE: 'filesystem' })).toMatchObject({ code: 0, findings: [] });
  });
});

describe('commissions reconcile, when it fails,', () => {
  beforeEach(async () => {
    await lose();
    putOrphan();
  });

  it.each([
    ['a configuration with faults', { PORT: 'http' }, 'PORT must be a whole number'],
    ['no bucket name', { BUCKET_NAME: '' }, 'BUCKET_NAME is not set'],
    ['a bucket that is not there', { BUCKET_NAME: 'another' }, 'NoSuchBucket'],
    ['a bucket without a folder', { OBJECT_STORE: 'filesystem' }, 'There is no bucket'],
    ['a database that is down', { DATABASE_URL: 'postgres://x:geheim@127.0.0.1:1/none' }, 'ECONNREFUSED'],
    ['no embedded database', { DATABASE_URL: '' }, 'There is no embedded database'],
  ] as const)('ends with 1 and claims nothing: %s', async (_fault, changed, message) => {
    const { code, findings, stderr } = await run([], changed);
    expect({ code, findings }).toEqual({ code: 1, findings: [] });
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/geheim|Compared|\n\s+at /);
    expect(existsSync(join(directory, 'data'))).toBe(false);
  });

  it('ends with 1 in a database without the tables, and makes none', async () => {
    const empty = await createTestDatabase();
    const other = new Pool({ connectionString: empty.url, max: 1 });
    expect(await run(['--delete'], { DATABASE_URL: empty.url })).toMatchObject({ code: 1, findings: [] });
    const text = "select from information_schema.tables where table_schema = 'public'";
    expect((await other.query(text)).rowCount).toBe(0);
    await other.end();
    await empty.drop();
    expect(count('DELETE')).toBe(0);
  });

  it('deletes nothing beside the database of another service', async () => {
    await pool.query('delete from commission_requests');
    const { code, findings, stderr } = await run(['--delete']);
    expect({ code, findings }).toEqual({ code: 1, findings: [] });
    expect(stderr).toContain('no object of the bucket has a record');
    expect(count('DELETE')).toBe(0);
  });

  it.each([
    ['LIST', 2],
    ['HEAD', 1],
  ] as const)('ends with 1 when a %s is refused in the middle', async (operation, call) => {
    for (let more = 0; more < 3; more += 1) await store();
    s3.inject({ operation, call, effect: { kind: 'respond', status: 503, code: 'SlowDown' } });
    const { code, stderr } = await run();
    expect(code).toBe(1);
    expect(stderr).toContain('Could not reconcile: The object store responded with 503');
    expect(stderr).not.toContain('Compared');
  });

  it('ends with 1 when a deletion is refused, and goes on with the next run', async () => {
    await store();
    s3.inject({ operation: 'DELETE', call: 1, effect: { kind: 'respond', status: 403, code: 'AccessDenied' } });
    expect(await run(['--delete'])).toMatchObject({ code: 1, stderr: expect.stringContaining('AccessDenied') });
    const { stderr } = await run(['--delete']);
    expect(stderr).toContain('1 objects without a record, deleted');
  });
});
