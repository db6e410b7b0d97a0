import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemActor } from '../../src/events/events.ts';
import { backupFolder } from '../../src/keeping/backup/format/backup-folder.ts';
import type { BackupTarget } from '../../src/keeping/backup/targets/backup-target.ts';
import { createBucketTarget } from '../../src/keeping/backup/targets/bucket-target.ts';
import type { BucketFiles } from '../../src/platform/objects/bucket-files.ts';
import { createS3BucketFiles } from '../../src/platform/objects/s3/files.ts';
import { filesystemStore, signal } from '../reconcile/stores.ts';
import { openErasure } from '../support/erasure.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { type BackupStage, objectsOf, openBackupStage, openRestoreStage, type RestoreStage } from './backup-stage.ts';

const prefix = 'back-ups/one/';
let server: S3Server;
let source: BackupStage;
let target: RestoreStage;
let scratch: string;
let others: BackupTarget[];

function openTarget(change: (files: BucketFiles) => BucketFiles = (files) => files): BackupTarget {
  const files = change(createS3BucketFiles({ ...server, forcePathStyle: true, prefix }));
  const folder = backupFolder(join(scratch, String(others.length)));
  const backup = createBucketTarget({ name: 's3://attachments/back-ups/one', files, folder, signal });
  others.push(backup);
  return backup;
}

beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'transit-'));
  others = [];
  server = await startS3Server({ pageSize: 3 });
  [source, target] = await Promise.all([
    filesystemStore().then((store) => openBackupStage(store, () => openTarget())),
    openRestoreStage(),
  ]);
});

afterEach(async () => {
  await Promise.all(others.map((backup) => backup.close()));
  expect(await readdir(scratch)).toEqual([]);
  await Promise.all([source.close(), target.close(), server.close()]);
  await rm(scratch, { recursive: true });
});

const erase = (id: string) =>
  openErasure(source.stores.pool, source.stores).eraser.erase([id], { reason: 'request', actor: systemActor });
const keys = () => [...server.objects.keys()].map((key) => key.slice(prefix.length)).sort();
function alter(key: string, text: string): void {
  const held = server.objects.get(prefix + key);
  if (!held) throw new Error('There is an object');
  server.objects.set(prefix + key, { ...held, bytes: Buffer.from(text) });
}
const generationsOf = (names: readonly string[]) => names.filter((name) => name.endsWith('/manifest.json'));

