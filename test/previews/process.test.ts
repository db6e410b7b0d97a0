import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type PictureFormat, pictureFormatOf, pictureLimits } from '../../src/operators/previews/picture-format.ts';
import { type PreviewProcess, startPreviewProcess } from '../../src/operators/previews/preview-process.ts';
import { previewPixels } from '../../src/operators/previews/previews.ts';
import {
  avifOrHeicOfSize,
  bilevelPng,
  gif,
  heicLoop,
  interlacedPng,
  jpegOfSize,
  png,
  webpOfSize,
} from '../pictures/bombs.ts';
import { otherPictureNames, picture, pictureNames } from '../pictures/pictures.ts';
import { previewProgram } from '../support/open-previews.ts';

const mebibyte = 1024 * 1024;
/** Replaced before a test when the previous process has ended. */
let running: PreviewProcess;

beforeEach(() => {
  if (running?.isUsable() !== true) running = startPreviewProcess(previewProgram);
});

afterAll(() => running.end());

/** Renders like the service, with its limits except those that the test sets. */
function render(bytes: Buffer, format: PictureFormat, given: { timeMs?: number; memoryBytes?: number } = {}) {
  const limits = { ...pictureLimits[format], timeMs: 60_000, ...given };
  const sides = [previewPixels.small, previewPixels.large];
  return running.render(bytes, { format, pixels: limits.pixels, sides, purpose: 'preview' }, limits);
}

async function expectWorks(): Promise<void> {
  expect((await render(picture('photo.png'), 'png')).kind).toBe('rendered');
}

function hasEnded(): boolean {
  try {
    process.kill(running.pid, 0);
    return false;
  } catch {
    return true;
  }
}

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

describe('a picture of many pixels', () => {
  it.each([
    ['a PNG of 139 megapixels', 'png', () => bilevelPng(9921, 14_031)],
    ['a JPEG of 121 megapixels', 'jpeg', () => plain(11_000, 11_000).jpeg().toBuffer()],
    ['a WebP of 121 megapixels', 'webp', () => plain(11_000, 11_000).webp({ effort: 0 }).toBuffer()],
  ] as const)('is made smaller while it is loaded: %s', async (_, format, make) => {
    const result = await render(await make(), format);
    expect(result).toMatchObject({ kind: 'rendered', facts: { problem: null } });
  });

  it.each([
    ['a progressive JPEG', 'jpeg', () => plain(11_000, 11_000).jpeg({ progressive: true }).toBuffer()],
    ['an interlaced PNG', 'png', () => bilevelPng(11_000, 11_000, { isInterlaced: true })],
  ] as const)('is refused with its size when it has to be decoded as a whole: %s', async (_, format, make) => {
    expect(await render(await make(), format)).toMatchObject({
      kind: 'refused',
      isAnimated: false,
      facts: { width: 11_000, height: 11_000, problem: 'too-many-pixels' },
    });
  });

  function plain(width: number, height: number) {
    return sharp({ create: { width, height, channels: 3, background: 'red' }, limitInputPixels: false });
  }
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

describe('what no loader is allowed for', () => {
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
    for (const format of ['png', 'heic'] as const) {
      expect((await render(bytes, format)).kind).toBe('refused');
    }
    await expectWorks();
  });

  it.each(others)('never comes so far: %s', (_, bytes) => {
    expect(pictureFormatOf(bytes)).toBe(null);
  });
});

