import { mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLeftOverRemoval } from '../../src/platform/objects/filesystem/bucket-folder.ts';
import { createFilesystemObjectStore } from '../../src/platform/objects/filesystem/object-store.ts';
import { createObjectKey, type ObjectKey } from '../../src/platform/objects/object-key.ts';
import { createUpkeep } from '../../src/platform/upkeep/upkeep.ts';
import { describeObjectStore, type StoreUnderTest } from '../contract/object-store-contract.ts';
import { attachmentOf, failHalfway, randomAttachment } from '../support/attachments.ts';
import { headersInFolder } from '../support/object-headers.ts';

const bucket = 'attachments';
const { signal } = new AbortController();

async function makeStore(): Promise<StoreUnderTest> {
  const directory = await mkdtemp(join(tmpdir(), 'objects-'));
  return {
    store: createFilesystemObjectStore({ directory, bucket }),
    headersOf: (key) => headersInFolder(directory, bucket, key),
    async putForeign(key) {
      for (const shard of ['00', 'ff']) {
        const path = join(directory, bucket, 'content', shard, key);
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, 'foreign');
      }
    },
    openHandles: async () => (await openFilesBelow(directory)).length,
    cleanUp: () => rm(directory, { recursive: true, force: true }),
  };
}

describeObjectStore('The filesystem store', makeStore);

