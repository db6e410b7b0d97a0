import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeNotice } from '../../src/deliveries/kinds/owners/owner-notices.ts';
import { createEventFeed } from '../../src/events/event-pages.ts';
import { positionCursor } from '../../src/events/event-row.ts';
import { systemActor } from '../../src/events/events.ts';
import { backupFolder, prepareFolder } from '../../src/keeping/backup/format/backup-folder.ts';
import { createFolderTarget } from '../../src/keeping/backup/targets/folder-target.ts';
import { lockFolder } from '../../src/keeping/backup/targets/target-lock.ts';
import type { ObjectKey } from '../../src/platform/objects/object-key.ts';
import type { ObjectStore } from '../../src/platform/objects/object-store.ts';
import { createRequestEditor } from '../../src/requests/inbox/request-editor.ts';
import { indexNewRequests } from '../../src/requests/inbox/search-index.ts';
import { filesystemStore, keysOf, s3Store, signal } from '../reconcile/stores.ts';
import { openErasure } from '../support/erasure.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { submissionOf } from '../support/submission.ts';
import {
  type BackupStage,
  objectsOf,
  openBackupStage,
  openRestoreStage,
  type RestoreStage,
  rowsOf,
} from './backup-stage.ts';

const byHand = { reason: 'request', actor: systemActor } as const;
const copiedTables = [
  'commission_requests',
  'commission_request_files',
  'commission_request_extras',
  'commission_extras',
  'idempotency_keys',
  'request_events',
  'request_entries',
  'erasures',
];

let source: BackupStage;
let target: RestoreStage;

beforeEach(async () => {
  [source, target] = await Promise.all([filesystemStore().then(openBackupStage), openRestoreStage()]);
});

afterEach(() => Promise.all([source.close(), target.close()]));

const erase = (id: string) => openErasure(source.stores.pool, source.stores).eraser.erase([id], byHand);

async function objectFiles(folder = source.folder): Promise<readonly string[]> {
  const names = await readdir(join(folder.path, 'objects'), { recursive: true });
  return names
    .map((name) => name.slice(3))
    .filter((name) => name.length === 64)
    .sort();
}

