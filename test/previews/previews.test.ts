import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import sharp from 'sharp';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PreviewsOptions } from '../../src/studio/previews/create-previews.ts';
import { pictureLimits } from '../../src/studio/previews/picture-format.ts';
import { createPreviewCache, type PreviewCache } from '../../src/studio/previews/preview-cache.ts';
import type { Preview, PreviewSource } from '../../src/studio/previews/previews.ts';
import { interlacedPng } from '../pictures/bombs.ts';
import { picture } from '../pictures/pictures.ts';
import { type OpenedPreviews, openTestPreviews } from '../support/open-previews.ts';

let opened: OpenedPreviews[];
let log: string[];
const staying = new AbortController().signal;

beforeEach(() => {
  opened = [];
  log = [];
});

afterEach(async () => {
  for (const one of opened) await one.close();
});

// The process that decodes has a low priority, so that other tests may keep it waiting for longer than people would.
const patientLimits = { ...pictureLimits, png: { ...pictureLimits.png, timeMs: 120_000 } };

async function open(options: Partial<PreviewsOptions> = {}): Promise<OpenedPreviews> {
  const logger = pino({ level: 'debug' }, { write: (line) => void log.push(line) });
  const one = await openTestPreviews({ log: logger, limits: patientLimits, ...options });
  opened.push(one);
  return one;
}

/** Returns a file that counts how often it is read. */
function source(bytes: Buffer) {
  const made = {
    requestId: randomUUID(),
    position: 0,
    opened: 0,
    async open() {
      made.opened += 1;
      return Readable.from([bytes]);
    },
  };
  return made satisfies PreviewSource;
}

/** Returns a file that delivers its bytes only when the test releases it. */
function heldSource() {
  const [asked, released] = [deferred(), deferred()];
  const file = source(picture('photo.png'));
  return {
    ...file,
    asked: asked.promise,
    release: released.resolve,
    async open() {
      asked.resolve();
      await released.promise;
      return file.open();
    },
  };
}

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const isPicture = (preview: Preview) =>
  preview.kind === 'picture' && preview.picture.toString('latin1', 8, 12) === 'WEBP';

describe('a preview', () => {
  it('is not made of a HEIC where that format is left out: it is read once, and nothing is recorded', async () => {
    const { previews } = await open({ leftOut: ['heic'] });
    const file = source(picture('photo.heic'));
    for (const size of ['small', 'large'] as const)
      expect(await previews.get(file, size, staying)).toEqual({ kind: 'not now' });
    expect(file.opened).toBe(1);
    expect(isPicture(await previews.get(source(picture('photo.png')), 'small', staying))).toBe(true);
  });

  it('is made once, and then comes from the cache', async () => {
    const { previews } = await open();
    const file = source(picture('photo.jpg'));
    const first = await previews.get(file, 'small', staying);
    expect(isPicture(first)).toBe(true);
    expect(await previews.get(file, 'small', staying)).toEqual({ ...first, facts: null });
    expect(file.opened).toBe(1);
    expect(isPicture(await previews.get(file, 'large', staying))).toBe(true);
    expect(file.opened).toBe(2);
  });

  it('is made of a HEIC in both sizes at once', async () => {
    const { previews } = await open();
    const file = source(picture('photo.heic'));
    await previews.get(file, 'small', staying);
    await previews.get(file, 'large', staying);
    expect(file.opened).toBe(1);
  });

  it('is made when it takes longer than an idle process stays', async () => {
    const { previews } = await open({ idleMs: 1 });
    expect(isPicture(await previews.get(source(picture('photo.jpg')), 'large', staying))).toBe(true);
  });

  it('is shared by those who want it at the same time', async () => {
    const { previews } = await open();
    const file = source(picture('photo.png'));
    const all = await Promise.all(Array.from({ length: 5 }, () => previews.get(file, 'small', staying)));
    expect(all.every(isPicture)).toBe(true);
    expect(file.opened).toBe(1);
  });

  it('is not made when its callers wait no longer', async () => {
    const { previews } = await open();
    const held = heldSource();
    const first = previews.get(held, 'small', staying);
    await held.asked;
    const left = source(picture('photo.png'));
    const leaving = new AbortController();
    const second = previews.get(left, 'small', leaving.signal);
    leaving.abort();
    await expect(second).rejects.toThrow('abort');
    held.release();
    await first;
    await previews.get(source(picture('photo.png')), 'small', staying);
    expect(left.opened).toBe(0);
  });

  it('is rejected when too many wait', async () => {
    const { previews } = await open({ maxWaiting: 1 });
    const held = heldSource();
    const first = previews.get(held, 'small', staying);
    await held.asked;
    const others = [1, 2].map(() => previews.get(source(picture('photo.png')), 'small', staying));
    await expect(Promise.all(others)).rejects.toThrow('Too many previews');
    held.release();
    expect(isPicture(await first)).toBe(true);
    const kinds = (await Promise.allSettled(others)).map(({ status }) => status).sort();
    expect(kinds).toEqual(['fulfilled', 'rejected']);
  });

  it('rejects as its file does, and the next one is made', async () => {
    const { previews } = await open();
    const missing = { ...source(picture('photo.png')), open: () => Promise.reject(new Error('missing')) };
    await expect(previews.get(missing, 'small', staying)).rejects.toThrow('missing');
    expect(isPicture(await previews.get(source(picture('photo.png')), 'small', staying))).toBe(true);
  });

  it('rejects after the end', async () => {
    const { previews } = await open();
    const held = heldSource();
    const waiting = previews.get(held, 'small', staying);
    await held.asked;
    await previews.close();
    await expect(waiting).rejects.toThrow();
    await expect(previews.get(source(picture('photo.png')), 'small', staying)).rejects.toThrow();
    held.release();
  });
});