describe('The filesystem store', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'objects-'));
  });

  afterEach(async () => {
    vi.useRealTimers();
    await rm(directory, { recursive: true, force: true });
  });

  const open = () => createFilesystemObjectStore({ directory, bucket });

  const filesOf = (folder: string) => filesBelow(join(directory, bucket, folder));

  it('keeps the bytes in a file that a person can open, for the owner alone', async () => {
    const key = createObjectKey('image/png');
    await open().put(key, attachmentOf('bytes'), { signal });
    const path = contentPath(directory, key);
    expect(path.endsWith('.png')).toBe(true);
    expect(await readFile(path, 'utf8')).toBe('bytes');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(path))).mode & 0o777).toBe(0o700);
    expect((await stat(join(directory, bucket))).mode & 0o777).toBe(0o700);
  });

  it('says in a file beside it what a header would say', async () => {
    const key = createObjectKey('image/png');
    const { sha256, ...body } = attachmentOf('bytes', { fileName: '../"x".png' });
    await open().put(key, { ...body, sha256 }, { signal });
    const [file = ''] = await filesOf('metadata');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      key,
      contentType: 'image/png',
      contentDisposition: `attachment; filename="..__x_.png"; filename*=UTF-8''..%2F%22x%22.png`,
      size: 5,
      sha256,
    });
  });

  it('is opened again with everything in it', async () => {
    const key = createObjectKey('image/png');
    const first = open();
    await first.put(key, attachmentOf('bytes'), { signal });
    await first.close();
    const object = await open().get(key, { signal });
    expect(await text(object?.content ?? Readable.from([]))).toBe('bytes');
  });

  it('leaves no temporary file behind, whether a put succeeds or fails', async () => {
    const store = open();
    const broken = randomAttachment(1_000_000, { read: failHalfway(new Error('broken')) });
    await store.put(createObjectKey('image/png'), attachmentOf('x'), { signal });
    await expect(store.put(createObjectKey('image/png'), broken, { signal })).rejects.toThrow('broken');
    expect(await filesOf('incoming')).toEqual([]);
    expect(await filesOf('metadata')).toHaveLength(1);
  });

  it('has the metadata of every object it shows, wherever a put is aborted', async () => {
    await open().put(createObjectKey('image/png'), attachmentOf('whole'), { signal });
    let aborted = 0;
    for (let allowed = 0; ; allowed += 1) {
      const stopping = new AbortController();
      let checks = 0;
      vi.spyOn(stopping.signal, 'throwIfAborted').mockImplementation(() => {
        if (checks++ === allowed) stopping.abort(new Error('aborted'));
        if (stopping.signal.aborted) throw stopping.signal.reason;
      });
      const put = open().put(createObjectKey('image/png'), attachmentOf('bytes'), { signal: stopping.signal });
      const failed = await put.then(
        () => false,
        () => true,
      );
      const named = (await filesOf('metadata')).map((path) => basename(path, '.json'));
      for await (const { key } of open().list({ signal })) expect(named).toContain(basename(key));
      if (!failed) break;
      aborted += 1;
    }
    expect(aborted).toBeGreaterThan(1);
  });

  it('keeps what is being stored when the clock jumps by an hour', async () => {
    const writing = open();
    const source = new PassThrough();
    const key = createObjectKey('image/png');
    const stored = writing.put(key, attachmentOf('slowly', { read: () => source }), { signal });
    source.write('slow');
    await expect.poll(() => filesOf('incoming')).toHaveLength(1);
    const remove = createLeftOverRemoval(join(directory, bucket, 'incoming'));
    const rounds = { removal: 0, other: 0 };
    const run = async () => {
      rounds.removal += 1;
      await remove();
    };
    const runOther = async () => {
      rounds.other += 1;
    };
    const jobs = [
      { name: 'partial files', intervalMs: 600_000, run },
      { name: 'other work', intervalMs: 10, run: runOther },
    ];
    const cleaning = createUpkeep(jobs, pino({ level: 'silent' }));
    cleaning.start();
    await expect.poll(() => rounds.removal).toBe(1);
    vi.setSystemTime(Date.now() + 60 * 60 * 1000);
    const roundsBefore = rounds.other;
    await expect.poll(() => rounds.other).toBeGreaterThan(roundsBefore + 2);
    expect(rounds.removal).toBe(1);
    source.end('ly');
    await stored;
    vi.useRealTimers();
    const object = await writing.get(key, { signal });
    expect(await text(object?.content ?? Readable.from([]))).toBe('slowly');
    await Promise.all([writing.close(), cleaning.stop()]);
  });

  it('removes what was said about an object with the object', async () => {
    const store = open();
    const key = createObjectKey('image/png');
    await store.put(key, attachmentOf('x'), { signal });
    await store.delete(key, { signal });
    expect(await filesBelow(directory)).toEqual([]);
  });

  it('works on after somebody removed its folders', async () => {
    const store = open();
    await store.put(createObjectKey('image/png'), attachmentOf('x'), { signal });
    await rm(join(directory, bucket), { recursive: true });
    await expect(store.put(createObjectKey('image/png'), attachmentOf('x'), { signal })).rejects.toThrow('ENOENT');
    const key = createObjectKey('image/png');
    await store.put(key, attachmentOf('x'), { signal });
    expect(await filesOf('content')).toEqual([contentPath(directory, key)]);
  });

  it("rejects with the system's message where it cannot write", async () => {
    await writeFile(join(directory, bucket), 'a file where the folder should be');
    const store = open();
    const key = createObjectKey('image/png');
    await expect(store.put(key, attachmentOf('x'), { signal })).rejects.toThrow(/ENOTDIR|EEXIST/);
    await expect(store.get(key, { signal })).rejects.toThrow('ENOTDIR');
    await expect(store.ping({ signal })).rejects.toThrow('ENOTDIR');
  });

  it('shares its folder with another process that stores the same key', async () => {
    const [one, other] = [open(), open()];
    const key = createObjectKey('image/png');
    const body = randomAttachment(1_000_000);
    await Promise.all([one.put(key, body, { signal }), other.put(key, body, { signal })]);
    expect(await readFile(contentPath(directory, key))).toEqual(body.bytes);
    expect(await filesOf('incoming')).toEqual([]);
  });

  it.each(['', '.', '..', '../up', 'a/b', 'a\\b', 'a\u0000'])('rejects %j for a bucket', (name) => {
    expect(() => createFilesystemObjectStore({ directory, bucket: name })).toThrow('bucket name');
  });
});

function contentPath(directory: string, key: ObjectKey): string {
  const name = key.slice('commissions/'.length);
  return join(directory, bucket, 'content', name.slice(0, 2), name);
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function openFilesBelow(directory: string): Promise<string[]> {
  const descriptors = await readdir('/proc/self/fd').catch(() => []);
  const paths = await Promise.all(descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return paths.filter((path) => path.startsWith(directory));
}