describe('a back-up', () => {
  it('holds every row and every object, once for equal bytes, in files that only their owner reads', async () => {
    await source.submit('vera@example.org', 'a', 'b');
    await source.submit('otto@example.org', 'a');
    await source.submit('ida@example.org');
    expect(await source.backUp()).toMatchObject({
      requests: 3,
      records: 3,
      objects: 2,
      copied: 2,
      copiedBytes: 2,
      lost: [],
    });
    expect(await source.verify()).toEqual([]);
    expect(await objectFiles()).toHaveLength(2);
    for (const name of await readdir(source.folder.path, { recursive: true })) {
      const { mode } = await stat(join(source.folder.path, name));
      expect(mode & 0o077).toBe(0);
    }
    expect(await readdir(source.folder.incoming)).toEqual([]);
  });

  it('copies an object once, keeps so many generations, and drops what only older ones needed', async () => {
    const gone = await source.submit('vera@example.org', 'a', 'b');
    await source.submit('otto@example.org', 'c');
    await source.backUp();
    await erase(gone.id);
    expect(await source.backUp({ keep: 2 })).toMatchObject({ requests: 1, copied: 0, removed: [] });
    expect(await objectFiles()).toHaveLength(3);
    const third = await source.backUp({ keep: 2 });
    expect(third.removed).toHaveLength(1);
    expect(await readdir(source.folder.generations)).toHaveLength(2);
    expect(await objectFiles()).toHaveLength(1);
    expect(await source.verify()).toEqual([]);
  });

  it('leaves out requests that have not arrived whole', async () => {
    await source.stores.records.claim(submissionOf(['a']));
    const { id } = await source.submit('vera@example.org', 'b');
    expect(await source.backUp()).toMatchObject({ requests: 1, records: 1 });
    await target.restore(source.folder);
    expect((await target.pool.query('select id from commission_requests')).rows).toEqual([{ id }]);
  });

  it('goes on where an earlier call broke off, and copies nothing twice', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await source.submit('vera@example.org', name);
    let calls = 0;
    const objects: ObjectStore = {
      ...source.stores.objects,
      get(...call) {
        calls += 1;
        if (calls > 5) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
        return source.stores.objects.get(...call);
      },
    };
    await expect(source.backUp({ objects })).rejects.toThrow('a disk is full: no room; free some space');
    expect(await readdir(source.folder.generations)).toEqual([]);
    const { copied } = await source.backUp();
    expect(copied).toBeGreaterThan(0);
    expect(copied).toBeLessThan(8);
    expect(await source.verify()).toEqual([]);
  });

  it('goes on when a full disk has room again, and says that it is full', async () => {
    for (let count = 0; count < 12; count += 1) {
      await source.submit('vera@example.org', String.fromCharCode(97 + count).repeat(300_000));
    }
    const disk = await mountSmallDisk(source.folder.path, 2 * 1024 * 1024);
    try {
      await expect(source.backUp()).rejects.toThrow(
        /^a disk is full: .*; free some space, then run the same command again/,
      );
      await expect(source.verify()).rejects.toThrow('holds no finished back-up');
      const before = (await objectFiles()).length;
      disk?.grow(160 * 1024 * 1024);
      expect(await source.backUp()).toMatchObject({ records: 12, copied: 12 - before, lost: [] });
      expect(await source.verify()).toEqual([]);
    } finally {
      disk?.unmount();
    }
  });

  it('is the newest one though the clock has gone back', async () => {
    await source.submit('vera@example.org', 'a');
    const { generation } = await source.backUp();
    await rename(source.folder.generation(generation), source.folder.generation('20991231T235959999Z'));
    await source.submit('otto@example.org', 'b');
    const next = await source.backUp({ keep: 1 });
    expect(next).toMatchObject({ generation: '21000101T000000000Z', removed: ['20991231T235959999Z'] });
    expect(await target.restore(source.folder)).toMatchObject({ generation: next.generation, requests: 2 });
  });

  it('leaves out what is erased while it is made, and says so', async () => {
    const { id } = await source.submit('vera@example.org', 'a', 'b');
    await source.submit('otto@example.org', 'c');
    let erasing: Promise<unknown> | null = null;
    const objects: ObjectStore = {
      ...source.stores.objects,
      async get(...call) {
        erasing ??= erase(id);
        await erasing;
        return source.stores.objects.get(...call);
      },
    };
    expect(await source.backUp({ objects })).toMatchObject({ requests: 2, erased: 2, lost: [] });
    expect(await source.verify()).toEqual([]);
    expect(await target.restore(source.folder)).toMatchObject({ requests: 1, erased: 1, objects: 1 });
  });

  it('names attachments that the bucket lacks or has with other bytes, keeps older generations, and holds the rest', async () => {
    const [lost, damaged] = [
      await source.submit('vera@example.org', 'a'),
      await source.submit('otto@example.org', 'b'),
    ];
    await source.submit('ida@example.org', 'c');
    await source.stores.objects.delete(keysOf(lost)[0] as ObjectKey, { signal });
    const [key] = keysOf(damaged) as [ObjectKey];
    const content = (source.stores as { objects: ObjectStore }).objects;
    const objects: ObjectStore = {
      ...content,
      async get(asked, options) {
        return asked === key ? content.get(keysOf(await other)[0] as ObjectKey, options) : content.get(asked, options);
      },
    };
    const other = source.submit('eva@example.org', 'd');
    await other;
    const { lost: named } = await source.backUp({ objects, keep: 1 });
    expect([...named].sort((a, b) => (a.reason < b.reason ? -1 : 1))).toEqual([
      { reason: 'damaged', key, requestId: damaged.id },
      { reason: 'missing', key: keysOf(lost)[0], requestId: lost.id },
    ]);
    expect(await source.verify()).toEqual([]);
    expect(await target.restore(source.folder)).toMatchObject({ requests: 4, objects: 2 });
  });

  it('is refused in a folder of other things, of another service, and while another one is made', async () => {
    await source.submit('vera@example.org', 'a');
    await mkdir(source.folder.path);
    await writeFile(join(source.folder.path, 'thesis.txt'), 'years of work');
    await expect(source.backUp()).rejects.toThrow('holds files that are not back-ups');
    await rm(join(source.folder.path, 'thesis.txt'));
    await source.backUp();
    const other = await openBackupStage(await filesystemStore());
    const parts = { pool: other.stores.pool, objects: other.stores.objects, files: other.stores.files };
    await expect(source.backUp(parts)).rejects.toThrow('of another service');
    await other.close();
    const release = await lockFolder(source.folder);
    const held = JSON.parse(await readFile(join(source.folder.path, 'lock'), 'utf8'));
    await writeFile(join(source.folder.path, 'lock'), JSON.stringify({ ...held, pid: process.ppid }));
    await expect(lockFolder(source.folder)).rejects.toThrow('is being used by another back-up');
    await release();
    // A lock file of a process that no longer runs.
    await writeFile(join(source.folder.path, 'lock'), JSON.stringify({ ...held, pid: 2 ** 22 + 1 }));
    await (await lockFolder(source.folder))();
    expect(await readdir(source.folder.path)).not.toContain('lock');
  });
});

