import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unfinishedRestore } from '../../src/process/stores/schema.ts';
import { filesystemStore } from '../reconcile/stores.ts';
import { type BackupStage, openBackupStage, openRestoreStage, type RestoreStage } from './backup-stage.ts';

let source: BackupStage;
let target: RestoreStage;

beforeEach(async () => {
  source = await openBackupStage(await filesystemStore());
  target = await openRestoreStage();
  await source.submit('vera@example.org', 'a');
});

afterEach(() => Promise.all([source.close(), target.close()]));

async function breakOff(generation: string): Promise<void> {
  const put = () => Promise.reject(new Error('The disk is full'));
  const objects = { ...target.opened.objects, put };
  await expect(target.restore(source.folder, { generation, objects })).rejects.toThrow('The disk is full');
}

describe('a restore that was broken off', () => {
  it('names its generation to whoever restores another one, and to the service', async () => {
    const { generation } = await source.backUp();
    await source.backUp();
    await breakOff(generation);
    const call = `commissions restore with the same folder, --generation ${generation} and its other options`;
    await expect(target.restore(source.folder)).rejects.toThrow(
      `a restore of another back-up was interrupted here: run ${call} to finish it, or empty the database and the bucket`,
    );
    expect(await unfinishedRestore(target.pool)).toBe(`A restore into this service was interrupted: run ${call} again`);
    expect(await target.restore(source.folder, { generation })).toMatchObject({ generation, objects: 1 });
    expect(await unfinishedRestore(target.pool)).toBeNull();
  });
});
