import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type PictureFormat, pictureFormatOf, pictureLimits } from '../../src/studio/previews/picture-format.ts';
import { startPreviewProcess } from '../../src/studio/previews/preview-process.ts';
import { png } from '../pictures/bombs.ts';
import { otherPictureNames, picture, pictureNames } from '../pictures/pictures.ts';
import { previewProgram } from '../support/open-previews.ts';
import { openRendering } from './rendering.ts';

const { render, expectWorks, isUsable } = openRendering();

describe('a picture', () => {
  it.each(pictureNames)('becomes two small ones in WebP: %s', async (name) => {
    const bytes = picture(name);
    const format = pictureFormatOf(bytes);
    if (format === null) throw new Error('A picture has a format');
    const result = await render(bytes, format);
    if (result.kind !== 'rendered') throw new Error(JSON.stringify(result));
    expect(result.facts).toEqual({ width: 120, height: 80, problem: null });
    expect(result.pictures).toHaveLength(2);
    for (const made of result.pictures) {
      expect(await sharp(made).metadata()).toMatchObject({ format: 'webp', width: 120, height: 80 });
      const { data } = await sharp(made).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      expect(data[0]).toBeGreaterThan(200);
      expect(data[data.length - 1]).toBeGreaterThan(200);
    }
  });

  it('has at most 320 and 1600 pixels on its longer side', async () => {
    const large = await sharp({ create: { width: 900, height: 2000, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const result = await render(large, 'png');
    if (result.kind !== 'rendered') throw new Error(JSON.stringify(result));
    const sizes = await Promise.all(result.pictures.map((made) => sharp(made).metadata()));
    expect(sizes.map(({ width, height }) => [width, height])).toEqual([
      [144, 320],
      [720, 1600],
    ]);
  });

  it('stands upright, and tells neither where nor with what it was taken', async () => {
    const lying = await sharp(picture('photo.jpg'))
      .withExif({ IFD0: { Make: 'A camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const turned = await sharp(lying).metadata();
    expect(turned.orientation).toBe(6);
    const result = await render(lying, 'jpeg');
    if (result.kind !== 'rendered') throw new Error(JSON.stringify(result));
    expect(result.facts).toEqual({ width: 80, height: 120, problem: null });
    const { width, height, exif, orientation } = await sharp(result.pictures[0]).metadata();
    expect({ width, height, exif, orientation }).toEqual({ width: 80, height: 120 });
  });
});

describe('the colours of a preview', () => {
  /** (200, 100, 100) of Display P3 in sRGB. Read as sRGB it would stay as it is. */
  const expected = [215, 94, 98];

  async function firstPixel(bytes: Buffer, format: PictureFormat): Promise<number[]> {
    const result = await render(bytes, format);
    if (result.kind !== 'rendered') throw new Error(JSON.stringify(result));
    return [...(await sharp(result.pictures[0]).removeAlpha().raw().toBuffer()).subarray(0, 3)];
  }

  function expectNear(pixel: number[], colour: number[]): void {
    for (const [at, value] of pixel.entries()) expect(Math.abs(value - (colour[at] ?? 0))).toBeLessThanOrEqual(3);
  }

  it('follow the profile of a HEIC', async () => {
    expectNear(await firstPixel(picture('p3.heic'), 'heic'), expected);
  });

  it('follow the profile of a HEIC that names Display P3 by numbers', async () => {
    expectNear(await firstPixel(picture('p3-nclx.heic'), 'heic'), expected);
  });

  it('are those of the file when the profile of a HEIC is damaged', async () => {
    const bytes = picture('p3.heic');
    bytes.fill(0xff, bytes.indexOf('acsp') - 36, bytes.indexOf('acsp') + 100);
    expectNear(await firstPixel(bytes, 'heic'), [200, 100, 100]);
  });
});

describe('an incomplete picture', () => {
  it('is shown as damaged when a JPEG lacks only its end', async () => {
    const whole = picture('photo.jpg');
    const result = await render(whole.subarray(0, whole.length - 2), 'jpeg');
    if (result.kind !== 'rendered') throw new Error(JSON.stringify(result));
    expect(result.facts).toEqual({ width: 120, height: 80, problem: 'damaged' });
    const { data } = await sharp(result.pictures[0]).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeGreaterThan(200);
    expect(data[data.length - 1]).toBeGreaterThan(200);
  });

  it.each(['photo.jpg', 'photo.png'] as const)('is shown as damaged with what is there: %s', async (name) => {
    const bytes = picture(name);
    const format = pictureFormatOf(bytes);
    if (format === null) throw new Error('A picture has a format');
    const result = await render(bytes.subarray(0, Math.floor(bytes.length * 0.6)), format);
    expect(result).toMatchObject({ kind: 'rendered', facts: { width: 120, height: 80, problem: 'damaged' } });
  });
});

describe('a PNG that contradicts its header', () => {
  it.each([
    ['with less data', png({ width: 3000, height: 3000, data: Buffer.alloc(1000) })],
    ['with more data, truncated', png({ width: 1, height: 1, data: Buffer.alloc(1_000_000) }).subarray(0, 600)],
  ])('is shown as damaged, and the next picture is shown: %s', async (_, bytes) => {
    expect(await render(bytes, 'png')).toMatchObject({ kind: 'rendered', facts: { problem: 'damaged' } });
    await expectWorks();
  });
});

describe('a file that no loader is allowed for', () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  );
  const others: readonly (readonly [string, Buffer])[] = [
    ...otherPictureNames.map((name) => [name, picture(name)] as const),
    ['an SVG', svg],
    ['an SVG with an XML head', Buffer.concat([Buffer.from('<?xml version="1.0"?>\n'), svg])],
    ['a PDF', Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>')],
    ['a picture of libvips', Buffer.concat([Buffer.from([0xb6, 0xa6, 0xf2, 0x08]), Buffer.alloc(100)])],
    ['Radiance HDR', Buffer.from('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n\0\0\0\0')],
    ['CSV', Buffer.from('1,2\n3,4\n')],
    ['JPEG 2000', Buffer.from('0000000c6a5020200d0a870a00000014667479706a703220', 'hex')],
    ['JPEG XL', Buffer.from('ff0a7f0000000000000000000000000000000000', 'hex')],
    ['HTML', Buffer.from('<!doctype html><img src="http://127.0.0.1/x">')],
    ['nothing', Buffer.alloc(0)],
  ];

  it.each(others)('is refused whatever it is called: %s', async (_, bytes) => {
    expect((await render(bytes, 'png')).kind).toBe('refused');
    await expectWorks();
  });

  it('is refused by the decoder of HEIC, and the next picture is shown', async () => {
    for (const bytes of [svg, Buffer.alloc(0)]) expect((await render(bytes, 'heic')).kind).toBe('refused');
    await expectWorks();
  });

  it.each(others)('never comes so far: %s', (_, bytes) => {
    expect(pictureFormatOf(bytes)).toBe(null);
  });
});

describe('the process', () => {
  it('takes no other file after a HEIC, and any after another picture', async () => {
    await render(picture('photo.png'), 'png');
    expect(isUsable()).toBe(true);
    await render(picture('photo.heic'), 'heic');
    expect(isUsable()).toBe(false);
  });

  it('knows no variable of the service, gives way to others, and has hard limits', async () => {
    process.env.TEST_SECRET = 'pa55word';
    const other = startPreviewProcess(previewProgram);
    delete process.env.TEST_SECRET;
    try {
      await other.render(
        picture('photo.png'),
        { format: 'png', pixels: pictureLimits.png.pixels, sides: [320], purpose: 'preview' },
        pictureLimits.png,
      );
      const read = (name: string) => readFile(`/proc/${other.pid}/${name}`, 'latin1');
      expect(await read('environ')).not.toContain('pa55word');
      // The tests may themselves give way to others.
      expect(getPriority(other.pid)).toBe(Math.min(19, getPriority() + 10));
      expect(await read('autogroup')).toMatch(/ nice 10$/m);
      const limits = await read('limits');
      expect(limits).toMatch(/^Max data size +1610612736 /m);
      expect(limits).toMatch(/^Max core file size +0 /m);
      expect(limits).toMatch(/^Max cpu time +1800 /m);
    } finally {
      await other.end();
    }
  });
});

describe('the process on a machine without sharp', () => {
  it('reports it', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'no-sharp-'));
    try {
      await cp(dirname(previewProgram), directory, {
        recursive: true,
        filter: (path) => path === dirname(previewProgram) || /preview-program|chunks/.test(path),
      });
      const other = startPreviewProcess(join(directory, 'preview-program.js'));
      const result = await other.render(
        picture('photo.png'),
        { format: 'png', pixels: pictureLimits.png.pixels, sides: [320], purpose: 'preview' },
        pictureLimits.png,
      );
      expect(result).toEqual({ kind: 'unable', reason: expect.stringContaining('sharp') });
      await other.end();
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
