import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { receiptFolder, storeReceipts } from '../../src/keeping/erasure/receipts.ts';
import { findDifferences } from '../../src/keeping/files/reconcile.ts';
import { createS3Documents } from '../../src/platform/objects/s3/documents.ts';
import { createS3ObjectStore } from '../../src/platform/objects/s3/object-store.ts';
import { type BackupStage, objectsOf, openBackupStage, openRestoreStage, rowsOf } from '../archive/backup-stage.ts';
import { keysOf, type OpenedStore, signal } from '../reconcile/stores.ts';
import { runCommand } from '../support/command.ts';
import { openErasure } from '../support/erasure.ts';
import { headersInS3 } from '../support/object-headers.ts';
import { s3Environment } from '../support/s3-environment.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';

const killer = `--import=${resolve(import.meta.dirname, '../support/kill-at-write.mjs')}`;
/** The number of kills, spread evenly over all writes of a process. */
const moments = 7;

let scratch: string;
let source: BackupStage;
let sourceServer: S3Server;

async function openS3(): Promise<OpenedStore & { readonly server: S3Server }> {
  const server = await startS3Server({ pageSize: 3 });
  const options = { ...server, forcePathStyle: true };
  const objects = createS3ObjectStore(options);
  const receipts = createS3Documents({ ...options, folder: receiptFolder });
  return {
    server,
    objects,
    headersOf: (key) => headersInS3(options, key),
    receipts,
    async close() {
      await Promise.all([objects.close(), receipts.close()]);
      await server.close();
    },
  };
}

beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'killed-'));
  const store = await openS3();
  sourceServer = store.server;
  source = await openBackupStage(store);
});

afterEach(async () => {
  await source.close();
  await rm(scratch, { recursive: true, force: true });
});

function runner(pool: BackupStage['stores']['pool'], server: S3Server) {
  const { connectionString = '' } = pool.options;
  const env = { ...s3Environment(server), DATABASE_URL: connectionString, DATA_DIR: join(scratch, 'data') };
  return (args: readonly string[], other: Record<string, string> = {}) =>
    runCommand(args, { env: { ...env, ...other }, cwd: scratch });
}

/** Resolves with the writes to kill at. The file has the number of writes of an uninterrupted run. */
async function momentsOf(file: string): Promise<readonly number[]> {
  const count = Number(await readFile(file, 'utf8'));
  expect(count).toBeGreaterThan(moments);
  return Array.from({ length: moments }, (_, index) => 1 + Math.floor((index * (count - 1)) / (moments - 1)));
}

describe('a command that is killed at any moment', () => {
  it('has erased nothing, or all by what goes on', async () => {
    const run = runner(source.stores.pool, sourceServer);
    const erase = (id: string, other: Record<string, string>) =>
      run(['requests', 'erase', id], { ...other, NODE_OPTIONS: killer });
    const file = join(scratch, 'count');
    const first = await source.submit('vera@example.org', 'a', 'b');
    expect(await erase(first.id, { KILL_COUNT_FILE: file })).toMatchObject({ code: 0 });
    const { erasures, sweepLater } = openErasure(source.stores.pool, source.stores);
    for (const write of await momentsOf(file)) {
      const { id, files } = await source.submit('vera@example.org', 'a', 'b');
      await erase(id, { KILL_AT_WRITE: String(write) });
      const { rowCount } = await source.stores.pool.query('select from commission_requests where id = $1', [id]);
      if (rowCount === 1) {
        for (const { key } of files) expect(await source.stores.objects.stat(key, { signal })).not.toBeNull();
        expect((await erase(id, {})).code).toBe(0);
      }
      await sweepLater();
      await storeReceipts(source.stores.pool, source.stores.receipts, signal);
      expect(await erasures.find(id)).toMatchObject({ isComplete: true });
      expect(await source.stores.receipts.get(id, { signal })).toContain(keysOf({ files } as never)[0]);
    }
    expect(await objectsOf(source.stores)).toEqual({});
    const comparison = { olderThan: new Date(Date.now() + 60_000), signal, onProgress: () => {} };
    for await (const finding of findDifferences(source.stores, comparison)) expect(finding).toBeUndefined();
  });

  it('goes on with the next call of a restore', async () => {
    for (const name of ['a', 'b', 'c']) await source.submit('vera@example.org', name, 'd');
    const gone = await source.submit('otto@example.org', 'e');
    await source.backUp();
    await openErasure(source.stores.pool, source.stores).eraser.erase([gone.id], {
      reason: 'request',
      actor: { kind: 'system', id: null },
    });
    const wanted = await objectsOf(source.stores);
    const tables = ['commission_requests', 'commission_request_files'];
    const rows = await rowsOf(source.stores.pool, tables);
    const file = join(scratch, 'count');

    async function restoreInto(killAt: number | null): Promise<void> {
      const store = await openS3();
      const target = await openRestoreStage(async () => store);
      try {
        const text = await source.stores.receipts.get(gone.id, { signal });
        await target.opened.receipts.put(gone.id, text ?? '', { signal });
        const run = runner(target.pool, store.server);
        const args = ['restore', source.folder.path];
        const other = killAt === null ? { KILL_COUNT_FILE: file } : { KILL_AT_WRITE: String(killAt) };
        const ended = await run(args, { ...other, NODE_OPTIONS: killer });
        if (ended.code !== 0) {
          let again = await run(args);
          // The server may not have noticed yet that the killed process has ended.
          while (again.stderr.includes('the service is using the database')) again = await run(args);
          // The process was killed after the last commit.
          if (again.code !== 0) expect(again.stderr).toContain('the service is not empty');
        }
        expect(await rowsOf(target.pool, tables)).toEqual(rows);
        expect(await objectsOf(target.opened)).toEqual(wanted);
        const state = (await target.pool.query('select restoring from service_state')).rows;
        expect(state).toEqual([{ restoring: null }]);
      } finally {
        await target.close();
      }
    }

    await restoreInto(null);
    for (const write of await momentsOf(file)) await restoreInto(write);
  });
});
