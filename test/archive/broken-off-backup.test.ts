import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { markText } from '../../src/keeping/backup/format/backup-folder.ts';
import { createFolderTarget } from '../../src/keeping/backup/targets/folder-target.ts';
import { filesystemStore } from '../reconcile/stores.ts';
import { type FileFault, failFileCalls } from '../support/failing-file-calls.ts';
import { type BackupStage, openBackupStage } from './backup-stage.ts';

let source: BackupStage;

beforeAll(async () => {
  source = await openBackupStage(await filesystemStore());
  await source.submit('vera@example.org', 'a', 'b');
});

afterAll(() => source.close());

beforeEach(() => rm(source.folder.path, { recursive: true, force: true }));

const markPath = () => join(source.folder.path, 'backup.json');

/** Each call is like a new process. */
async function makeLockAndBackUp(): Promise<void> {
  const target = createFolderTarget(source.folder);
  await target.make();
  const release = await target.lock();
  try {
    await source.backUp({}, target);
  } finally {
    await release();
  }
}

/** Breaks the back-up off at this call. Resolves with false when it had fewer. */
async function breakOffAt(call: number, fault: FileFault): Promise<boolean> {
  const failing = await failFileCalls(call, fault);
  try {
    await makeLockAndBackUp().catch(() => {});
    return failing.calls >= call;
  } finally {
    failing.end();
  }
}

describe('a first back-up that breaks off', () => {
  it.each<FileFault>(['ENOSPC', 'kill'])(
    'is made whole by the next after any call of the file system (%s)',
    async (fault) => {
      let call = 1;
      // The first calls make the folder, and the others repeat themselves for each table.
      for (; await breakOffAt(call, fault); call += call < 30 ? 1 : 7) {
        const found = await source.verify().catch((error: Error) => [error.message]);
        if (found.length > 0) expect(found).toEqual([expect.stringMatching(/there is no folder|holds no /)]);
        await makeLockAndBackUp();
        expect(await source.verify(), `after the call ${call}`).toEqual([]);
        await rm(source.folder.path, { recursive: true, force: true });
      }
      expect(call).toBeGreaterThan(60);
    },
  );

  it.each([
    ['empty', ''],
    ['cut off', markText.slice(0, 12)],
    ['without its end of line', markText.trimEnd()],
    ['of zeros', '\0'.repeat(markText.length)],
  ])('is made whole by the next with a mark that is %s', async (_, text) => {
    await mkdir(source.folder.path);
    await writeFile(markPath(), text);
    await expect(source.verify()).rejects.toThrow('holds no back-ups: backup.json is unfinished');
    await makeLockAndBackUp();
    expect(await source.verify()).toEqual([]);
  });

  it('leaves files of others alone beside an unfinished mark', async () => {
    await mkdir(source.folder.path);
    await writeFile(markPath(), '');
    await writeFile(join(source.folder.path, 'thesis.txt'), 'years of work');
    await expect(makeLockAndBackUp()).rejects.toThrow('holds files that are not back-ups');
  });

  it('differs from one whose mark was damaged beside its generations', async () => {
    await makeLockAndBackUp();
    await writeFile(markPath(), '');
    await expect(makeLockAndBackUp()).rejects.toThrow('holds back-ups, but backup.json is unfinished: write the line');
  });
});
