import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemActor } from '../../src/events/events.ts';
import {
  areSameService,
  type ComparedStores,
  type Finding,
  findDifferences,
} from '../../src/keeping/files/reconcile.ts';
import { createObjectKey, type ObjectKey } from '../../src/platform/objects/object-key.ts';
import type { ObjectStore } from '../../src/platform/objects/object-store.ts';
import { createStudioPictures } from '../../src/studio/pictures/picture-rows.ts';
import { attachmentOf } from '../support/attachments.ts';
import { emptyTables } from '../support/empty-tables.ts';
import { openErasure } from '../support/erasure.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { uploadedPicture, uploadStudioPicture } from '../support/studio-picture.ts';
import { submissionOf } from '../support/submission.ts';
import { filesystemStore, keysOf, openStores, s3Store, signal, type TestStores } from './stores.ts';

const hourMs = 3_600_000;
const inAnHour = () => new Date(Date.now() + hourMs);
const anHourAgo = () => new Date(Date.now() - hourMs);

async function differences(compared: ComparedStores, olderThan = inAnHour()): Promise<Finding[]> {
  const found: Finding[] = [];
  for await (const finding of findDifferences(compared, { olderThan, signal, onProgress: () => {} })) {
    found.push(finding);
  }
  return found;
}

describe.each([
  ['the filesystem', filesystemStore],
  ['S3', s3Store],
])('a bucket in %s', (_name, openStore) => {
  let stores: TestStores;
  let database: MigratedDatabase;

  beforeAll(async () => {
    database = await openMigratedDatabase();
  });

  beforeEach(async () => {
    stores = await openStores(await openStore(), database);
  });

  afterEach(async () => {
    await stores.close();
    await emptyTables(database.pool, ['commission_requests', 'upload_intents', 'studio_pictures']);
  });

  afterAll(() => database.close());

  async function putOrphan(content = 'orphan'): Promise<ObjectKey> {
    const key = createObjectKey('image/png');
    await stores.objects.put(key, attachmentOf(content), { signal });
    return key;
  }

  it("knows the studio's pictures, after the files of requests", async () => {
    const sha256 = await uploadStudioPicture(stores.pool, stores.objects, 'logo');
    await stores.stored('a', 'b');
    expect(await differences(stores)).toEqual([]);
    const orphan = uploadedPicture('orphan').files[0];
    if (orphan === undefined) throw new Error('A picture has files');
    await stores.objects.put(orphan.key, orphan.attachment, { signal });
    const lost = (await createStudioPictures(stores.pool).find(sha256))?.small.key;
    if (lost === undefined) throw new Error('The picture is there');
    await stores.objects.delete(lost, { signal });
    const found = await differences(stores);
    expect(found).toHaveLength(2);
    expect(found).toContainEqual({ kind: 'record-without-object', key: lost, requestId: null });
    expect(found).toContainEqual(expect.objectContaining({ kind: 'object-without-record', key: orphan.key }));
  });

  async function loseObjectOf(...files: string[]) {
    const submission = await stores.stored(...files);
    const [key] = keysOf(submission);
    if (!key) throw new Error('A submission of this test has files');
    await stores.objects.delete(key, { signal });
    return { key, requestId: submission.id };
  }

  it('does not differ, while it is empty, from a database without records', async () => {
    expect(await differences(stores)).toEqual([]);
  });

  it('does not differ from the records of whole submissions', async () => {
    for (let count = 0; count < 6; count += 1) await stores.stored('a', 'b');
    await stores.stored();
    expect(await differences(stores)).toEqual([]);
  });

  it('holds objects without a record, and lacks objects of records, among whole submissions', async () => {
    const orphans = [];
    const losses = [];
    for (let count = 0; count < 4; count += 1) {
      await stores.stored('a', 'b');
      orphans.push(await putOrphan('seven b'));
      losses.push(await loseObjectOf('c', 'd'));
    }
    const found = await differences(stores);
    expect(found.map(({ key }) => key)).toEqual(found.map(({ key }) => key).sort());
    expect(new Set(found)).toEqual(
      new Set([
        ...orphans.map((key) => ({ kind: 'object-without-record', key, size: 7, modifiedAt: expect.any(Date) })),
        ...losses.map((loss) => ({ kind: 'record-without-object', ...loss })),
      ]),
    );
  });

  it('is left alone where it is young, and the records too', async () => {
    await putOrphan();
    await loseObjectOf('a');
    expect(await differences(stores, anHourAgo())).toEqual([]);
  });

  it('holds what uploads under way store, and what given up ones left: neither is a difference', async () => {
    const pending = await stores.uploaded('a', 'b');
    const condemned = await stores.uploaded('c', 'd');
    await stores.records.condemn({ requestId: condemned.id, keys: keysOf(condemned), idempotencyKey: null });
    expect(await differences(stores)).toEqual([]);
    await stores.pool.query('delete from upload_intents');
    const found = await differences(stores);
    expect(found.map(({ key }) => key)).toEqual([...keysOf(pending), ...keysOf(condemned)].sort());
  });

  it('may store an object whose record comes between the reading and the check', async () => {
    const submission = submissionOf(['a', 'b']);
    const claim = await stores.records.claim(submission);
    for (const { key, attachment } of submission.files) await stores.objects.put(key, attachment, { signal });
    const files = {
      ...stores.files,
      async *list(options: { signal: AbortSignal }) {
        yield* stores.files.list(options);
        await stores.records.complete(claim, submission);
      },
    };
    expect(await differences({ ...stores, files })).toEqual([]);
    expect(await stores.files.hasRecord(keysOf(submission)[0] as ObjectKey)).toBe(true);
  });

  it('may lose an object whose request is removed between the reading and the check', async () => {
    const { key } = await loseObjectOf('a');
    const objects: ObjectStore = {
      ...stores.objects,
      async stat(...call) {
        await stores.pool.query('delete from commission_requests');
        return stores.objects.stat(...call);
      },
    };
    expect(await differences({ ...stores, objects })).toEqual([]);
    expect(await stores.files.hasRecord(key)).toBe(false);
  });

  it('has lost no object that its listing leaves out', async () => {
    for (let count = 0; count < 5; count += 1) await stores.stored('a', 'b');
    const { key } = await loseObjectOf('c');
    const objects: ObjectStore = {
      ...stores.objects,
      async *list(options) {
        let count = 0;
        for await (const entry of stores.objects.list(options)) if (count++ % 3 === 0) yield entry;
      },
    };
    const found = await differences({ ...stores, objects });
    expect(found).toEqual([{ kind: 'record-without-object', key, requestId: expect.any(String) }]);
  });

  it('belongs to a database that has a record of one of its objects', async () => {
    await putOrphan();
    await putOrphan();
    await stores.stored('a');
    expect(await areSameService(stores, signal)).toBe(true);
  });

  it('belongs to any database when it is empty', async () => {
    expect(await areSameService(stores, signal)).toBe(true);
    await loseObjectOf('a');
    expect(await areSameService(stores, signal)).toBe(true);
  });

  it('belongs to none that has a record of none of its objects', async () => {
    await putOrphan();
    expect(await areSameService(stores, signal)).toBe(false);
    await loseObjectOf('a');
    expect(await areSameService(stores, signal)).toBe(false);
  });
});

