import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createObjectKey, createStudioKey, type ObjectKey } from '../../src/platform/objects/object-key.ts';
import {
  type ObjectEntry,
  type ObjectStore,
  RangeNotSatisfiableError,
  type StoredObject,
} from '../../src/platform/objects/object-store.ts';
import {
  attachmentOf,
  failHalfway,
  randomAttachment,
  stopHalfway,
  type TestAttachment,
} from '../support/attachments.ts';
import type { StoredHeaders } from '../support/object-headers.ts';

export interface StoreUnderTest {
  readonly store: ObjectStore;
  headersOf(key: ObjectKey): Promise<StoredHeaders>;
  /** Puts an object of another application into the same bucket. */
  putForeign(key: string): Promise<void>;
  /** Resolves with the number of sockets or files that the store has open now. */
  openHandles(): Promise<number>;
  cleanUp(): Promise<void>;
}

const mebibyte = 1024 * 1024;

const mediaTypes = [
  'image/png',
  'IMAGE/JPEG',
  'image/svg+xml',
  'text/plain; charset="utf-8"',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'text/html',
  'a/b; x="two  spaces"',
  'no-slash',
  '/',
  `image/${'x'.repeat(1000)}`,
];

const unstorableMediaTypes = ['image/pñg', 'a/b\u0000', 'a/b\r\nx-y: z', `image/${'x'.repeat(2000)}`];

const fileNames: [name: string, disposition: string][] = [
  ['', 'attachment'],
  ['a.png', 'attachment; filename="a.png"'],
  ['my cat.png', 'attachment; filename="my cat.png"'],
  ['../a.png', 'attachment; filename=".._a.png"; filename*=UTF-8\'\'..%2Fa.png'],
  ['C:\\fake\\a.png', 'attachment; filename="C:_fake_a.png"; filename*=UTF-8\'\'C%3A%5Cfake%5Ca.png'],
  ['a"b\r\nc', 'attachment; filename="a_b__c"; filename*=UTF-8\'\'a%22b%0D%0Ac'],
  ['a\\', 'attachment; filename="a_"; filename*=UTF-8\'\'a%5C'],
  ['two  spaces', 'attachment; filename="two spaces"; filename*=UTF-8\'\'two%20%20spaces'],
  ['猫 🐈.png', 'attachment; filename="_ _.png"; filename*=UTF-8\'\'%E7%8C%AB%20%F0%9F%90%88.png'],
];

/** Media types whose extensions contain every non-alphanumeric character that a token may have. */
const oddExtensions = ['svg+xml', '.', '..', '%', '%41', "'", '*', '|', "!#$%&'*+-.^_`|~", '&amp', '~', 'PNG'];

