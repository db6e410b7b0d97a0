import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Pool } from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/configuration/read-config.ts';
import { systemActor } from '../../src/events/events.ts';
import { createBackup } from '../../src/keeping/backup/create-backup.ts';
import { backupFolder } from '../../src/keeping/backup/format/backup-folder.ts';
import { restoreBackup } from '../../src/keeping/backup/restore-backup.ts';
import { createFolderTarget } from '../../src/keeping/backup/targets/folder-target.ts';
import { clusterDirectory } from '../../src/platform/database/embedded/cluster.ts';
import type { ObjectKey } from '../../src/platform/objects/object-key.ts';
import { openInbox } from '../../src/process/parts/request-parts.ts';
import { withReleases } from '../../src/process/program/releases.ts';
import { openBackupSource, openRestoreTarget } from '../../src/process/stores/backed-up-service.ts';
import { openNamedBucket } from '../../src/process/stores/stores.ts';
import { type CommandEnding, runCommand, startCommand } from '../support/command.ts';
import { createTestDatabase, type TestDatabase } from '../support/embedded-database.ts';
import { filePart, payloadPart, postParts } from '../support/form.ts';
import { openMigratedDatabase } from '../support/migrated-database.ts';
import { s3Environment } from '../support/s3-environment.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { makeServiceFolder, type ServiceFolder } from '../support/service-folder.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

let folder: ServiceFolder;
let databases: Pick<TestDatabase, 'drop'>[];
let stores: S3Server[];

beforeEach(async () => {
  folder = await makeServiceFolder();
  databases = [];
  stores = [];
});

afterEach(async () => {
  const left = await folder.remove();
  await Promise.all([...databases.map((one) => one.drop()), ...stores.map((one) => one.close())]);
  expect(left).toEqual([]);
});

async function server(): Promise<Record<string, string>> {
  const database = await createTestDatabase();
  databases.push(database);
  return { DATABASE_URL: database.url };
}

async function s3(): Promise<Record<string, string>> {
  const store = await startS3Server({ pageSize: 3 });
  stores.push(store);
  return s3Environment(store);
}

const embedded = async () => ({});
const files = async () => ({ BUCKET_NAME: 'attachments' });

type Environment = Record<string, string>;
const run = (env: Environment, ...args: string[]): Promise<CommandEnding> =>
  runCommand(args, { env, cwd: folder.path });

const log = pino({ level: 'silent' });
const { signal } = new AbortController();

function backUpFrom(env: Environment, path: string) {
  return withReleases(log, async (releases) => {
    const source = await openBackupSource({ config: readConfig(env), log, releases }, { withSecrets: false });
    return createBackup(source, createFolderTarget(backupFolder(path)), { keep: 7, signal, onProgress: () => {} });
  });
}

function restoreInto(env: Environment, path: string) {
  return withReleases(log, async (releases) => {
    const target = await openRestoreTarget({ config: readConfig(env), log, releases }, null);
    const backup = createFolderTarget(backupFolder(path));
    return restoreBackup(target, backup, { generation: null, whenDamaged: 'reject', signal, onProgress: () => {} });
  });
}

/** Resolves with the contents of a service: one text for each request and for each object. */
function contentsOf(env: Environment): Promise<readonly string[]> {
  return withReleases(log, async (releases) => {
    const config = readConfig(env);
    const objects = releases.add(await openNamedBucket(config), (store) => store.close());
    const { exporter, pool } = await openInbox({ config, log, releases });
    const found: string[] = [];
    for await (const requests of exporter.export({}, 'jsonl', systemActor, signal)) found.push(...requests);
    const { rows } = await pool.query<{ file_key: ObjectKey }>(
      'select file_key from commission_request_files order by 1',
    );
    for (const { file_key: key } of rows) {
      const object = await objects.get(key, { signal });
      if (object) found.push(`${key} ${await text(object.content)}`);
    }
    return found;
  });
}

async function stop({ child, ended }: ServiceProcess): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

