import { request } from 'undici';
import type { Anonymous, BucketProbe, LifecycleRule, ProbeContent, ProbeEntry } from './bucket-probe.ts';
import { createCallScope } from './call-scope.ts';
import { canonicalQuery, objectPath, s3Address } from './s3-address.ts';
import {
  readDefaultRetention,
  readLifecycleRules,
  readPublicPermissions,
  readVersioning,
} from './s3-bucket-settings.ts';
import { createS3Client, type S3ClientOptions, type S3Request } from './s3-client.ts';
import { listPage } from './s3-listing.ts';
import { elementText, isMissingObject, readSuccess, S3Error, type S3Response } from './s3-response.ts';

const callTimeoutMs = 15_000;

interface Setting<T> {
  /** Of the query that asks for it. */
  readonly name: string;
  /** The element that the response is. */
  readonly root: string;
  read(xml: string): T;
  /** The code of the error by which stores say that there is none. */
  readonly absent: string;
  readonly none: T;
}

const versioning: Setting<'off' | 'on' | 'suspended'> = {
  name: 'versioning',
  root: 'VersioningConfiguration',
  read: readVersioning,
  absent: 'NoSuchVersioningConfiguration',
  none: 'off',
};
const lifecycle: Setting<readonly LifecycleRule[]> = {
  name: 'lifecycle',
  root: 'LifecycleConfiguration',
  read: readLifecycleRules,
  absent: 'NoSuchLifecycleConfiguration',
  none: [],
};
const objectLock: Setting<string | null> = {
  name: 'object-lock',
  root: 'ObjectLockConfiguration',
  read: readDefaultRetention,
  absent: 'ObjectLockConfigurationNotFoundError',
  none: null,
};
const accessControlList: Setting<readonly string[]> = {
  name: 'acl',
  root: 'AccessControlPolicy',
  read: readPublicPermissions,
  absent: 'AccessControlListNotSupported',
  none: [],
};
const policyStatus: Setting<boolean> = {
  name: 'policyStatus',
  root: 'PolicyStatus',
  read: (xml) => elementText(xml, 'IsPublic').toLowerCase() === 'true',
  absent: 'NoSuchBucketPolicy',
  none: false,
};

/** By the client of the object store, so that what holds here holds there. */
export function createS3BucketProbe(options: S3ClientOptions): BucketProbe {
  const address = s3Address(options);
  const origin = `${address.protocol}//${address.host}`;
  const client = createS3Client(options);
  const calls = createCallScope();
  const run = <T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>) =>
    calls.run({ signal, timeoutMs: callTimeoutMs }, work);

  async function send(asked: S3Request, signal: AbortSignal): Promise<{ response: S3Response; text: string }> {
    const response = await client.send(asked, signal);
    return { response, text: await readSuccess(response) };
  }

  /** A setting of the bucket. Some stores respond with a listing where they do not know the setting. */
  const readSetting = <T>({ name, root, read, absent, none }: Setting<T>, signal: AbortSignal): Promise<T> =>
    run(signal, async (signal) => {
      try {
        const { text } = await send({ method: 'GET', query: { [name]: '' } }, signal);
        if (!text.includes(`<${root}`)) throw new S3Error(501, 'NotImplemented', `the store does not know ${name}`);
        return read(text);
      } catch (error) {
        if (error instanceof S3Error && error.code === absent) return none;
        throw error;
      }
    });

  return {
    origin,

    put: (key, content, { signal }) =>
      run(signal, async (signal) => versionOf((await send(putRequest(key, content), signal)).response)),

    get: (key, { range, signal }) =>
      run(signal, async (signal) => {
        const headers = range === undefined ? {} : { range: `bytes=${range.first}-${range.last}` };
        const response = await client.send({ method: 'GET', key, headers }, signal);
        return Buffer.from(await response.body.arrayBuffer());
      }),

    head: (key, { signal }) =>
      run(signal, async (signal) => {
        try {
          const { headers } = (await send({ method: 'HEAD', key }, signal)).response;
          return {
            size: Number(headers['content-length'] ?? 0),
            contentType: headers['content-type']?.toString() ?? '',
            contentDisposition: headers['content-disposition']?.toString() ?? '',
          };
        } catch (error) {
          if (isMissingObject(error)) return null;
          throw error;
        }
      }),

    list: (prefix, { signal }) =>
      run(signal, async (signal) => (await listPage(client, prefix, {}, signal)).contents.map(readEntry)),

    remove: (key, { versionId, signal }) =>
      run(signal, async (signal) => {
        const query = versionId === undefined ? {} : { versionId };
        return versionOf((await send({ method: 'DELETE', key, query }, signal)).response);
      }),

    versioning: ({ signal }) => readSetting(versioning, signal),
    lifecycleRules: ({ signal }) => readSetting(lifecycle, signal),
    defaultRetention: ({ signal }) => readSetting(objectLock, signal),
    publicPermissions: ({ signal }) => readSetting(accessControlList, signal),
    hasPublicPolicy: ({ signal }) => readSetting(policyStatus, signal),

    askAnonymously: (what, { signal }) =>
      run(signal, async (signal) => {
        const target =
          'key' in what
            ? objectPath(address, what.key)
            : `${address.bucketPath}/?${canonicalQuery({ 'list-type': '2', 'max-keys': '1', prefix: what.prefix })}`;
        return askUnsigned(`${origin}${target}`, signal);
      }),

    async close() {
      await calls.close();
      await client.destroy();
    },
  };
}

function putRequest(key: string, content: ProbeContent): S3Request {
  const { bytes, sha256, contentType, contentDisposition, onlyWhereNone } = content;
  const headers = {
    'content-length': String(bytes.length),
    'content-type': contentType,
    'content-disposition': contentDisposition,
    ...(onlyWhereNone && { 'if-none-match': '*' }),
  };
  return { method: 'PUT', key, headers, body: { sha256, open: () => onceOf(bytes) } };
}

async function* onceOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

function versionOf({ headers }: S3Response): string | null {
  return headers['x-amz-version-id']?.toString() ?? null;
}

function readEntry(contents: string): ProbeEntry {
  return { key: elementText(contents, 'Key'), modifiedAt: new Date(elementText(contents, 'LastModified')) };
}

async function askUnsigned(url: string, signal: AbortSignal): Promise<Anonymous> {
  // Of an object the first byte alone: it may be large, and nobody needs it here.
  const { statusCode, headers, body } = await request(url, { headers: { range: 'bytes=0-0' }, signal });
  body.on('error', () => {}).destroy();
  const date = Date.parse(headers.date?.toString() ?? '');
  return { status: statusCode, at: Number.isNaN(date) ? null : new Date(date) };
}
