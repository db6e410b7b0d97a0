import { mkdir, mkdtemp, open, readdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFilesBelow } from '../../../test/support/open-files.ts';
import { openTemporaryFile } from '../../intake/spool/temporary-file.ts';
import { createFileSystemCheck } from './file-system.ts';

let dataDirectory: string;

const { signal } = new AbortController();

beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'file-system-'));
});

afterEach(async () => {
  expect(await openFilesBelow(dataDirectory)).toEqual([]);
  await rm(dataDirectory, { recursive: true });
});

function check(openUnnamed = openTemporaryFile, directory = dataDirectory) {
  const spoolDirectory = join(directory, 'spool');
  return createFileSystemCheck({ dataDirectory: directory, spoolDirectory, openUnnamed }).run(signal);
}

describe('the check of the file system', () => {
  it('has nothing against an ordinary one, and leaves nothing there', async () => {
    expect(await check()).toMatchObject([{ verdict: 'ok', found: expect.stringContaining(dataDirectory) }]);
    expect(await readdir(dataDirectory)).toEqual([]);
    await mkdir(join(dataDirectory, 'spool'));
    expect(await check()).toMatchObject([{ verdict: 'ok', found: expect.stringContaining('spool') }]);
    expect(await readdir(join(dataDirectory, 'spool'))).toEqual([]);
  });

  it('makes no folder where there is none yet', async () => {
    const absent = join(dataDirectory, 'absent');
    expect(await check(openTemporaryFile, absent)).toMatchObject([{ verdict: 'skipped' }]);
    expect(await readdir(dataDirectory)).toEqual([]);
  });

  it.each([
    ['a file', (path: string) => writeFile(path, ''), 'is a file'],
    [
      'a link to a disk that is not mounted',
      (path: string) => symlink('/nowhere', path),
      'is a link to /nowhere, which',
    ],
  ])('reports %s at the path of the folder, or above it', async (_, put, message) => {
    const path = join(dataDirectory, 'taken');
    await put(path);
    for (const directory of [path, join(path, 'below', 'it')]) {
      expect(await check(openTemporaryFile, directory)).toMatchObject([
        { verdict: 'wrong', found: expect.stringContaining(`because ${path} ${message}`) },
      ]);
    }
  });

  it('reports a file that loses its bytes with its name', async () => {
    const losesBytes = async (folder: string) => {
      const path = join(folder, 'sample');
      const file = await open(path, 'wx+');
      file.sync = () => truncate(path, 0);
      return file;
    };
    expect(await check(losesBytes)).toMatchObject([
      {
        verdict: 'wrong',
        found: expect.stringContaining('could not be read after its name was removed'),
        remedy: expect.stringContaining('local disk'),
      },
    ]);
  });

  it('reports a disk that does not sync', async () => {
    const refusesToSync = async (folder: string) => {
      const file = await openTemporaryFile(folder);
      file.sync = () => Promise.reject(Object.assign(new Error('EINVAL: invalid argument, fsync'), { code: 'EINVAL' }));
      return file;
    };
    expect(await check(refusesToSync)).toMatchObject([
      {
        verdict: 'wrong',
        found: expect.stringContaining('could not be synced: EINVAL'),
        remedy: expect.stringContaining('local disk'),
      },
    ]);
  });
});