describe.each([
  ['the filesystem', filesystemStore, 'S3', s3Store],
  ['S3', s3Store, 'the filesystem', filesystemStore],
] as const)('a restore from %s', (_from, openSource, kind, openTarget) => {
  it(`has the same rows, objects and feed in ${kind}`, async () => {
    const [from, to] = [await openBackupStage(await openSource()), await openRestoreStage(openTarget)];
    const { id } = await from.submit('vera@example.org', 'ä ö "x"', 'b');
    await from.submit('otto@example.org');
    const note = { kind: 'note', text: 'ring "Vera"\nä' } as const;
    await createRequestEditor(from.stores.pool).addEntry(id, note, systemActor);
    await from.backUp();
    const feed = createEventFeed(from.stores.pool);
    await expect.poll(async () => (await feed.read(null, 10))?.items).toHaveLength(3);
    const cursor = await feed.end();
    const { requests, objects, erased } = await to.restore(from.folder);
    expect({ requests, objects, erased }).toEqual({ requests: 2, objects: 2, erased: 0 });
    expect(await rowsOf(to.pool, copiedTables)).toEqual(await rowsOf(from.stores.pool, copiedTables));
    expect(await objectsOf(to.opened)).toEqual(await objectsOf(from.stores));
    const restoredFeed = createEventFeed(to.pool);
    expect(await restoredFeed.read(cursor, 10)).toMatchObject({ items: [] });
    expect((await restoredFeed.read(null, 10))?.items.at(-1)).toMatchObject({ kind: 'note', to: note.text });
    expect(await createRequestEditor(to.pool).addEntry(id, note, systemActor)).toMatchObject({ to: note.text });
    await openErasure(to.pool, to.opened).eraser.erase([id], byHand);
    const following = async () => (await restoredFeed.read(cursor, 10))?.items.map(({ kind }) => kind);
    await expect.poll(following).toEqual(['erasure']);
    await indexNewRequests(to.pool, () => false, signal);
    await Promise.all([from.close(), to.close()]);
  });
});

