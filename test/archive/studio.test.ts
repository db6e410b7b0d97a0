import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemActor } from '../../src/customers/events/events.ts';
import { createStudioRevisions } from '../../src/customers/revisions/create-studio-revisions.ts';
import { studioSchema } from '../../src/customers/studio/studio.ts';
import { filesystemStore } from '../reconcile/stores.ts';
import { submissionOf } from '../support/submission.ts';
import { type BackupStage, openBackupStage, openRestoreStage, type RestoreStage, rowsOf } from './backup-stage.ts';

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
    const submission = { ...submissionOf([]), commissionForm: { content, proof: null, bytes: 100 } };
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
});