describe('a bomb', () => {
  const truncated = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * 0.6));
  const bombs: readonly (readonly [string, PictureFormat, Buffer])[] = [
    ['a PNG of 50,000 by 50,000', 'png', png({ width: 50_000, height: 50_000 })],
    ['a PNG just above the limit', 'png', png({ width: 20_001, height: 20_000 })],
    ['an interlaced PNG just above the limit', 'png', png({ width: 10_001, height: 10_000, isInterlaced: true })],
    ['a JPEG of 65,500 by 65,500', 'jpeg', jpegOfSize(65_500, 65_500)],
    ['a WebP of 16,383 by 16,383', 'webp', webpOfSize(16_383, 16_383)],
    ['an AVIF of 50,000 by 50,000', 'avif', avifOrHeicOfSize('photo.avif', 50_000, 50_000)],
    ['a HEIC of 50,000 by 50,000', 'heic', avifOrHeicOfSize('photo.heic', 50_000, 50_000)],
    ['a HEIC of 61 megapixels', 'heic', avifOrHeicOfSize('photo.heic', 8000, 7700)],
    ['a GIF of 10,000 frames', 'gif', gif(200, 10_000)],
    ['a HEIC derived from itself', 'heic', heicLoop()],
    ['a truncated WebP', 'webp', truncated(picture('photo.webp'))],
    ['a truncated AVIF', 'avif', truncated(picture('photo.avif'))],
    ['a truncated HEIC', 'heic', truncated(picture('photo.heic'))],
    ['a GIF that ends in its header', 'gif', picture('photo.gif').subarray(0, 20)],
  ];

  it.each(bombs)('is refused, and the next picture is not: %s', async (_, format, bytes) => {
    expect(pictureFormatOf(bytes)).toBe(format);
    expect((await render(bytes, format)).kind).toBe('refused');
    await expectWorks();
  });

  it('is refused by its header, as an AVIF of 25 megapixels in a kilobyte', async () => {
    const plain = { width: 5000, height: 5000, channels: 3, background: 'red' } as const;
    const bytes = await sharp({ create: plain }).avif({ effort: 0, quality: 20 }).toBuffer();
    expect(bytes.length).toBeLessThan(2000);
    expect(await render(bytes, 'avif')).toEqual({
      kind: 'refused',
      isAnimated: false,
      reason: 'The picture has too many pixels',
      facts: { width: 5000, height: 5000, problem: 'too-many-pixels' },
    });
  });

  it('ends the process when it needs too much memory', async () => {
    const result = await render(interlacedPng(6000), 'png', { memoryBytes: 150 * mebibyte });
    expect(result).toEqual({ kind: 'too much memory' });
    expect(hasEnded()).toBe(true);
    expect(running.isUsable()).toBe(false);
  });

  it('ends the process when it never ends', async () => {
    await expectWorks();
    process.kill(running.pid, 'SIGSTOP');
    expect(await render(picture('photo.png'), 'png', { timeMs: 200 })).toEqual({ kind: 'too slow' });
    expect(hasEnded()).toBe(true);
  });

  it('is no bomb when it waits for a processor alone', async () => {
    await expectWorks();
    process.kill(running.pid, 'SIGSTOP');
    const rendering = render(picture('photo.png'), 'png', { timeMs: 1500 });
    // Above the limit, and far below the longest time that a file may take.
    await sleep(1600);
    process.kill(running.pid, 'SIGCONT');
    expect(await rendering).toMatchObject({ kind: 'rendered' });
  });

  it('is told by its signal when it breaks the decoder', async () => {
    await expectWorks();
    process.kill(running.pid, 'SIGSTOP');
    const rendering = render(picture('photo.png'), 'png');
    process.kill(running.pid, 'SIGSEGV');
    process.kill(running.pid, 'SIGCONT');
    expect(await rendering).toEqual({ kind: 'ended', signal: 'SIGSEGV' });
  });
});

describe('the process', () => {
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
      expect(getPriority(other.pid)).toBe(10);
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

describe('the decoding process', () => {
  it('is broken by no damage anywhere in a picture', async () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed % below;
    };
    for (const name of pictureNames) {
      for (let round = 0; round < 5; round += 1) {
        const bytes = picture(name);
        for (let damage = 0; damage < 4; damage += 1) bytes[16 + random(bytes.length - 16)] = random(256);
        const { kind } = await render(bytes, pictureFormatOf(bytes) ?? 'png');
        expect(['rendered', 'refused']).toContain(kind);
      }
    }
  });

  it('tells of a machine without sharp', async () => {
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