describe('a file without a preview', () => {
  it.each([
    ['no picture', 'not-a-picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['empty', 'not-a-picture', Buffer.alloc(0)],
    ['without a whole header', 'unreadable', picture('photo.jpg').subarray(0, 100)],
  ])('is none with the reason: %s', async (_, problem, bytes) => {
    const { previews } = await open();
    const facts = { width: null, height: null, problem };
    expect(await previews.get(source(bytes), 'small', staying)).toEqual({ kind: 'none', facts });
  });

  it('is reported when it took too much memory; others have theirs', async () => {
    const limits = { ...pictureLimits, png: { ...pictureLimits.png, memoryBytes: 1 } };
    const { previews } = await open({ limits });
    const file = source(interlacedPng(5000));
    const facts = { width: null, height: null, problem: 'too-costly' };
    expect(await previews.get(file, 'small', staying)).toEqual({ kind: 'none', facts });
    expect(isPicture(await previews.get(source(picture('photo.jpg')), 'small', staying))).toBe(true);
    const [line = '{}'] = log;
    expect(JSON.parse(line)).toMatchObject({
      level: 40,
      requestId: file.requestId,
      position: 0,
      kind: 'too much memory',
    });
  });

  it('is left alone for a while when it was too slow; others have theirs', async () => {
    // Its decoding takes far longer than the first look at the time.
    const bytes = interlacedPng(5000);
    const limits = { ...pictureLimits, png: { ...pictureLimits.png, timeMs: 0, memoryBytes: Number.MAX_SAFE_INTEGER } };
    const { previews } = await open({ limits });
    const file = source(bytes);
    expect(await previews.get(file, 'small', staying)).toEqual({ kind: 'not now' });
    expect(await previews.get(file, 'large', staying)).toEqual({ kind: 'not now' });
    expect(file.opened).toBe(1);
    expect(isPicture(await previews.get(source(picture('photo.jpg')), 'small', staying))).toBe(true);
  });

  it('is reported once on a machine that can make none', async () => {
    const { previews } = await open({ program: join(import.meta.dirname, 'unable.mjs') });
    for (const name of ['photo.jpg', 'photo.png'] as const) {
      expect(await previews.get(source(picture(name)), 'small', staying)).toEqual({ kind: 'not now' });
    }
    expect(log.map((line) => JSON.parse(line).msg)).toEqual([
      'There are no previews: sharp does not run on this machine (no binaries)',
    ]);
  });
});

describe('the cache', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'preview-cache-'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  const openCache = (maxBytes = 1_000_000) => createPreviewCache({ directory, maxBytes });
  const webp = () =>
    sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .webp()
      .toBuffer();
  const name = (requestId: string = randomUUID()) => ({ requestId, position: 0, size: 'small' as const });

  async function kept(): Promise<string[]> {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  }

  async function fill(cache: PreviewCache, count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => randomUUID());
    for (const id of ids) await cache.write(name(id), await webp());
    return ids;
  }

  it('gives each picture back to whoever shares its folder', async () => {
    const picture = await webp();
    const [mine, theirs] = [name(), name()];
    await Promise.all([openCache().write(mine, picture), openCache().write(theirs, picture)]);
    expect(await openCache().read(mine)).toEqual(picture);
    expect(await openCache().read(theirs)).toEqual(picture);
    expect(await openCache().read(name())).toBe(null);
  });

  it('drops what was unused for longest when it is full', async () => {
    const { length } = await webp();
    const cache = openCache(length * 10);
    const [oldest = '', used = '', ...others] = await fill(cache, 10);
    const age = async (id: string, hours: number) => {
      const [path = ''] = (await kept()).filter((file) => file.includes(id));
      const time = new Date(Date.now() - hours * 3_600_000);
      await utimes(path, time, time);
    };
    await age(oldest, 30);
    await age(used, 40);
    for (const id of others) await age(id, 20);
    await cache.read(name(used));
    const [newest = ''] = await fill(cache, 1);
    const left = await cache.requestIds();
    expect(left).toContain(newest);
    expect(left).toContain(used);
    expect(left).not.toContain(oldest);
    expect(left.length).toBe(8);
  });

  it('makes anew what a power cut left without its bytes', async () => {
    const cache = openCache();
    const one = name();
    await cache.write(one, await webp());
    const [path = ''] = await kept();
    await writeFile(path, (await readFile(path)).subarray(0, 20));
    expect(await cache.read(one)).toBe(null);
    await cache.write(one, await webp());
    expect(await cache.read(one)).not.toBe(null);
  });

  it('removes what a killed process was writing', async () => {
    await writeFile(join(directory, 'incoming-old'), 'x');
    await writeFile(join(directory, 'incoming-new'), 'x');
    const old = new Date(Date.now() - 2 * 3_600_000);
    await utimes(join(directory, 'incoming-old'), old, old);
    await openCache().write(name(), await webp());
    expect(await readdir(directory)).not.toContain('incoming-old');
    expect(await readdir(directory)).toContain('incoming-new');
  });

  it('forgets requests that are not there any more', async () => {
    const cache = openCache();
    const [gone = '', stays = ''] = await fill(cache, 2);
    await mkdir(join(directory, 'zz', 'something else'), { recursive: true });
    const { previews } = await open({ cache });
    await previews.forgetOthers(async (ids) => ids.filter((id) => id !== gone), staying);
    expect(await cache.read(name(gone))).toBe(null);
    expect(await cache.read(name(stays))).not.toBe(null);
    expect(await readdir(join(directory, 'zz'))).toEqual(['something else']);
    await cache.forget(stays);
    await cache.forget(randomUUID());
    expect(await cache.read(name(stays))).toBe(null);
  });

  it('is readable to its own account alone', async () => {
    const cache = openCache();
    await cache.write(name(), await webp());
    const [path = ''] = await kept();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(path, '..'))).mode & 0o777).toBe(0o700);
  });

  it('costs the keeping alone when it cannot be written, and warns once', async () => {
    await writeFile(join(directory, 'file'), '');
    const cache = createPreviewCache({ directory: join(directory, 'file', 'below'), maxBytes: 1000 });
    const { previews } = await open({ cache });
    const file = source(picture('photo.png'));
    expect(isPicture(await previews.get(file, 'small', staying))).toBe(true);
    expect(isPicture(await previews.get(file, 'small', staying))).toBe(true);
    expect(file.opened).toBe(2);
    expect(log.filter((line) => line.includes('cannot be cached'))).toHaveLength(1);
  });
});
