import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemActor } from '../../src/events/events.ts';
import { eraseUnusedPictures } from '../../src/keeping/erasure/unused-pictures.ts';
import { studioSchema } from '../../src/studio/document/studio.ts';
import { createStudioRevisions } from '../../src/studio/revisions/create-studio-revisions.ts';
import { filesystemStore, type OpenedStore, signal } from '../reconcile/stores.ts';
import { openErasure } from '../support/erasure.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { uploadStudioPicture } from '../support/studio-picture.ts';

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

const upload = (text: string) => uploadStudioPicture(database.pool, opened.objects, text);
const revisionsOf = () => createStudioRevisions(database.pool, null);
const withLogo = (sha256: string) => studioSchema.parse({ logo: { sha256 } });
const publish = (sha256: string) =>
  revisionsOf().publish(() => withLogo(sha256), { version: null, note: null, actor: systemActor });

async function saveDraft(document: object): Promise<void> {
  const { version } = await revisionsOf().draft();
  await revisionsOf().saveDraft(version, studioSchema.parse(document), systemActor);
}

/** As if nothing had been done for this many days. */
const pass = (days: number) =>
  database.pool.query("update studio_pictures set used_at = used_at - $1 * interval '1 day'", [days]);

async function left() {
  const { rows } = await database.pool.query<{ sha256: string }>(
    'select sha256 from studio_pictures order by uploaded_at',
  );
  const keys: string[] = [];
  for await (const { key } of opened.objects.list({ signal })) keys.push(key);
  return { pictures: rows.map(({ sha256 }) => sha256), objects: keys.length };
}

describe('a picture that nothing names', () => {
  it('is removed with its objects after seven days, and not before', async () => {
    const sha256 = await upload('a');
    await pass(6.9);
    expect(await eraseUnusedPictures(database.pool, [])).toBe(0);
    expect(await left()).toEqual({ pictures: [sha256], objects: 2 });
    await pass(0.2);
    expect(await eraseUnusedPictures(database.pool, [])).toBe(1);
    expect(await left()).toEqual({ pictures: [], objects: 2 });
    await openErasure(database.pool, opened).sweepLater();
    expect(await left()).toEqual({ pictures: [], objects: 0 });
  });

  it('is kept for seven days more when it is uploaded again', async () => {
    const sha256 = await upload('a');
    await pass(8);
    expect(await upload('a')).toBe(sha256);
    expect(await eraseUnusedPictures(database.pool, [])).toBe(0);
  });

  it('is kept for seven days after the draft has dropped it', async () => {
    const sha256 = await upload('a');
    await saveDraft({ logo: { sha256 } });
    await pass(30);
    await saveDraft({});
    await pass(6);
    expect(await eraseUnusedPictures(database.pool, [])).toBe(0);
    await pass(2);
    expect(await eraseUnusedPictures(database.pool, [])).toBe(1);
  });
});

describe('a picture that something names', () => {
  it('is kept: the draft, an early revision, a file on the server', async () => {
    const [draft, early, late, file, unused] = [
      await upload('draft'),
      await upload('early'),
      await upload('late'),
      await upload('file'),
      await upload('unused'),
    ];
    await publish(early);
    await publish(late);
    await saveDraft({ types: [{ id: 'a', name: 'A', pictures: [{ sha256: draft }] }] });
    for (let round = 0; round < 3; round += 1) {
      await pass(30);
      expect(await eraseUnusedPictures(database.pool, [file])).toBe(round === 0 ? 1 : 0);
    }
    expect((await left()).pictures).toEqual([draft, early, late, file]);
    expect(unused).not.toBe(file);
    await openErasure(database.pool, opened).sweepLater();
    expect((await left()).objects).toBe(8);
  });
});