/** Describes the contract of every object store. `make` creates a store over an empty bucket. */
export function describeObjectStore(name: string, make: () => Promise<StoreUnderTest>): void {
  describe(`${name} keeps the contract of an object store`, () => {
    let under: StoreUnderTest;
    let store: ObjectStore;
    let reading: AbortController;
    const signal = new AbortController().signal;

    beforeEach(async () => {
      reading = new AbortController();
      under = await make();
      store = under.store;
    });

    afterEach(async () => {
      reading.abort();
      await store.close();
      await under.cleanUp();
    });

    async function put(body: TestAttachment, key = createObjectKey(body.mediaType)): Promise<ObjectKey> {
      await store.put(key, body, { signal: new AbortController().signal });
      return key;
    }

    async function get(key: ObjectKey): Promise<StoredObject> {
      const object = await store.get(key, { signal: reading.signal });
      if (object === null) throw new Error(`There is no ${key}`);
      return object;
    }

    async function list(): Promise<ObjectEntry[]> {
      return collect(store.list({ signal }));
    }

    async function expectNothingLeft(key: ObjectKey, body: TestAttachment): Promise<void> {
      expect(await store.get(key, { signal })).toBeNull();
      expect(await list()).toEqual([]);
      expect(body.opened.every((stream) => stream.destroyed)).toBe(true);
    }

    describe('put and get', () => {
      it.each([0, 1, 64 * 1024, 10 * mebibyte])('gives back %i bytes as they were', async (size) => {
        const body = randomAttachment(size);
        const object = await get(await put(body));
        expect(object.size).toBe(size);
        expect(await sha256Of(object)).toBe(body.sha256);
        expect(body.opened.every((stream) => stream.destroyed)).toBe(true);
      });

      it.each(mediaTypes)('keeps the media type %s', async (mediaType) => {
        const key = await put(attachmentOf('x', { mediaType }));
        expect((await under.headersOf(key)).contentType).toBe(mediaType);
        expect(await sha256Of(await get(key))).toBe(attachmentOf('x').sha256);
      });

      it('keeps a space for a tab in a media type', async () => {
        const key = await put(attachmentOf('x', { mediaType: 'a/b;\tx=y' }));
        expect((await under.headersOf(key)).contentType).toBe('a/b; x=y');
      });

      it.each(unstorableMediaTypes)('stores what is no header value as octet-stream: %j', async (mediaType) => {
        const key = await put(attachmentOf('x', { mediaType }));
        expect((await under.headersOf(key)).contentType).toBe('application/octet-stream');
      });

      it.each(fileNames)('names the file %j', async (fileName, disposition) => {
        const key = await put(attachmentOf('x', { fileName }));
        expect((await under.headersOf(key)).contentDisposition).toBe(disposition);
      });

      it('takes a name of 10,000 characters', async () => {
        const key = await put(attachmentOf('x', { fileName: `${'猫'.repeat(10_000)}.png` }));
        expect((await under.headersOf(key)).contentDisposition).toMatch(
          /^attachment; filename="_+\.png"; filename\*=UTF-8''(%E7%8C%AB)+\.png$/,
        );
      });

      it.each([...oddExtensions, '%'.repeat(127), 'a'.repeat(127)])('takes the extension %s', async (extension) => {
        const body = attachmentOf(extension, { mediaType: `image/${extension}` });
        const key = await put(body);
        expect(key.endsWith(`.${extension}`)).toBe(true);
        expect(await sha256Of(await get(key))).toBe(body.sha256);
        expect((await list()).map((entry) => entry.key)).toEqual([key]);
        await store.delete(key, { signal });
        expect(await store.get(key, { signal })).toBeNull();
      });

      it('replaces an object of the same key whole', async () => {
        const key = await put(randomAttachment(1000, { fileName: 'old.png' }));
        const second = attachmentOf('second', { fileName: 'new.gif', mediaType: 'image/gif' });
        await put(second, key);
        const object = await get(key);
        expect(object.size).toBe(6);
        expect(await under.headersOf(key)).toEqual({
          contentType: 'image/gif',
          contentDisposition: 'attachment; filename="new.gif"',
        });
        expect(await sha256Of(object)).toBe(second.sha256);
        expect(await list()).toHaveLength(1);
      });

      it('gives null for an object that is not there', async () => {
        expect(await store.get(createObjectKey('image/png'), { signal })).toBeNull();
      });

      it('lets the reader of an object go early', async () => {
        const object = await get(await put(randomAttachment(10 * mebibyte)));
        for await (const chunk of object.content) {
          expect(chunk.length).toBeGreaterThan(0);
          break;
        }
        object.content.destroy();
      });

      it('takes chunks without bytes', async () => {
        const body = attachmentOf('bytes');
        const chunks = ['', 'by', '', 'tes', ''].map((piece) => Buffer.from(piece));
        const object = await get(await put({ ...body, open: () => Readable.from(chunks) }));
        expect(await sha256Of(object)).toBe(body.sha256);
      });

      it('stores 32 attachments at once', async () => {
        const bodies = Array.from({ length: 32 }, (_, index) => randomAttachment(index * 5000));
        const keys = await Promise.all(bodies.map((body) => put(body)));
        const digests = await Promise.all(keys.map(async (key) => sha256Of(await get(key))));
        expect(digests).toEqual(bodies.map((body) => body.sha256));
      });
    });

    describe('get of a range', () => {
      const body = attachmentOf('0123456789');

      it.each([
        ['in the middle', { first: 2, last: 4 }, '234'],
        ['of the first byte', { first: 0, last: 0 }, '0'],
        ['of the last byte', { first: 9, last: 9 }, '9'],
        ['of the whole object', { first: 0, last: 9 }, '0123456789'],
        ['that ends behind the end', { first: 8, last: 1000 }, '89'],
      ])('gives the bytes %s', async (_, range, bytes) => {
        const key = await put(body);
        const object = await store.get(key, { range, signal });
        expect(object?.size).toBe(10);
        expect(await text(object?.content ?? Readable.from([]))).toBe(bytes);
      });

      it('gives bytes from the middle of a large object', async () => {
        const large = randomAttachment(3 * mebibyte);
        const range = { first: mebibyte - 1, last: 2 * mebibyte };
        const object = await store.get(await put(large), { range, signal });
        const bytes = await buffer(object?.content ?? Readable.from([]));
        expect(bytes.equals(large.bytes.subarray(range.first, range.last + 1))).toBe(true);
      });

      it.each([
        ['just behind the end', '0123456789', 10],
        ['far behind the end', '0123456789', 1000],
        ['in an empty object', '', 0],
      ])('rejects a range that begins %s', async (_, content, first) => {
        const key = await put(attachmentOf(content));
        const read = store.get(key, { range: { first, last: first + 5 }, signal });
        await expect(read).rejects.toThrow(RangeNotSatisfiableError);
      });

      it('gives null where there is no object', async () => {
        expect(await store.get(createObjectKey('image/png'), { range: { first: 0, last: 0 }, signal })).toBeNull();
      });
    });

    describe('stat', () => {
      it.each([0, 100_000])('gives the facts that get gives of an object of %i bytes', async (size) => {
        const key = await put(randomAttachment(size, { fileName: '猫.png', mediaType: 'image/svg+xml; a="b"' }));
        const facts = await store.stat(key, { signal });
        const { content, ...expected } = await get(key);
        content.destroy();
        expect(facts).toEqual(expected);
        expect(facts?.size).toBe(size);
      });

      it('gives null for an object that is not there', async () => {
        expect(await store.stat(createObjectKey('image/png'), { signal })).toBeNull();
        const key = await put(attachmentOf('x'));
        await store.delete(key, { signal });
        expect(await store.stat(key, { signal })).toBeNull();
      });

      it('does not begin when it is aborted before', async () => {
        const key = await put(attachmentOf('x'));
        await expect(store.stat(key, { signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow('stop');
      });
    });

    describe('a put that fails', () => {
      it.each([
        ['shorter', 300_001],
        ['longer', 299_999],
        ['longer than nothing', 0],
      ])('stores nothing of a stream %s than announced', async (_, size) => {
        const body = randomAttachment(300_000, { size });
        const key = createObjectKey(body.mediaType);
        await expect(store.put(key, body, { signal })).rejects.toThrow();
        await expectNothingLeft(key, body);
      });

      it.each([0, 1, 300_000])('stores nothing of %i bytes with another digest', async (size) => {
        const body = randomAttachment(size, { sha256: attachmentOf('other').sha256 });
        const key = createObjectKey(body.mediaType);
        await expect(store.put(key, body, { signal })).rejects.toThrow();
        await expectNothingLeft(key, body);
      });

      it('keeps the object that was to be replaced', async () => {
        const first = randomAttachment(1000);
        const key = await put(first);
        const second = randomAttachment(1000, { sha256: first.sha256 });
        await expect(store.put(key, second, { signal })).rejects.toThrow();
        expect(await sha256Of(await get(key))).toBe(first.sha256);
      });

      it('stores nothing of a stream that fails halfway, and says why', async () => {
        const body = randomAttachment(4 * mebibyte, { read: failHalfway(new Error('the disk is gone')) });
        const key = createObjectKey(body.mediaType);
        await expect(store.put(key, body, { signal })).rejects.toThrow('the disk is gone');
        await expectNothingLeft(key, body);
      });

      it('stores nothing when the stream cannot be opened', async () => {
        const key = createObjectKey('image/png');
        const body = { ...attachmentOf('x'), open: () => failNow(new Error('no such spool')) };
        await expect(store.put(key, body, { signal })).rejects.toThrow('no such spool');
        expect(await store.get(key, { signal })).toBeNull();
      });

      it('does not begin when it is aborted before', async () => {
        const body = attachmentOf('x');
        const key = createObjectKey(body.mediaType);
        const reason = new Error('not any more');
        await expect(store.put(key, body, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
        expect(body.opened).toEqual([]);
        await expectNothingLeft(key, body);
      });

      it('stores nothing when it is aborted halfway', async () => {
        const abort = new AbortController();
        const reason = new Error('the claim is lost');
        const body = randomAttachment(4 * mebibyte, { read: stopHalfway(() => abort.abort(reason)) });
        const key = createObjectKey(body.mediaType);
        await expect(store.put(key, body, { signal: abort.signal })).rejects.toBe(reason);
        await expectNothingLeft(key, body);
      });
    });

    describe('a put that waits for its source', () => {
      it('ends when it is aborted, and leaves the source', async () => {
        const abort = new AbortController();
        const reason = new Error('the claim is lost');
        const source = silentAfter(Buffer.from('half'), () => abort.abort(reason));
        const body = { ...attachmentOf('half and half'), open: () => source };
        await expect(store.put(createObjectKey('image/png'), body, { signal: abort.signal })).rejects.toBe(reason);
        expect(source.left()).toBe(true);
        expect(await list()).toEqual([]);
      });
    });

    describe('delete', () => {
      it('removes the object and no other', async () => {
        const [gone, kept] = [await put(attachmentOf('gone')), await put(attachmentOf('kept'))];
        await store.delete(gone, { signal });
        expect(await store.get(gone, { signal })).toBeNull();
        expect((await list()).map((entry) => entry.key)).toEqual([kept]);
      });

      it('succeeds where there is nothing, again and again', async () => {
        const key = await put(attachmentOf('x'));
        await store.delete(key, { signal });
        await store.delete(key, { signal });
        await store.delete(createObjectKey('image/png'), { signal });
      });

      it('does not begin when it is aborted before', async () => {
        const key = await put(attachmentOf('x'));
        await expect(store.delete(key, { signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow('stop');
        expect(await list()).toHaveLength(1);
      });
    });

    describe('list', () => {
      it('gives nothing of an empty bucket', async () => {
        expect(await list()).toEqual([]);
      });

      it('gives every object once, in the order of the keys, with its size', async () => {
        const bodies = ['png', 'PNG', 'svg+xml', '-', '~', '%'].flatMap((extension) =>
          Array.from({ length: 5 }, (_, index) => randomAttachment(index, { mediaType: `image/${extension}` })),
        );
        const sizes = new Map<string, number>();
        for (const body of bodies) sizes.set(await put(body), body.size);
        const entries = await list();
        expect(entries.map((entry) => entry.key)).toEqual([...sizes.keys()].sort());
        for (const entry of entries) expect(entry.size).toBe(sizes.get(entry.key));
        for (const entry of entries) expect(Math.abs(Date.now() - entry.modifiedAt.getTime())).toBeLessThan(600_000);
      });

      it("gives the studio's pictures after the files of customers", async () => {
        const studioKey = createStudioKey();
        await store.put(studioKey, attachmentOf('picture', { mediaType: 'image/webp' }), { signal });
        const key = await put(attachmentOf('x'));
        expect((await list()).map((entry) => entry.key)).toEqual([key, studioKey]);
        await store.delete(studioKey, { signal });
        expect(await store.stat(studioKey, { signal })).toBeNull();
      });

      it('passes over objects that are none of ours', async () => {
        const key = await put(attachmentOf('x'));
        for (const foreign of [
          'readme.txt',
          'commissions/readme.txt',
          'commissions/studio/readme.txt',
          'commissionsx/a.png',
          'zzz',
        ]) {
          await under.putForeign(foreign);
        }
        expect((await list()).map((entry) => entry.key)).toEqual([key]);
      });

      it('can be left in the middle', async () => {
        for (let index = 0; index < 3; index++) await put(attachmentOf('x'));
        for await (const entry of store.list({ signal })) {
          expect(entry.size).toBe(1);
          break;
        }
      });

      it('does not begin when it is aborted before', async () => {
        const listing = collect(store.list({ signal: AbortSignal.abort(new Error('stop')) }));
        await expect(listing).rejects.toThrow('stop');
      });
    });

    describe('ping', () => {
      it('succeeds for a bucket with objects and for one without', async () => {
        await store.ping({ signal });
        await put(attachmentOf('x'));
        await store.ping({ signal });
      });

      it('does not begin when it is aborted before', async () => {
        await expect(store.ping({ signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow('stop');
      });
    });

    describe('close', () => {
      it('leaves nothing open, whatever happened before', async () => {
        const key = await put(randomAttachment(4 * mebibyte));
        (await get(key)).content.destroy();
        const broken = randomAttachment(mebibyte, { read: failHalfway(new Error('broken')) });
        await expect(put(broken)).rejects.toThrow('broken');
        await store.close();
        await expect.poll(() => under.openHandles()).toBe(0);
      });
    });
  });
}

async function sha256Of(object: StoredObject): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of object.content) hash.update(chunk);
  return hash.digest('hex');
}

/** Returns an iterator that emits one chunk. The next read calls `asked` and never settles. */
function silentAfter(chunk: Buffer, asked: () => void) {
  let given = false;
  let isLeft = false;
  const iterator: AsyncIterator<Buffer> = {
    next() {
      if (!given) {
        given = true;
        return Promise.resolve({ done: false, value: chunk });
      }
      setImmediate(asked);
      return new Promise(() => {});
    },
    async return() {
      isLeft = true;
      return { done: true, value: undefined };
    },
  };
  return { left: () => isLeft, [Symbol.asyncIterator]: () => iterator };
}

async function collect(entries: AsyncIterable<ObjectEntry>): Promise<ObjectEntry[]> {
  const all = [];
  for await (const entry of entries) all.push(entry);
  return all;
}

function failNow(reason: Error): never {
  throw reason;
}
