import { createHash } from 'node:crypto';
import { createCallScope } from './call-scope.ts';
import { type DocumentStore, documentFileName, documentNameOf } from './document-store.ts';
import { createS3Client, type S3ClientOptions } from './s3-client.ts';
import { type ListPosition, listPage } from './s3-listing.ts';
import { elementText, isMissingObject, readSuccess } from './s3-response.ts';

export interface S3DocumentsOptions extends S3ClientOptions {
  /** The documents' own folder below `commissions/`, where the service has its rights. */
  readonly folder: string;
}

const callTimeoutMs = 30_000;

/** Documents as objects below a prefix of their own. Rejects as the object store does. */
export function createS3Documents(options: S3DocumentsOptions): DocumentStore {
  const prefix = `commissions/${options.folder}/`;
  const client = createS3Client(options);
  const calls = createCallScope();
  const limits = (signal: AbortSignal) => ({ signal, timeoutMs: callTimeoutMs });

  async function put(key: string, text: string, signal: AbortSignal): Promise<void> {
    const bytes = Buffer.from(text);
    const headers = { 'content-length': String(bytes.length), 'content-type': 'application/json' };
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const body = { sha256, open: () => onceOf(bytes) };
    await readSuccess(await client.send({ method: 'PUT', key, headers, body }, signal));
  }

  async function get(key: string, signal: AbortSignal): Promise<string | null> {
    try {
      return await readSuccess(await client.send({ method: 'GET', key }, signal));
    } catch (error) {
      if (isMissingObject(error)) return null;
      throw error;
    }
  }

  return {
    put: (name, text, { signal }) =>
      calls.run(limits(signal), (signal) => put(prefix + documentFileName(name), text, signal)),

    get: (name, { signal }) => calls.run(limits(signal), (signal) => get(prefix + documentFileName(name), signal)),

    async *list({ signal }) {
      for (let position: ListPosition | null = {}; position !== null; ) {
        const from: ListPosition = position;
        const page = await calls.run(limits(signal), (signal) => listPage(client, prefix, from, signal));
        const keys = page.contents.map((content) => elementText(content, 'Key'));
        yield* keys.map((key) => documentNameOf(key.slice(prefix.length))).filter((name) => name !== null);
        position = page.next;
      }
    },

    async close() {
      await calls.close();
      await client.destroy();
    },
  };
}

async function* onceOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
