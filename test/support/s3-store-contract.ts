import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createObjectKey } from '../../src/platform/objects/object-key.ts';
import type { ObjectStore } from '../../src/platform/objects/object-store.ts';
import { createS3ObjectStore } from '../../src/platform/objects/s3/object-store.ts';
import { S3Error } from '../../src/platform/objects/s3/response.ts';
import { attachmentOf, randomAttachment } from './attachments.ts';

export interface S3UnderTest {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** A number of objects that exceeds one page of a listing. */
  readonly moreThanOnePage: number;
  /** Restarts the server with its stored objects. */
  restart(): Promise<void>;
  cleanUp(): Promise<void>;
}

/** Describes the behaviour of the S3 store over any S3 server, beyond the contract of an object store. */
export function describeS3Store(name: string, make: () => Promise<S3UnderTest>): void {
  describe(`The S3 store over ${name}`, () => {
    const { signal } = new AbortController();
    let under: S3UnderTest;
    let stores: ObjectStore[];

    beforeEach(async () => {
      under = await make();
      stores = [];
    });

    afterEach(async () => {
      await Promise.all(stores.map((store) => store.close()));
      await under.cleanUp();
    });

    function connect(changed: Partial<S3UnderTest> = {}): ObjectStore {
      const store = createS3ObjectStore({ ...under, ...changed, forcePathStyle: true });
      stores.push(store);
      return store;
    }

    async function failuresOf(store: ObjectStore): Promise<unknown[]> {
      const key = createObjectKey('image/png');
      const calls = [
        store.put(key, attachmentOf('x'), { signal }),
        store.get(key, { signal }),
        store.stat(key, { signal }),
        store.delete(key, { signal }),
        firstOf(store.list({ signal })),
        store.ping({ signal }),
      ];
      const outcomes = await Promise.allSettled(calls);
      return outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : 'it succeeded'));
    }

    it('has every byte compared with the digest that is signed', async () => {
      const body = randomAttachment(100_000, { sha256: attachmentOf('other').sha256 });
      const stored = connect().put(createObjectKey('image/png'), body, { signal });
      const code = expect.stringMatching(/^(?:XAmzContentSHA256Mismatch|BadDigest)$/);
      await expect(stored).rejects.toMatchObject({ status: 400, code });
    });

    it('fails every call where the bucket is missing', async () => {
      for (const failure of await failuresOf(connect({ bucket: 'no-such-bucket' }))) {
        expect(failure).toMatchObject({ status: 404, code: 'NoSuchBucket' });
        expect(String(failure)).toContain('The object store responded with 404 NoSuchBucket');
      }
    });

    it('fails every call where the secret is wrong, without a word of it', async () => {
      const credentials = { ...under.credentials, secretAccessKey: 'not-the-secret' };
      for (const failure of await failuresOf(connect({ credentials }))) {
        expect(failure).toBeInstanceOf(S3Error);
        expect(failure).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' });
        expect(inspect(failure, { depth: null, showHidden: true })).not.toContain('not-the-secret');
      }
    });

    it('fails every call where the access key is unknown, without a word of it', async () => {
      const credentials = { accessKeyId: 'AKIAUNKNOWN', secretAccessKey: 'not-the-secret' };
      for (const failure of await failuresOf(connect({ credentials }))) {
        expect(failure).toMatchObject({ status: 403 });
        expect(inspect(failure, { depth: null, showHidden: true })).not.toMatch(/AKIAUNKNOWN|not-the-secret/);
      }
    });

    it('lists more objects than fit on one page', async () => {
      const store = connect();
      const keys = Array.from({ length: under.moreThanOnePage }, () => createObjectKey('image/png')).sort();
      const left = keys.values();
      const putTheRest = async () => {
        for (const key of left) await store.put(key, attachmentOf(''), { signal: new AbortController().signal });
      };
      await Promise.all(Array.from({ length: 32 }, putTheRest));
      const listed = [];
      for await (const { key } of store.list({ signal })) listed.push(key);
      expect(listed).toEqual(keys);
    });

    it('works on after the server was stopped and started', async () => {
      const store = connect();
      const body = randomAttachment(100_000);
      const keys = Array.from({ length: 8 }, () => createObjectKey('image/png'));
      await Promise.all(keys.map((key) => store.put(key, body, { signal })));
      await under.restart();
      for (const key of keys) {
        const object = await store.get(key, { signal });
        expect(object?.size).toBe(100_000);
        object?.content.destroy();
      }
      await Promise.all(keys.map((key) => store.put(key, body, { signal })));
      await Promise.all(keys.map((key) => store.delete(key, { signal })));
    });
  });
}

async function firstOf<T>(items: AsyncIterable<T>): Promise<T | null> {
  for await (const item of items) return item;
  return null;
}
