import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createIntentJournal } from '../../src/intake/journal/create-intent-journal.ts';
import { createRollBack } from '../../src/intake/journal/roll-back.ts';
import { sweep } from '../../src/intake/journal/sweep.ts';
import type { ObjectStore } from '../../src/platform/objects/object-store.ts';
import { createPictureStore } from '../../src/studio/pictures/create-picture-store.ts';
import { beginPicture, completePicture } from '../../src/studio/pictures/picture-steps.ts';
import type { PictureStore } from '../../src/studio/pictures/studio-pictures.ts';
import { filesystemStore, type OpenedStore, signal } from '../reconcile/stores.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { newPicture, uploadedPicture } from '../support/studio-picture.ts';

const log = pino({ level: 'silent' });

let database: MigratedDatabase;
let opened: OpenedStore;

beforeEach(async () => {
  database = await openMigratedDatabase();
  opened = await filesystemStore();
});

afterEach(async () => {
  await opened.close();
  await database.close();
});

const journalOf = () => createIntentJournal(database.pool, { leaseMs: 60_000, graceMs: 0 });

function storeOn(objects: Pick<ObjectStore, 'put'>): PictureStore {
  const rollBacks = createRollBack({ journal: journalOf(), objects: opened.objects, log });
  return createPictureStore({ pool: database.pool, objects, rollBacks, leaseMs: 60_000, putMs: 5000 });
}

/** As another process would, after all leases and pauses. */
async function sweepLater(): Promise<void> {
  await database.pool.query("update upload_intents set lease_until = now() - interval '1 s', next_attempt_at = now()");
  await sweep({ journal: journalOf(), objects: opened.objects, log }, signal);
}

async function traces() {
  const keys: string[] = [];
  for await (const { key } of opened.objects.list({ signal })) keys.push(key);
  const { rows } = await database.pool.query(
    `select (select count(*) from studio_pictures)::int as pictures,
       (select count(*) from studio_picture_files)::int as files, (select count(*) from upload_intents)::int as intents`,
  );
  return { ...rows[0], objects: keys.length };
}

const nothing = { pictures: 0, files: 0, intents: 0, objects: 0 };
const one = { pictures: 1, files: 2, intents: 0, objects: 2 };

/** A store whose put fails at this call, counted from 1. */
function failingAt(call: number, when: 'before' | 'after'): Pick<ObjectStore, 'put'> {
  let calls = 0;
  return {
    async put(...put) {
      calls += 1;
      if (calls === call && when === 'before') throw new Error('no room');
      await opened.objects.put(...put);
      if (calls === call) throw new Error('the response was lost');
    },
  };
}

describe('a picture that is stored', () => {
  it('has its rows and its objects, and no intent', async () => {
    const stored = await storeOn(opened.objects).store(newPicture('a'));
    expect(stored).toMatchObject({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/), small: { width: 2 } });
    expect(await traces()).toEqual(one);
  });

  it('is one picture when two callers store it at once', async () => {
    const store = storeOn(opened.objects);
    const [first, second] = await Promise.all([store.store(newPicture('a')), store.store(newPicture('a'))]);
    expect(first).toEqual(second);
    await sweepLater();
    expect(await traces()).toEqual(one);
  });

  it.each([
    [1, 'before'],
    [1, 'after'],
    [2, 'before'],
    [2, 'after'],
  ] as const)('leaves nothing when the store fails at object %i, %s it has it', async (call, when) => {
    const storing = storeOn(failingAt(call, when)).store(newPicture('a'));
    await expect(storing).rejects.toMatchObject({ name: 'PartFailedError', part: 'object store' });
    expect(await traces()).toEqual({ ...nothing, intents: 1 });
    await sweepLater();
    expect(await traces()).toEqual(nothing);
  });

  it('leaves nothing when its lease has run out before its rows are stored', async () => {
    const slow: Pick<ObjectStore, 'put'> = {
      async put(...put) {
        await opened.objects.put(...put);
        await sweepLater();
      },
    };
    await expect(storeOn(slow).store(newPicture('a'))).rejects.toThrow('lease');
    await sweepLater();
    expect(await traces()).toEqual(nothing);
  });
});

describe('the process that stores a picture', () => {
  it.each([0, 1, 2])('leaves nothing when it ends after %i objects', async (count) => {
    const { upload, files } = uploadedPicture('a');
    await beginPicture(database.pool, upload, 60_000);
    for (const { key, attachment } of files.slice(0, count)) await opened.objects.put(key, attachment, { signal });
    await sweepLater();
    expect(await traces()).toEqual(nothing);
  });

  it('stores no row of an upload that the sweep has given up', async () => {
    const { upload, picture } = uploadedPicture('a');
    await beginPicture(database.pool, upload, 60_000);
    await journalOf().condemn(upload);
    expect(await completePicture(database.pool, picture)).toBe('not-stored');
    expect(await traces()).toEqual({ ...nothing, intents: 1 });
  });
});
