import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutPlace } from '../src/places/picture-place.ts';
import { violations } from './support/axe.ts';
import { smallPicture } from './support/files.ts';
import { attach, attachmentNames, fillIn, receipt, type Stage, sendButton, setStage } from './support/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await setStage();
});

afterAll(() => stage.close());

const run = promisify(execFile);

/** Resolves with the path of a picture that says, as phones do, where it was taken and how it is turned. */
async function photo(name: string): Promise<string> {
  const format = name.slice(name.lastIndexOf('.') + 1) as 'jpeg' | 'png' | 'webp' | 'avif';
  const raw = { width: 64, height: 48, channels: 3 } as const;
  const pixels = Buffer.from(Array.from({ length: raw.width * raw.height * 3 }, (_, at) => (at * 7) % 251));
  const path = await stage.folder.write(name, await sharp(pixels, { raw }).toFormat(format).toBuffer());
  await run('exiftool', [
    '-q',
    '-overwrite_original',
    '-EXIF:GPSLatitude=53.0793',
    '-EXIF:GPSLatitudeRef=N',
    '-EXIF:GPSLongitude=8.8017',
    '-EXIF:GPSLongitudeRef=E',
    '-EXIF:Orientation#=6',
    '-XMP:GPSLatitude=53.0793',
    '-XMP-photoshop:City=Bremen',
    ...(format === 'jpeg' ? ['-IPTC:City=Bremen'] : []),
    path,
  ]);
  return path;
}

/** Resolves with what exiftool says of the place. */
async function placeIn(path: string): Promise<string> {
  const { stdout } = await run('exiftool', ['-a', '-G1', '-GPS*', '-City', '-Location*', '-Country*', path]);
  return stdout;
}

const rawOf = (content: Uint8Array) => sharp(content).raw().toBuffer();
const turnOf = async (content: Uint8Array) => (await sharp(content).metadata()).orientation;

describe('a photo from which its place is removed', () => {
  it.each(['photo.jpeg', 'photo.png', 'photo.webp', 'photo.avif'])(
    'tells exiftool no place, and is the same picture: %s',
    async (name) => {
      const path = await photo(name);
      expect(await placeIn(path)).toContain('Bremen');
      const before = await readFile(path);
      const after = await withoutPlace(before);
      if (after === null) throw new Error('The place was not removed');
      expect(await placeIn(await stage.folder.write(`clean-${name}`, after))).toBe('');
      expect((await rawOf(after)).equals(await rawOf(before))).toBe(true);
      if (name !== 'photo.avif') expect(await turnOf(after)).toBe(6);
    },
  );
});

/** Resolves with the bytes of the attached files, as the browser keeps them. */
const keptFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('commission-draft', 1);
      request.onsuccess = () => resolve(request.result);
    });
    const files = await new Promise<File[]>((resolve) => {
      const request = database.transaction('files').objectStore('files').getAll();
      request.onsuccess = () => resolve(request.result);
    });
    return Promise.all(files.map(async (file) => new TextDecoder('latin1').decode(await file.arrayBuffer())));
  });

describe('the page', () => {
  it('says which pictures tell a place, and removes it where the customer wants it', async () => {
    const { page, faults } = await stage.open();
    await attach(page, [
      await photo('cat.jpeg'),
      await stage.folder.write('plain.png', smallPicture),
      await photo('dog.webp'),
    ]);
    await page.getByText('These pictures tell where they were taken: cat.jpeg and dog.webp').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove the place' }).click();
    const note = page.getByText('The place was removed from: cat.jpeg and dog.webp').first();
    await note.waitFor();
    expect(await attachmentNames(page)).toEqual(['cat.jpeg', 'plain.png', 'dog.webp']);
    await expect.poll(async () => (await keptFiles(page)).length).toBe(3);
    for (const content of await keptFiles(page)) expect(content).not.toMatch(/GPS|Bremen/);
    await fillIn(page);
    await sendButton(page).click();
    await receipt(page).waitFor();
    expect(faults).toEqual([]);
  });

  it('sends a picture with its place when the customer leaves it', async () => {
    const { page } = await stage.open();
    await attach(page, [await photo('cat.jpeg')]);
    await page.getByText('These pictures tell where they were taken: cat.jpeg').first().waitFor();
    await fillIn(page);
    await sendButton(page).click();
    await receipt(page).waitFor();
  });

  it('says nothing of pictures without a place', async () => {
    const { page } = await stage.open();
    const chunk = page.waitForResponse(/places-notice/);
    await attach(page, [await stage.folder.write('plain.png', smallPicture)]);
    await chunk;
    await page.locator('canvas').waitFor();
    expect(await page.getByText('where they were taken').count()).toBe(0);
  });
});