describe('a bucket of which everything was erased', () => {
  it('belongs to the database that erased it, and to no other', async () => {
    const [stores, others] = [await openStores(await filesystemStore()), await openStores(await filesystemStore())];
    await stores.objects.put(createObjectKey('image/png'), attachmentOf('orphan'), { signal });
    const { id } = await stores.stored('a');
    const { eraser } = openErasure(stores.pool, stores);
    await eraser.erase([id], { reason: 'request', actor: systemActor });
    expect(await areSameService(stores, signal)).toBe(true);
    expect(await areSameService({ ...stores, files: others.files }, signal)).toBe(false);
    await stores.close();
    await others.close();
  });
});

describe('a pass that fails', () => {
  let stores: TestStores;

  beforeEach(async () => {
    stores = await openStores(await s3Store());
  });

  afterEach(() => stores.close());

  it('ends both readings when it is given up half-way', async () => {
    let underWay = 0;
    const counted = <Args extends unknown[], T>(list: (...args: Args) => AsyncIterable<T>) =>
      async function* (...args: Args) {
        underWay += 1;
        try {
          yield* list(...args);
        } finally {
          underWay -= 1;
        }
      };
    await stores.objects.put(createObjectKey('image/png'), attachmentOf('orphan'), { signal });
    await stores.stored('a', 'b', 'c');
    const objects = { ...stores.objects, list: counted(stores.objects.list) };
    const files = { ...stores.files, list: counted(stores.files.list) };
    const comparison = { olderThan: inAnHour(), signal, onProgress: () => {} };
    for await (const _ of findDifferences({ objects, files }, comparison)) break;
    expect(underWay).toBe(0);
    expect(stores.pool.totalCount - stores.pool.idleCount).toBe(0);
  });

  it('claims nothing about a record whose object the store does not tell of', async () => {
    const submission = await stores.stored('a');
    await stores.objects.delete(keysOf(submission)[0] as ObjectKey, { signal });
    const objects: ObjectStore = {
      ...stores.objects,
      stat: () => Promise.reject(new Error('the store is away')),
    };
    await expect(differences({ ...stores, objects })).rejects.toThrow('the store is away');
  });
});
