import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clusterDirectory } from '../../src/platform/database/embedded/cluster.ts';
import { runCommand } from '../support/command.ts';
import { createTestDatabase, type TestDatabase } from '../support/embedded-database.ts';
import { filePart, payloadPart, postParts } from '../support/form.ts';
import { installLaterVersion, type LaterVersion } from '../support/later-version.ts';
import { makeServiceFolder, type ServiceFolder } from '../support/service-folder.ts';
import type { ServiceProcess } from '../support/service-process.ts';

let folder: ServiceFolder;
let later: LaterVersion;
let database: TestDatabase | null;

beforeEach(async () => {
  folder = await makeServiceFolder();
  later = await installLaterVersion();
  database = null;
});

afterEach(async () => {
  const left = await folder.remove();
  await later.remove();
  await database?.drop();
  expect(left).toEqual([]);
});

async function onServer(): Promise<Record<string, string>> {
  database = await createTestDatabase();
  return { DATABASE_URL: database.url };
}

async function embedded(): Promise<Record<string, string>> {
  return {};
}

async function stop(service: ServiceProcess): Promise<void> {
  service.child.kill('SIGTERM');
  await service.ended;
}

const form = [payloadPart(), filePart('a.png', 'the bytes of a picture')];

async function post(service: ServiceProcess, key: string) {
  const { status, body } = await postParts(`${await service.address}/api/v1/commissions`, form, {
    'Idempotency-Key': key,
  });
  return { status, id: String(body.id) };
}

describe('the service after an upgrade', () => {
  it.each([
    ['a data directory', embedded],
    ['a database on a server', onServer],
  ] as const)('goes on with %s', async (_kind, make) => {
    const env = { BUCKET_NAME: 'attachments', DATA_DIR: folder.dataDirectory, ...(await make()) };
    const run = (...args: readonly string[]) => runCommand(args, { env, cwd: folder.path, program: later.program });
    const before = folder.start(env);
    const stored = await post(before, 'before');
    expect(stored.status).toBe(201);
    await stop(before);

    expect(await run('doctor', '--only', 'upgrade')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^warning .*upgrade\.tables: .* runs 1000-nicknames$/m),
    });
    const after = folder.start(env, { program: later.program });
    expect(await post(after, 'before')).toEqual(stored);
    const other = await post(after, 'after');
    expect(other.status).toBe(201);
    await stop(after);

    expect(await run('doctor', '--only', 'upgrade')).toMatchObject({ code: 0 });
    const listed = (await run('requests', 'list', '--json', '--sort', 'oldest')).stdout.trim().split('\n');
    expect(listed.map((line) => JSON.parse(line).id)).toEqual([stored.id, other.id]);
    expect(await run('reconcile', '--older-than-hours', '0')).toMatchObject({ code: 0, stdout: '' });
    expect(await folder.start(env).ended).toEqual({
      code: 1,
      stderr: expect.stringMatching(/The database was migrated to 1000 by a newer version/),
    });
  });

  it('says how the data of another PostgreSQL are moved', async () => {
    const first = folder.start();
    await first.address;
    await stop(first);
    await writeFile(join(clusterDirectory(folder.dataDirectory), 'PG_VERSION'), '17\n');
    const words =
      /was made by PostgreSQL 17, and this version of the service has PostgreSQL 18: back up with the version that made it \(commissions backup\), and restore that with this version into an empty DATA_DIR/;
    expect(await folder.start().ended).toEqual({ code: 1, stderr: expect.stringMatching(words) });
    const env = { DATA_DIR: folder.dataDirectory, BUCKET_NAME: 'attachments' };
    const found = await runCommand(['doctor', '--only', 'upgrade'], { env, cwd: folder.path });
    expect(found).toMatchObject({ code: 1, stdout: expect.stringMatching(words) });
  });
});
