import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createObjectKey, type ObjectKey } from '../object-key.ts';
import { bucketFolder, createLeftOverRemoval, fileNameOfKey, keyOfFileName } from './bucket-folder.ts';

const uuid = 'abcdef01-2345-4678-89ab-cdef01234567';

function keyOf(extension: string): ObjectKey {
  return `commissions/${uuid}.${extension}` as ObjectKey;
}

describe('the file of an object', () => {
  it.each([
    ['png', `${uuid}.png`],
    ['svg+xml', `${uuid}.svg+xml`],
    ['%', `${uuid}.%25`],
    ["'*", `${uuid}.%27%2A`],
    ['~a', `${uuid}.%7Ea`],
    ['..', `${uuid}...`],
  ])('keeps the extension %s where a file system takes it', (extension, expected) => {
    expect(fileNameOfKey(keyOf(extension))).toBe(expected);
  });

  it('has a name of at most 210 letters, digits and ._+-%~ that gives the key back', () => {
    const token = fc.constantFrom(..."abzAZ09!#$%&'*+-.^_`|~");
    const extensions = fc.string({ unit: token, minLength: 1, maxLength: 127, size: 'max' });
    fc.assert(
      fc.property(extensions, (extension) => {
        const name = fileNameOfKey(keyOf(extension));
        expect(name).toMatch(/^[\w.+%~-]{1,210}$/);
        expect(keyOfFileName(name, 'ab')).toBe(keyOf(extension));
      }),
    );
  });

  it('lies in the shard of its first two digits', () => {
    const { paths } = bucketFolder('/objects', 'bucket');
    expect(paths(keyOf('png'))).toEqual({
      contentFile: join('/objects/bucket/content/ab', `${uuid}.png`),
      metadataFile: join('/objects/bucket/metadata/ab', `${uuid}.png.json`),
    });
  });

  it.each(['readme.txt', uuid, `${uuid}.`, `${uuid}.%`, `${uuid}.%41`, `${uuid}.%2a`, `${uuid}.~eA`, `${uuid}.a b`])(
    'is not %s',
    (name) => {
      expect(keyOfFileName(name, 'ab')).toBeNull();
    },
  );

  it('lies in a shard of its own and gives the key back for a picture of the studio', () => {
    const key = `commissions/studio/${uuid}.webp` as ObjectKey;
    const { paths } = bucketFolder('/objects', 'bucket');
    expect(paths(key)).toEqual({
      contentFile: join('/objects/bucket/content/studio', `${uuid}.webp`),
      metadataFile: join('/objects/bucket/metadata/studio', `${uuid}.webp.json`),
    });
    expect(keyOfFileName(`${uuid}.webp`, 'studio')).toBe(key);
    expect(keyOfFileName(`${uuid}.png`, 'studio')).toBeNull();
  });

  it('is another one for every key', () => {
    const keys = Array.from({ length: 100 }, () => createObjectKey('image/png'));
    expect(new Set(keys.map(fileNameOfKey)).size).toBe(100);
  });
});

describe('the removal of left-overs', () => {
  let folder: string;
  let remove: () => Promise<void>;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'left-overs-'));
    remove = createLeftOverRemoval(folder);
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('removes files that it has found twice, and no younger ones', async () => {
    await writeFile(join(folder, 'old'), 'x');
    await remove();
    await writeFile(join(folder, 'young'), 'x');
    await remove();
    expect(await readdir(folder)).toEqual(['young']);
    await remove();
    expect(await readdir(folder)).toEqual([]);
  });

  it('waits for a folder that is not there yet', async () => {
    await rm(folder, { recursive: true });
    await remove();
    await mkdir(folder);
    await writeFile(join(folder, 'a'), 'x');
    await remove();
    await remove();
    expect(await readdir(folder)).toEqual([]);
  });

  it('skips and reports a file that it cannot remove', async () => {
    await mkdir(join(folder, 'a folder'));
    await writeFile(join(folder, 'file'), 'x');
    await remove();
    await expect(remove()).rejects.toThrow('EISDIR');
    expect(await readdir(folder)).toEqual(['a folder']);
  });
});
