import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type PictureFormat, pictureFormatOf } from '../../src/studio/previews/picture-format.ts';
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
import { picture, pictureNames } from '../pictures/pictures.ts';
import { openRendering } from './rendering.ts';

const mebibyte = 1024 * 1024;
const { render, expectWorks, hasEnded, isUsable, pid } = openRendering();

describe('a picture of many pixels', () => {
  it.each([
    ['a PNG of 139 megapixels', 'png', () => bilevelPng(9921, 14_031)],
    ['a JPEG of 121 megapixels', 'jpeg', () => plain(11_000, 11_000).jpeg().toBuffer()],
    ['a WebP of 121 megapixels', 'webp', () => plain(11_000, 11_000).webp({ effort: 0 }).toBuffer()],
  ] as const)('is made smaller while it is loaded: %s', async (_, format, make) => {
    const result = await render(await make(), format);
    expect(result).toMatchObject({ kind: 'rendered', facts: { problem: null } });
  });

  it.each([300, 10_000])(
    'is shown by its first frame, whose pixels alone count: a GIF of %i frames',
    async (frames) => {
      const result = await render(gif(1000, frames), 'gif');
      expect(result).toMatchObject({ kind: 'rendered', facts: { width: 1000, height: 1000, problem: null } });
    },
  );

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
    expect(isUsable()).toBe(false);
  });

  it('ends the process when it never ends', async () => {
    await expectWorks();
    process.kill(pid(), 'SIGSTOP');
    expect(await render(picture('photo.png'), 'png', { timeMs: 200 })).toEqual({ kind: 'too slow' });
    expect(hasEnded()).toBe(true);
  });

  it('is no bomb when it waits for a processor alone', async () => {
    await expectWorks();
    process.kill(pid(), 'SIGSTOP');
    const rendering = render(picture('photo.png'), 'png', { timeMs: 5000 });
    // Above the limit, and far below the longest time that a file may take.
    await sleep(5100);
    process.kill(pid(), 'SIGCONT');
    expect(await rendering).toMatchObject({ kind: 'rendered' });
  });

  it('is reported with its signal when it breaks the decoder', async () => {
    await expectWorks();
    process.kill(pid(), 'SIGSTOP');
    const rendering = render(picture('photo.png'), 'png');
    process.kill(pid(), 'SIGSEGV');
    process.kill(pid(), 'SIGCONT');
    expect(await rendering).toEqual({ kind: 'ended', signal: 'SIGSEGV' });
  });
});

describe('a damaged picture', () => {
  it('breaks no process, wherever the damage is', async () => {
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
});