describe('the command restore', () => {
  it('moves a service through every kind of database and object store, by way of back-ups', async () => {
    const first = { BUCKET_NAME: 'attachments', DATA_DIR: folder.dataDirectory };
    const service = folder.start();
    const address = await service.address;
    for (const name of ['a.png', 'b.png']) {
      const parts = [payloadPart(), filePart(name, `bytes of ${name}`), filePart('empty', '')];
      expect((await postParts(`${address}/api/v1/commissions`, parts)).status).toBe(201);
    }
    const backups = join(folder.path, 'backups');
    // The backup runs while the service runs.
    expect(await run(first, 'backup', backups)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('2 requests, 4 attachments in 3 objects; 3 objects copied now'),
    });
    await stop(service);

    const kinds = [
      [server, s3],
      [embedded, s3],
      [server, files],
      [embedded, files],
    ] as const;
    const held: (readonly string[])[] = [];
    for (const [index, [database, store]] of kinds.entries()) {
      const env = { DATA_DIR: join(folder.path, `data-${index}`), ...(await database()), ...(await store()) };
      expect(await restoreInto(env, backups)).toMatchObject({ requests: 2, objects: 4, erased: 0 });
      held.push(await contentsOf(env));
      await rm(backups, { recursive: true });
      expect(await backUpFrom(env, backups)).toMatchObject({ requests: 2, records: 4, copied: 3, lost: [] });
    }
    expect(held[0]).toHaveLength(6);
    for (const contents of held) expect(contents).toEqual(held[0]);
  });

  it('refuses to restore beside a running service, and a service refuses to start on half a restore', async () => {
    const service = folder.start();
    await service.address;
    const own = { BUCKET_NAME: 'attachments', DATA_DIR: folder.dataDirectory };
    const backups = join(folder.path, 'backups');
    expect(await run(own, 'backup', backups)).toMatchObject({ code: 0 });
    expect(await run(own, 'restore', backups)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Could not restore: /),
    });
    await stop(service);

    const pool = new Pool({
      host: clusterDirectory(folder.dataDirectory),
      user: 'postgres',
      database: 'commissions',
      max: 1,
    });
    pool.on('error', () => {});
    const again = folder.start();
    await again.address;
    await pool.query("update service_state set restoring = 'another'");
    await pool.end();
    await stop(again);
    const refused = await folder.start().ended;
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('A restore into this service was interrupted'),
    });
  });

  it.each([
    [['backup'], 2, /^Name a folder, or a target in a bucket with --to\. See --help\.$/m],
    [['backup', 's3://'], 1, /^Could not back up: a target in a bucket is written s3:\/\/bucket\/prefix/],
    [
      ['backup', 'x', '--to', 'ftp://x'],
      2,
      /^Option '--to <url>' argument 'ftp:\/\/x' is invalid\. It must be s3:\/\/bucket\/prefix/,
    ],
    [
      ['backup', 'ftp://x'],
      1,
      /^Could not back up: a target is a folder, or in a bucket, written s3:\/\/bucket\/prefix$/m,
    ],
    [['backup', 'x', '--keep', '0'], 2, /must be a whole number from 1/],
    [['backup', 'verify', 'nothing-here'], 1, /^Could not verify: there is no folder/],
    [['restore', 'nothing-here'], 1, /^Could not restore: there is no folder/],
  ] as const)('tells what is wrong in one sentence: %j', async (args, code, message) => {
    const { url, close } = await openMigratedDatabase();
    databases.push({ drop: close });
    const env = { DATABASE_URL: url, BUCKET_NAME: 'attachments', DATA_DIR: folder.dataDirectory };
    const ended = await run(env, ...args);
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr).toMatch(message);
    expect(ended.stderr.trim().split('\n')).toHaveLength(1);
  });

  it('goes on after kill -9 in the middle', async () => {
    const env = { BUCKET_NAME: 'attachments', DATA_DIR: folder.dataDirectory };
    const service = folder.start();
    const address = await service.address;
    const body = Buffer.alloc(3_000_000, 'x');
    expect((await postParts(`${address}/api/v1/commissions`, [payloadPart(), filePart('a', body)])).status).toBe(201);
    await stop(service);
    const backups = join(folder.path, 'backups');
    const { child, ended } = startCommand(['backup', backups], { env, cwd: folder.path });
    await expect.poll(() => existsSync(join(backups, 'incoming')), { interval: 5 }).toBe(true);
    child.kill('SIGKILL');
    await ended;
    // The embedded server outlives the killed service. The backup takes it over.
    expect(await backUpFrom(env, backups)).toMatchObject({ requests: 1, lost: [] });
    expect((await readdir(join(backups, 'generations'))).length).toBeGreaterThan(0);
  });

  it('keeps a back-up in a bucket and in a folder, with the keys of channels, and sends no mail before they are released', async () => {
    const own = { BUCKET_NAME: 'attachments', DATA_DIR: folder.dataDirectory, ...(await server()) };
    const service = folder.start(own);
    const address = await service.address;
    expect((await postParts(`${address}/api/v1/commissions`, [payloadPart(), filePart('a', 'a')])).status).toBe(201);
    expect((await run(own, 'channels', 'add', 'webhook', 'https://bot.example.org/', '--name', 'A bot')).code).toBe(0);
    await stop(service);
    const store = await startS3Server({ pageSize: 2 });
    stores.push(store);
    const { AWS_ENDPOINT_URL_S3: endpoint = '' } = s3Environment(store);
    const bucket = {
      BACKUP_S3_ENDPOINT_URL: endpoint,
      BACKUP_S3_ACCESS_KEY_ID: store.credentials.accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: store.credentials.secretAccessKey,
    };
    const url = `s3://${store.bucket}/copies`;
    const backups = join(folder.path, 'backups');
    const made = await run({ ...own, ...bucket }, 'backup', backups, '--to', url, '--with-secrets');
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^(Back-up .*: 1 request, .*\n){2}$/) });
    for (const backup of [backups, url]) {
      expect(await run({ ...own, ...bucket }, 'backup', 'verify', backup)).toMatchObject({
        code: 0,
        stdout: '',
        stderr: expect.stringContaining(': 0 differences'),
      });
    }
    const fresh = { ...own, ...(await server()), DATA_DIR: join(folder.path, 'restored') };
    const restored = await run({ ...fresh, ...bucket }, 'restore', url);
    expect(restored).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('commissions channels release sends them\nThe keys of channels were restored'),
    });
    // Nobody was erased, so the bucket has no receipt that would show whose it is.
    expect(restored.stdout).toContain('--erased-in');
    expect((await run(fresh, 'channels', 'list')).stdout).toMatch(/ held .* A bot/);
    expect(await run(fresh, 'channels', 'release')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('A bot'),
    });
    expect((await run(fresh, 'channels', 'list')).stdout).toMatch(/ idle .* A bot/);
    expect(await readdir(join(folder.dataDirectory, 'transit'))).toEqual([]);
  });

  it('says how to go on when it is stopped, and refuses a second one meanwhile', async () => {
    const env = { BUCKET_NAME: 'attachments', DATA_DIR: folder.dataDirectory, ...(await server()) };
    const service = folder.start(env);
    const address = await service.address;
    expect((await postParts(`${address}/api/v1/commissions`, [payloadPart(), filePart('a', 'a')])).status).toBe(201);
    await stop(service);
    const store = await startS3Server();
    stores.push(store);
    const to = ['--to', `s3://${store.bucket}/copies`] as const;
    const bucket = s3Environment(store);
    const all = { ...bucket, ...env, OBJECT_STORE: 'filesystem' };
    const reached = store.inject({ operation: 'HEAD', call: 1, effect: { kind: 'hang' } }).struck;
    const { child, ended } = startCommand(['backup', ...to], { env: all, cwd: folder.path });
    await reached;
    expect(await run(all, 'backup', ...to)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /is being used by another back-up or restore, process \d+ on .+: wait until it ends/,
      ),
    });
    child.kill('SIGINT');
    expect(await ended).toMatchObject({
      code: 130,
      stderr: 'Could not back up: stopped by SIGINT: run the same command again to copy the missing objects\n',
    });
    expect(await run(all, 'backup', ...to)).toMatchObject({ code: 0 });
  });

  it('refuses a second restore into the same service while one is under way', async () => {
    const own = { BUCKET_NAME: 'attachments', DATA_DIR: folder.dataDirectory, ...(await server()) };
    const service = folder.start(own);
    const address = await service.address;
    expect((await postParts(`${address}/api/v1/commissions`, [payloadPart(), filePart('a', 'a')])).status).toBe(201);
    await stop(service);
    const backups = join(folder.path, 'backups');
    await backUpFrom(own, backups);
    const env = { DATA_DIR: join(folder.path, 'restored'), ...(await server()), ...(await s3()) };
    const [store] = stores;
    const reached = store?.inject({ operation: 'PUT', call: 1, effect: { kind: 'hang' } }).struck;
    const first = startCommand(['restore', backups], { env, cwd: folder.path });
    await reached;
    expect(await run(env, 'restore', backups)).toMatchObject({
      code: 1,
      stderr: 'Could not restore: another restore into this database is running: wait until it ends\n',
    });
    first.child.kill('SIGINT');
    expect((await first.ended).code).toBe(130);
    expect(await run(env, 'restore', backups)).toMatchObject({ code: 0 });
    expect(await contentsOf(env)).toHaveLength(2);
  });

  it('leaves out a damaged attachment where it is asked to, names it, and ends with 3', async () => {
    const own = { BUCKET_NAME: 'attachments', DATA_DIR: folder.dataDirectory, ...(await server()) };
    const service = folder.start(own);
    const address = await service.address;
    const parts = [payloadPart(), filePart('a', 'a'), filePart('b', 'b')];
    expect((await postParts(`${address}/api/v1/commissions`, parts)).status).toBe(201);
    await stop(service);
    const backups = join(folder.path, 'backups');
    await backUpFrom(own, backups);
    const sha256 = createHash('sha256').update('a').digest('hex');
    const path = `objects/${sha256.slice(0, 2)}/${sha256}`;
    await rm(join(backups, path));
    const env = { DATA_DIR: join(folder.path, 'restored'), ...(await server()), BUCKET_NAME: 'attachments' };
    expect(await run(env, 'restore', backups)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`Could not restore: ${path} is missing: `),
    });
    const restored = await run(env, 'restore', backups, '--leave-out-damaged');
    expect(restored).toMatchObject({ code: 3, stdout: expect.stringContaining('1 request, 1 attachment (1 byte)') });
    expect(restored.stdout).toMatch(new RegExp(`^Left out: \\S+ of request \\S+: ${path} is missing$`, 'm'));
    expect(await contentsOf(env)).toHaveLength(2);
  });

  it.each([
    [
      '/proc/data',
      'DATA_DIR (/proc/data) cannot be a folder, because /proc belongs to the kernel: set another DATA_DIR',
    ],
    [
      '/sys/data/below',
      expect.stringMatching(
        /^(?:The account \S+ has no right to write|\/sys.* is on a disk that is mounted read-only)/,
      ),
    ],
  ])('says what to do about a DATA_DIR %s', async (dataDirectory, sentence) => {
    const { code, stderr } = await run({ DATA_DIR: dataDirectory, BUCKET_NAME: 'attachments' }, 'restore', folder.path);
    expect(code).toBe(1);
    expect(stderr.replace(/^Could not restore: |\n$/g, '')).toEqual(sentence);
  });

  it('names a full disk, and goes on when there is room', async () => {
    const own = { BUCKET_NAME: 'attachments', DATA_DIR: folder.dataDirectory, ...(await server()) };
    const service = folder.start(own);
    const address = await service.address;
    const parts = ['a', 'b', 'c'].map((name) => filePart(name, Buffer.alloc(1024 ** 2, name)));
    expect((await postParts(`${address}/api/v1/commissions`, [payloadPart(), ...parts])).status).toBe(201);
    await stop(service);
    const backups = join(folder.path, 'backups');
    await backUpFrom(own, backups);
    const env = { ...own, DATA_DIR: join(folder.path, 'restored'), ...(await server()) };
    const disk = await mountSmallDisk(env.DATA_DIR, 2 * 1024 ** 2);
    try {
      expect(await run(env, 'restore', backups)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          /^Could not restore: a disk is full: .*; free some space, then run the same command again/,
        ),
      });
      disk?.grow(64 * 1024 ** 2);
      expect(await run(env, 'restore', backups)).toMatchObject({ code: 0 });
      expect(await contentsOf(env)).toHaveLength(4);
    } finally {
      disk?.unmount();
    }
  });
});