describe('a back-up in a bucket', () => {
  it('is whole for a reader that lists it anew, and restores', async () => {
    await source.submit('vera@example.org', 'a', 'ä'.repeat(100_000));
    await source.submit('otto@example.org', 'a');
    expect(await source.backUp()).toMatchObject({ requests: 2, records: 3, copied: 2, lost: [] });
    const reader = openTarget();
    expect(await source.verify(reader)).toEqual([]);
    expect(await target.restore(reader)).toMatchObject({ requests: 2, objects: 3 });
    expect(await objectsOf(target.opened)).toEqual(await objectsOf(source.stores));
    expect(keys()).not.toContain('lock');
  });

  it('copies nothing twice, keeps so many generations, and drops what only older ones needed', async () => {
    const gone = await source.submit('vera@example.org', 'a', 'b');
    await source.submit('otto@example.org', 'c');
    await source.backUp();
    await erase(gone.id);
    expect(await source.backUp({ keep: 2 })).toMatchObject({ copied: 0, removed: [] });
    expect((await source.backUp({ keep: 2 })).removed).toHaveLength(1);
    expect(generationsOf(keys())).toHaveLength(2);
    expect(keys().filter((key) => key.startsWith('objects/'))).toHaveLength(1);
    expect(await source.verify(openTarget())).toEqual([]);
    expect(await target.restore(openTarget())).toMatchObject({ requests: 1, objects: 1 });
  });

  it('loses nothing to a bucket that leaves everything out of its listings', async () => {
    await source.submit('vera@example.org', 'a');
    await source.backUp();
    await source.submit('otto@example.org', 'b');
    const blind = openTarget((files) => ({ ...files, async *list() {} }));
    expect(await source.verify(blind)).toEqual([]);
    const { generation } = await source.backUp();
    expect(await blind.generations()).toHaveLength(2);
    expect(await target.restore(blind)).toMatchObject({ generation, requests: 2, objects: 2 });
  });

  it('names an object of other bytes to who restores', async () => {
    await source.submit('vera@example.org', 'abc');
    await source.backUp();
    const [path = ''] = keys().filter((key) => key.startsWith('objects/'));
    alter(path, 'abd');
    await expect(target.restore(openTarget())).rejects.toThrow(`${path} has other bytes than were written: `);
  });

  it('is no half one when it breaks off at any file, and the next call removes what was left', async () => {
    await source.submit('vera@example.org', 'a', 'b');
    let puts = 0;
    for (let allowed = 0; ; allowed += 1) {
      let left = allowed;
      const backup = openTarget((files) => ({
        ...files,
        put(...call) {
          puts += 1;
          if (left-- <= 0) return Promise.reject(Object.assign(new Error('no room'), { code: 'ENOSPC' }));
          return files.put(...call);
        },
      }));
      const failure = await source
        .backUp({}, backup)
        .then(() => null)
        .catch((error: Error) => error.message);
      if (failure === null) break;
      expect(failure).toContain('no room');
      const found = await source.verify(openTarget()).catch((error: Error) => [error.message]);
      expect(['holds no', undefined]).toContain(/holds no/.exec(found[0] ?? '')?.[0]);
    }
    expect(puts).toBeGreaterThan(20);
    expect(await source.verify(openTarget())).toEqual([]);
    const kept = new Set(generationsOf(keys()).map((key) => key.split('/')[1]));
    for (const key of keys().filter((key) => key.startsWith('generations/'))) expect(kept).toContain(key.split('/')[1]);
  });

  it('names what was altered, cut off or is missing', async () => {
    await source.submit('vera@example.org', 'abc', 'def');
    await source.backUp();
    const [first, second] = [...server.objects.keys()].filter((key) => key.includes('/objects/'));
    const held = server.objects.get(first as string);
    if (!held) throw new Error('There is an object');
    server.objects.set(first as string, { ...held, bytes: Buffer.from('abd') });
    server.objects.delete(second as string);
    expect([...(await source.verify(openTarget()))].sort()).toEqual(
      [
        `${first?.slice(prefix.length)} has other bytes than were written`,
        `${second?.slice(prefix.length)} is missing`,
      ].sort(),
    );
  });

  it.each([
    ['is missing', () => server.objects.delete(`${prefix}backup.json`)],
    ['is unfinished', () => alter('backup.json', '{"format":"commissions-back')],
    ['has other bytes than were written', () => alter('backup.json', '{"format":"another"}')],
  ])('tells that its mark %s, and what to do, where generations are', async (difference, damage) => {
    await source.submit('vera@example.org', 'a');
    await source.backUp();
    damage();
    const told = `backup.json ${difference}: write the line {"format":"commissions-backup"} into it`;
    expect(await source.verify(openTarget())).toEqual([told]);
    const refusal = `s3://attachments/back-ups/one holds back-ups, but ${told}`;
    await expect(target.restore(openTarget())).rejects.toThrow(refusal);
    await expect(source.backUp()).rejects.toThrow(refusal);
    for (const key of keys().filter((key) => key.startsWith('generations'))) server.objects.delete(prefix + key);
    await expect(source.verify(openTarget())).rejects.toThrow(`one holds no back-ups: backup.json ${difference}`);
    await expect(source.backUp()).rejects.toThrow('holds files that are not back-ups');
  });

  it('is made whole by the next one when it left an unfinished mark and nothing else', async () => {
    await source.submit('vera@example.org', 'a');
    await source.backUp();
    for (const key of keys().filter((key) => key !== 'backup.json')) server.objects.delete(prefix + key);
    alter('backup.json', '');
    await source.backUp({}, openTarget());
    expect(await source.verify(openTarget())).toEqual([]);
  });

  it('is refused beside other things, and while another one is made', async () => {
    await source.submit('vera@example.org', 'a');
    const [backup, other] = [openTarget(), openTarget()];
    const release = await backup.lock();
    const text = server.objects.get(`${prefix}lock`)?.bytes.toString() ?? '';
    const held = server.objects.get(`${prefix}lock`);
    if (!held) throw new Error('The lock is there');
    const lockOf = (changed: object) =>
      server.objects.set(`${prefix}lock`, {
        ...held,
        bytes: Buffer.from(JSON.stringify({ ...JSON.parse(text), ...changed })),
      });
    lockOf({ pid: process.ppid });
    await expect(other.lock()).rejects.toThrow(
      `is being used by another back-up or restore, process ${process.ppid} on `,
    );
    lockOf({ host: 'elsewhere', pid: 7 });
    await expect(other.lock()).rejects.toThrow(
      'process 7 on "elsewhere": wait until it ends; when that machine is gone, or the process is another program, remove s3://attachments/back-ups/one/lock',
    );
    // A lock of a process that no longer runs.
    lockOf({ pid: 2 ** 22 + 1 });
    await (await other.lock())();
    await release();
    server.objects.set(`${prefix}thesis.txt`, held);
    await expect(source.backUp()).rejects.toThrow('holds files that are not back-ups');
  });
});
