import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutLocation } from '../../page-kit/locations/picture-location.ts';
import { picture } from '../pictures/pictures.ts';
import { locationIn, phonePhoto } from '../support/phone-photo.ts';

const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'locations-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** Resolves with the number of pixels that differ, as ImageMagick counts them. */
async function differingPixels(name: string, one: Uint8Array, other: Uint8Array): Promise<number> {
  const paths = [join(folder, `one-${name}`), join(folder, `other-${name}`)];
  await Promise.all([one, other].map((content, index) => writeFile(paths[index] ?? '', content)));
  // It ends with 1 when a pixel differs.
  const { stderr } = await run('compare', ['-metric', 'AE', ...paths, 'null:']).catch((error) => error);
  return Number.parseInt(stderr, 10);
}

const turnOf = async (content: Uint8Array) => (await sharp(content).metadata()).orientation;

async function cleaned(content: Uint8Array): Promise<Uint8Array> {
  const copy = await withoutLocation(content);
  if (copy === null) throw new Error('The location was not removed');
  return copy;
}

describe('a photo without its location', () => {
  it.each(['photo.jpeg', 'photo.png', 'photo.webp', 'photo.heic'] as const)(
    'has no location and no maker for exiftool, and the same pixels for ImageMagick: %s',
    async (name) => {
      const before = await phonePhoto(name);
      const tags = await locationIn(name, before);
      for (const words of ['GPS Latitude', 'Bremen', 'Maker Note Version']) expect(tags).toContain(words);
      const after = await cleaned(before);
      expect(await locationIn(name, after)).toBe('');
      expect(await differingPixels(name, before, after)).toBe(0);
      if (name !== 'photo.heic') expect(await turnOf(after)).toBe(6);
    },
  );

  it('has no location for exiftool, and the same pixels, as an AVIF', async () => {
    const before = await phonePhoto('photo.avif');
    expect(await locationIn('photo.avif', before)).toContain('Bremen');
    const after = await cleaned(before);
    expect(await locationIn('photo.avif', after)).toBe('');
    const pixelsOf = (content: Uint8Array) => sharp(content).raw().toBuffer();
    expect((await pixelsOf(after)).equals(await pixelsOf(before))).toBe(true);
  });

  it('is compared by a program that finds a pixel that differs', async () => {
    const one = picture('photo.png');
    const { data, info } = await sharp(one).raw().toBuffer({ resolveWithObject: true });
    data[0] = (data[0] ?? 0) ^ 1;
    const { width, height, channels } = info;
    const other = await sharp(data, { raw: { width, height, channels } }).png().toBuffer();
    expect(await differingPixels('photo.png', one, other)).toBe(1);
  });
});

describe('a HEIC that an encoder of phones made of a photo', () => {
  it('loses the location that the encoder took over, and no pixel', async () => {
    const source = join(folder, 'source.jpeg');
    const made = join(folder, 'made.heic');
    await writeFile(source, await phonePhoto('photo.jpeg'));
    await run('heif-enc', ['-q', '60', source, '-o', made]);
    const before = await readFile(made);
    const tags = await locationIn('made.heic', before);
    for (const words of ['GPS Latitude', 'Maker Note Version']) expect(tags).toContain(words);
    const after = await cleaned(before);
    expect(await locationIn('made.heic', after)).toBe('');
    expect(await differingPixels('made.heic', before, after)).toBe(0);
  });
});

describe('EXIF that lies about its length', () => {
  it('has no location for exiftool after the removal, or the removal fails: JPEG', async () => {
    const photo = await phonePhoto('photo.jpeg');
    const at = photo.indexOf('Exif\0\0') - 2;
    const length = photo.readUInt16BE(at);
    for (const claimed of [0, 2, 9, 40, length - 20, length + 20, length + 400, 65_535]) {
      const lying = Buffer.from(photo);
      lying.writeUInt16BE(claimed, at);
      await expectNoLocation('photo.jpeg', lying);
    }
  });

  it('has no location for exiftool after the removal, or the removal fails: PNG, WebP and HEIC', async () => {
    for (const [name, mark, offset] of [
      ['photo.png', 'eXIf', -4],
      ['photo.webp', 'EXIF', 4],
    ] as const) {
      const photo = await phonePhoto(name);
      for (const claimed of [0, 4, 40, 0x7fffffff]) {
        const lying = Buffer.from(photo);
        const at = photo.lastIndexOf(mark) + offset;
        if (name === 'photo.png') lying.writeUInt32BE(claimed, at);
        else lying.writeUInt32LE(claimed, at);
        await expectNoLocation(name, lying);
      }
    }
    const heic = await phonePhoto('photo.heic');
    for (const claimed of [0, 4, 40, 0x7fffffff]) await expectNoLocation('photo.heic', lyingHeic(heic, claimed));
  });
});

async function expectNoLocation(name: string, lying: Buffer): Promise<void> {
  const copy = await withoutLocation(lying);
  if (copy !== null) expect(await locationIn(name, copy)).not.toMatch(/GPS|Bremen/);
}

/** Returns the picture with this length for each item of its `iloc` but the first, which is the picture. */
function lyingHeic(heic: Buffer, claimed: number): Buffer {
  const lying = Buffer.from(heic);
  const box = heic.indexOf('iloc');
  const end = box - 4 + heic.readUInt32BE(box - 4);
  // The lengths are the last four bytes of each item.
  lying.writeUInt32BE(claimed, end - 4);
  return lying;
}