describe('a restore', () => {
  it('leaves out who was erased after the back-up, whose receipts a later one brought', async () => {
    const gone = await source.submit('vera@example.org', 'a');
    const kept = await source.submit('otto@example.org', 'b');
    const { generation } = await source.backUp();
    await erase(gone.id);
    await source.backUp();
    expect(await target.restore(source.folder, { generation })).toMatchObject({ requests: 1, erased: 1, objects: 1 });
    expect(Object.keys(await objectsOf(target.opened))).toEqual(keysOf(kept));
    const rows = await rowsOf(target.pool, ['commission_requests', 'request_events', 'commission_request_files']);
    expect(JSON.stringify(rows)).not.toContain('vera@example.org');
    expect(await openErasure(target.pool, target.opened).erasures.find(gone.id)).toMatchObject({ reason: 'request' });
    const kinds = (await target.pool.query('select kind from request_events where request_id = $1', [gone.id])).rows;
    expect(kinds).toEqual([{ kind: 'erasure' }]);
  });

  it('holds deliveries, and keeps the service from starting until it is done', async () => {
    await source.stores.pool.query(`
      insert into delivery_channels (id, kind, name, types, settings)
      values (gen_random_uuid(), 'webhook', 'a', array['request.created'], '{}')`);
    await source.submit('vera@example.org', 'a', 'b');
    await source.backUp();
    const stopping = new AbortController();
    const objects: ObjectStore = {
      ...target.opened.objects,
      async put() {
        stopping.abort(new Error('stopped here'));
        stopping.signal.throwIfAborted();
      },
    };
    await expect(target.restore(source.folder, { objects, signal: stopping.signal })).rejects.toThrow('stopped here');
    const { rows } = await target.pool.query('select 1 from commission_requests');
    expect(rows).toEqual([]);
    await target.restore(source.folder);
    expect((await target.pool.query('select state from delivery_channels')).rows).toEqual([{ state: 'held' }]);
    const held = "select \"to\" ->> 'state' as state from request_events where kind = 'channel'";
    expect((await target.pool.query(held)).rows).toEqual([{ state: 'held' }]);
    const [state] = (await target.pool.query('select * from service_state')).rows;
    expect(state).toMatchObject({ restoring: null, restored_at: expect.any(Date) });
  });

  it('holds the views of the studio', async () => {
    await source.stores.pool.query("insert into saved_views (name, search) values ('Oil', '?label=oil')");
    await source.backUp();
    await target.restore(source.folder);
    expect(await rowsOf(target.pool, ['saved_views'])).toEqual(await rowsOf(source.stores.pool, ['saved_views']));
    expect((await target.pool.query('select name, search from saved_views')).rows).toEqual([
      { name: 'Oil', search: '?label=oil' },
    ]);
  });

  it('cancels the mails to owners that were due', async () => {
    const noticeText = "select state, finished_at from deliveries where type = 'notice'";
    const notices = async (pool: Pool) => (await pool.query(noticeText)).rows;
    await makeNotice(source.stores.pool, randomUUID(), { about: 'outage', outageId: randomUUID(), change: 'gone' });
    await source.submit('vera@example.org');
    await source.backUp();
    await target.restore(source.folder);
    expect(await notices(target.pool)).toEqual([{ state: 'cancelled', finished_at: expect.any(Date) }]);
    expect(await notices(source.stores.pool)).toMatchObject([{ state: 'pending' }]);
  });

  it('has a feed that goes on behind every cursor of the time after the back-up', async () => {
    const { id } = await source.submit('vera@example.org');
    await source.backUp();
    await target.restore(source.folder);
    const later = positionCursor('feed', { epoch: 0, tx: '4000000000', seq: '1' });
    const feed = createEventFeed(target.pool);
    await openErasure(target.pool, target.opened).eraser.erase([id], byHand);
    const following = async () => (await feed.read(later, 10))?.items.map(({ kind }) => kind);
    await expect.poll(following).toEqual(['erasure']);
  });

  it('goes on where it broke off, at each object', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await source.submit('vera@example.org', name);
    await source.backUp();
    let puts = 0;
    for (let allowed = 1; allowed <= 4; allowed += 1) {
      const stopping = new AbortController();
      let left = allowed;
      const objects: ObjectStore = {
        ...target.opened.objects,
        async put(...call) {
          if (left-- <= 0) stopping.abort(new Error('killed'));
          stopping.signal.throwIfAborted();
          await target.opened.objects.put(...call);
          puts += 1;
        },
      };
      await target.restore(source.folder, { objects, signal: stopping.signal }).catch(() => {});
    }
    expect(puts).toBeGreaterThan(0);
    expect(puts).toBeLessThanOrEqual(6);
    await target.restore(source.folder).catch((error: Error) => expect(error.message).toContain('not empty'));
    expect((await target.pool.query('select from commission_requests')).rowCount).toBe(6);
    expect(await objectsOf(target.opened)).toEqual(await objectsOf(source.stores));
  });

  it('is refused by a service that is not empty, by its rows or its bucket', async () => {
    await source.submit('vera@example.org', 'a');
    await source.backUp();
    await target.restore(source.folder);
    await expect(target.restore(source.folder)).rejects.toThrow(
      'the service is not empty: it has rows in commission_requests',
    );
    const other = await openRestoreStage();
    await other.opened.objects.put(
      keysOf(await source.submit('x@example.org', 'z'))[0] as ObjectKey,
      submissionOf(['q']).files[0]?.attachment as never,
      { signal },
    );
    await expect(other.restore(source.folder)).rejects.toThrow('the bucket is not empty');
    await other.close();
  });
});

describe('the folder of a back-up', () => {
  it('says that a file is in the place of the folder', async () => {
    const path = join(source.folder.path, 'file');
    await mkdir(source.folder.path, { recursive: true });
    await writeFile(path, 'x');
    for (const one of [path, join(path, 'below')]) {
      await expect(createFolderTarget(backupFolder(one)).make()).rejects.toThrow('because it is a file');
    }
  });

  it('makes no folder of back-ups of one that holds other things', async () => {
    await mkdir(source.folder.path);
    await writeFile(join(source.folder.path, 'backup.json'), '{"format":"another"}');
    await expect(prepareFolder(source.folder)).rejects.toThrow('holds files that are not back-ups');
  });
});
