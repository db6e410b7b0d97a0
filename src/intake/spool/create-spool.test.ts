import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFilesBelow } from '../../../test/support/open-files.ts';
import { createSpool } from './create-spool.ts';
import type { RequestSpool, Spool, SpooledBytes } from './spool.ts';

const kib = 1024;
const mib = 1024 * kib;

describe('createSpool', () => {
  let directory: string;
  let spool: Spool;

  function openWith(memoryBudgetBytes: number): RequestSpool {
    spool = createSpool({ directory, memoryBudgetBytes });
    return spool.open();
  }

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'spool-'));
  });

  /** The release frees all memory, files and handles of each test. */
  afterEach(async () => {
    const left = { open: await openFilesBelow(directory), named: await readdir(directory) };
    await rm(directory, { recursive: true });
    expect({ ...left, memoryBytes: spool.memoryBytes }).toEqual({ open: [], named: [], memoryBytes: 0 });
  });

  it('keeps attachments in memory while there is room', async () => {
    const request = openWith(mib);
    const content = randomBytes(200 * kib);
    const attachment = write(request, content, 64 * kib);
    expect(request.pressure()).toBeNull();
    await request.flush();
    expect(await bytesOf(attachment)).toEqual(content);
    expect(spool.memoryBytes).toBeGreaterThanOrEqual(content.length);
    expect(await openFilesBelow(directory)).toEqual([]);
    await request.release();
  });

  it('returns size and SHA-256', async () => {
    const request = openWith(10 * kib);
    const content = randomBytes(100 * kib);
    const { size, sha256 } = write(request, content, 999);
    expect(size).toBe(content.length);
    expect(sha256).toBe(createHash('sha256').update(content).digest('hex'));
    await request.release();
  });

  it('keeps an attachment without bytes', async () => {
    const request = openWith(0);
    const attachment = request.begin().end();
    expect(attachment).toMatchObject({ size: 0, sha256: createHash('sha256').digest('hex') });
    expect(await bytesOf(attachment)).toEqual(Buffer.alloc(0));
    expect(spool.memoryBytes).toBe(0);
    await request.release();
  });

  it('takes everything to disk without a budget, in one file without a name', async () => {
    const request = openWith(0);
    const contents = [randomBytes(300 * kib), randomBytes(1), randomBytes(2 * mib)];
    const attachments = contents.map((content) => write(request, content, 60 * kib));
    await request.flush();
    expect(spool.memoryBytes).toBe(0);
    expect(await openFilesBelow(directory)).toHaveLength(1);
    expect(await readdir(directory)).toEqual([]);
    for (const [index, attachment] of attachments.entries()) {
      expect((await bytesOf(attachment)).equals(contents[index] ?? Buffer.alloc(0))).toBe(true);
    }
    await request.release();
  });

  it('keeps the front of an attachment in memory and the rest on disk', async () => {
    const request = openWith(128 * kib);
    const content = randomBytes(mib);
    const attachment = write(request, content, 20 * kib);
    await request.flush();
    expect(spool.memoryBytes).toBeGreaterThan(64 * kib);
    expect(spool.memoryBytes).toBeLessThanOrEqual(128 * kib);
    expect((await bytesOf(attachment)).equals(content)).toBe(true);
    await request.release();
  });

  it('shares the budget among requests, and gives it back when one is released', async () => {
    const first = openWith(256 * kib);
    const second = spool.open();
    write(first, randomBytes(192 * kib), 64 * kib);
    write(second, randomBytes(64 * kib), 64 * kib);
    await second.flush();
    expect(spool.memoryBytes).toBe(192 * kib);
    expect(await openFilesBelow(directory)).toHaveLength(1);
    await first.release();
    expect(spool.memoryBytes).toBe(0);
    write(second, randomBytes(64 * kib), 64 * kib);
    expect(spool.memoryBytes).toBe(64 * kib);
    await second.release();
  });

  it('keeps one-byte writes in little more than their bytes', async () => {
    const request = openWith(mib);
    const content = randomBytes(100_000);
    const attachment = write(request, content, 1);
    expect(spool.memoryBytes).toBeLessThan(200_000);
    expect((await bytesOf(attachment)).equals(content)).toBe(true);
    await request.release();
  });

  it('queues one-byte writes in little more than their bytes', async () => {
    const request = openWith(0);
    const content = randomBytes(100_000);
    const attachment = write(request, content, 1);
    expect(spool.memoryBytes).toBeLessThan(200_000);
    await request.flush();
    expect((await bytesOf(attachment)).equals(content)).toBe(true);
    await request.release();
  });

  it('asks the sender to wait while much is on its way to disk', async () => {
    const request = openWith(4 * mib);
    write(request, randomBytes(3 * mib), 64 * kib);
    write(request, randomBytes(512 * kib), 64 * kib);
    expect(request.pressure()).toBeNull();
    write(request, randomBytes(1), 1);
    await request.pressure();
    expect(request.pressure()).toBeNull();
    await request.release();
  });

  it('asks the sender to wait sooner where more is on its way than the budget has', async () => {
    const request = openWith(0);
    write(request, randomBytes(128 * kib), 64 * kib);
    expect(request.pressure()).toBeNull();
    write(request, randomBytes(1), 1);
    await request.pressure();
    expect(request.pressure()).toBeNull();
    expect(spool.memoryBytes).toBe(0);
    await request.release();
  });

  it('flushes the accepted bytes, also when the sender goes on at the same moment', async () => {
    const request = openWith(0);
    const writer = request.begin();
    writer.write(randomBytes(2 * mib));
    const goesOn = request.pressure()?.then(() => writer.write(randomBytes(kib)));
    await request.flush();
    await goesOn;
    await request.flush();
    await request.release();
  });

  it('counts bytes on their way to disk as memory', async () => {
    const request = openWith(0);
    write(request, randomBytes(mib), 64 * kib);
    expect(spool.memoryBytes).toBe(mib);
    await request.flush();
    expect(spool.memoryBytes).toBe(0);
    await request.release();
  });

  it('reads an attachment several times at once, and again after a reading was left', async () => {
    const request = openWith(128 * kib);
    const content = randomBytes(2 * mib);
    const attachment = write(request, content, 30 * kib);
    attachment.open();
    for await (const chunk of attachment.open()) {
      expect(content.subarray(0, chunk.length).equals(chunk)).toBe(true);
      break;
    }
    const read = await Promise.all([attachment, attachment, attachment].map(bytesOf));
    expect(read.every((bytes) => bytes.equals(content))).toBe(true);
    await request.release();
  });

  it('waits for the disk when it is read before everything is written', async () => {
    const request = openWith(0);
    const content = randomBytes(mib);
    expect((await bytesOf(write(request, content, 64 * kib))).equals(content)).toBe(true);
    await request.release();
  });

  it('keeps many small attachments in one block', async () => {
    const request = openWith(256 * kib);
    const attachments = Array.from({ length: 10 }, (_, index) => write(request, Buffer.alloc(kib, index), 100));
    expect(spool.memoryBytes).toBe(64 * kib);
    for (const [index, attachment] of attachments.entries()) {
      expect(await bytesOf(attachment)).toEqual(Buffer.alloc(kib, index));
    }
    await request.release();
  });

  it('keeps its bytes to itself while blocks go from request to request', async () => {
    const kept = openWith(512 * kib);
    const content = randomBytes(100 * kib);
    const attachment = write(kept, content, 30 * kib);
    for (let count = 0; count < 20; count++) {
      const passing = spool.open();
      write(passing, randomBytes(300 * kib), 50 * kib);
      await passing.release();
    }
    expect((await bytesOf(attachment)).equals(content)).toBe(true);
    await kept.release();
  });

  it('drops unwritten bytes when it is released', async () => {
    const request = openWith(0);
    const writer = request.begin();
    for (let count = 0; count < 100; count++) writer.write(randomBytes(100 * kib));
    const rejected = expect(request.flush()).rejects.toThrow('released before its bytes were written');
    const pressure = request.pressure();
    await request.release();
    await rejected;
    await expect(pressure).resolves.toBeUndefined();
  });

  it('drops unwritten bytes when it is released between two writes', async () => {
    const request = openWith(0);
    const writer = request.begin();
    writer.write(randomBytes(100 * kib));
    await request.flush();
    for (let count = 0; count < 100; count++) writer.write(randomBytes(100 * kib));
    await request.release();
    expect(spool.memoryBytes).toBe(0);
  });

  it('ignores bytes, and neither begins nor opens, after it was released', async () => {
    const request = openWith(0);
    const writer = request.begin();
    await request.release();
    writer.write(randomBytes(kib));
    const attachment = writer.end();
    expect(request.pressure()).toBeNull();
    await expect(bytesOf(attachment)).rejects.toThrow('has been released');
    expect(() => request.begin()).toThrow('released');
  });

  it.each([0, 4 * mib])('fails the readings under way when it is released, with %i bytes of budget', async (budget) => {
    const request = openWith(budget);
    const attachment = write(request, randomBytes(mib), 64 * kib);
    const begun = attachment.open()[Symbol.asyncIterator]();
    const reading = attachment.open()[Symbol.asyncIterator]();
    await begun.next();
    const underWay = reading.next().catch(() => undefined);
    await request.release();
    await underWay;
    await expect(begun.next()).rejects.toThrow('has been released');
    await expect(bytesOf(attachment)).rejects.toThrow('has been released');
  });

  it('is released any number of times', async () => {
    const request = openWith(0);
    write(request, randomBytes(kib), kib);
    await Promise.all([request.release(), request.release()]);
    await request.release();
  });

  it('removes the files of a killed process, while a request is using the directory', async () => {
    const request = openWith(0);
    const content = randomBytes(kib);
    const attachment = write(request, content, kib);
    const leftOver = 'commission-upload-0b4be9a2-9d0c-4a53-8f6e-3a4f5c6d7e8f.tmp';
    await writeFile(join(directory, leftOver), '');
    await spool.removeLeftOvers();
    expect(await bytesOf(attachment)).toEqual(content);
    await request.release();
  });

  it('reads back the bytes of several requests with any budget', async () => {
    const sizes = fc.array(fc.oneof(fc.nat(5), fc.nat(3 * kib), fc.constantFrom(16 * kib, 40 * kib)), { maxLength: 8 });
    const requests = fc.array(fc.array(sizes, { maxLength: 4 }), { minLength: 1, maxLength: 3 });
    const readsBack = async (budget: number, plans: number[][][]) => {
      spool = createSpool({ directory, memoryBudgetBytes: budget });
      await Promise.all(plans.map((plan) => writeAndReadBack(spool, plan)));
      expect(spool.memoryBytes).toBe(0);
    };
    await fc.assert(fc.asyncProperty(fc.nat(300 * kib), requests, readsBack), { numRuns: 60 });
  });
});

async function writeAndReadBack(spool: Spool, plan: readonly (readonly number[])[]): Promise<void> {
  const request = spool.open();
  const written: { content: Buffer; attachment: SpooledBytes }[] = [];
  for (const sizes of plan) {
    const chunks = sizes.map((size) => randomBytes(size));
    const writer = request.begin();
    for (const chunk of chunks) writer.write(chunk);
    written.push({ content: Buffer.concat(chunks), attachment: writer.end() });
    await request.pressure();
  }
  await request.flush();
  for (const { content, attachment } of written) expect((await bytesOf(attachment)).equals(content)).toBe(true);
  await request.release();
}

/** A chunk is only valid until the next one. */
async function bytesOf(attachment: SpooledBytes): Promise<Buffer> {
  const chunks = [];
  for await (const chunk of attachment.open()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** Writes each chunk from a buffer that is overwritten afterwards. */
function write(request: RequestSpool, content: Buffer, chunkBytes: number): SpooledBytes {
  const writer = request.begin();
  for (let at = 0; at < content.length; at += chunkBytes) {
    const chunk = Buffer.from(content.subarray(at, at + chunkBytes));
    writer.write(chunk);
    chunk.fill(0);
  }
  return writer.end();
}
