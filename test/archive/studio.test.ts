import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemActor } from '../../src/events/events.ts';
import { studioSchema } from '../../src/studio/document/studio.ts';
import { createStudioPictures } from '../../src/studio/pictures/picture-rows.ts';
import { createStudioRevisions } from '../../src/studio/revisions/create-studio-revisions.ts';
import { filesystemStore, signal } from '../reconcile/stores.ts';
import { uploadStudioPicture } from '../support/studio-picture.ts';
import { submissionOf } from '../support/submission.ts';
import {
  type BackupStage,
  objectsOf,
  openBackupStage,
  openRestoreStage,
  type RestoreStage,
  rowsOf,
} from './backup-stage.ts';

let source: BackupStage;
let target: RestoreStage;

beforeEach(async () => {
  source = await openBackupStage(await filesystemStore());
  target = await openRestoreStage();
});

afterEach(async () => {
  await target.close();
  await source.close();
});

const publication = { version: null, note: 'Why', actor: systemActor };

describe('a restore', () => {
  it('brings the studio back: its revisions, its draft, and what each request saw', async () => {
    const revisions = createStudioRevisions(source.stores.pool, null);
    for (const title of ['One', 'Two']) {
      const extras = [{ id: 'frame', name: 'Frame' }];
      await revisions.publish(() => studioSchema.parse({ title, extras }), publication);
    }
    const { version } = await revisions.draft();
    await revisions.saveDraft(version, studioSchema.parse({ title: 'Three' }), systemActor);
    const content = { v: 1, revision: 2, answers: { size: 'A4\t\\N' } } as const;
    const submission = { ...submissionOf([]), commissionForm: { content, proof: null, code: null, bytes: 100 } };
    await source.stores.records.begin(submission);
    await source.backUp();
    await target.restore(source.folder);

    const tables = ['studio_revisions', 'studio_draft', 'commission_extras'];
    expect(await rowsOf(target.pool, tables)).toEqual(await rowsOf(source.stores.pool, tables));
    expect((await target.pool.query('select commission_form from commission_requests')).rows).toEqual([
      { commission_form: content },
    ]);
    const restored = createStudioRevisions(target.pool, null);
    expect(await restored.published()).toMatchObject({ revision: 2, document: { title: { en: 'Two' } } });
    const published = await restored.publishDraft({ ...publication, version: version + 1 });
    expect(published).toMatchObject({ published: { revision: 3, document: { title: { en: 'Three' } } } });
  });

  it("brings the studio's pictures back, those of an earlier revision too, beside the files of requests", async () => {
    const first = await uploadStudioPicture(source.stores.pool, source.stores.objects, 'first');
    const logo = await uploadStudioPicture(source.stores.pool, source.stores.objects, 'logo');
    await source.submit('ann@example.org', 'a file');
    const revisions = createStudioRevisions(source.stores.pool, null);
    for (const sha256 of [first, logo]) {
      expect(await revisions.publish(() => studioSchema.parse({ logo: { sha256 } }), publication)).toHaveProperty(
        'published',
      );
    }
    expect(await source.backUp()).toMatchObject({ records: 5, copied: 5, lost: [] });
    expect(await source.verify()).toEqual([]);
    expect(await target.restore(source.folder)).toMatchObject({ objects: 5, damaged: [] });

    const tables = ['studio_pictures', 'studio_picture_files'];
    expect(await rowsOf(target.pool, tables)).toEqual(await rowsOf(source.stores.pool, tables));
    expect(await objectsOf(target.opened)).toEqual(await objectsOf(source.stores));
    expect(await createStudioPictures(target.pool).find(first)).toMatchObject({ sha256: first });
  });

  it('leaves out a damaged picture of the studio, and says so', async () => {
    await uploadStudioPicture(source.stores.pool, source.stores.objects, 'logo');
    for await (const { key } of source.stores.objects.list({ signal }))
      await source.stores.objects.delete(key, { signal });
    const { lost } = await source.backUp();
    expect(lost).toEqual([
      { reason: 'missing', key: expect.stringContaining('commissions/studio/'), requestId: null },
      { reason: 'missing', key: expect.stringContaining('commissions/studio/'), requestId: null },
    ]);
    expect(await target.restore(source.folder)).toMatchObject({ objects: 0, damaged: [] });
  });
});
