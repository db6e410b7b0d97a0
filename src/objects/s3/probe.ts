import { buffer } from 'node:stream/consumers';
import { request } from 'undici';
import type { Anonymous, BucketProbe, LifecycleRule, ProbeContent, ProbeEntry } from '../bucket-probe.ts';
import type { CallOptions } from '../object-store.ts';
import { canonicalQuery, objectPath, s3Address } from './address.ts';
import { openS3Bucket } from './bucket.ts';
import { readDefaultRetention, readLifecycleRules, readPublicPermissions, readVersioning } from './bucket-settings.ts';
import type { S3ClientOptions, S3Request } from './client.ts';
import { elementText, nullIfMissing, S3Error, type S3Response } from './response.ts';

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
  const bucket = openS3Bucket({ ...options, prefix: '', callTimeoutMs });

  /** A setting of the bucket. Some stores respond with a listing where they do not know the setting. */
  async function readSetting<T>(setting: Setting<T>, options: CallOptions): Promise<T> {
    const { name, root, read, absent, none } = setting;
    try {
      const { text } = await bucket.send({ method: 'GET', query: { [name]: '' } }, options);
      if (!text.includes(`<${root}`)) throw new S3Error(501, 'NotImplemented', `the store does not know ${name}`);
      return read(text);
    } catch (error) {
      if (error instanceof S3Error && error.code === absent) return none;
      throw error;
    }
  }

  return {
    origin,

    put: async (key, content, options) => versionOf(await bucket.send(putRequest(key, content), options)),

    async get(key, { range, signal }) {
      const headers = range === undefined ? {} : { range: `bytes=${range.first}-${range.last}` };
      const opened = await bucket.open({ method: 'GET', key, headers }, { signal });
      return buffer(opened.content);
    },

    async head(key, options) {
      const reply = await nullIfMissing(bucket.send({ method: 'HEAD', key }, options));
      if (reply === null) return null;
      const { headers } = reply;
      return {
        size: Number(headers['content-length'] ?? 0),
        contentType: headers['content-type']?.toString() ?? '',
        contentDisposition: headers['content-disposition']?.toString() ?? '',
      };
    },

    async list(prefix, options) {
      const entries: ProbeEntry[] = [];
      for await (const contents of bucket.list(prefix, options)) entries.push(readEntry(contents));
      return entries;
    },

    async remove(key, { versionId, signal }) {
      const query = versionId === undefined ? {} : { versionId };
      return versionOf(await bucket.send({ method: 'DELETE', key, query }, { signal }));
    },

    versioning: (options) => readSetting(versioning, options),
    lifecycleRules: (options) => readSetting(lifecycle, options),
    defaultRetention: (options) => readSetting(objectLock, options),
    publicPermissions: (options) => readSetting(accessControlList, options),
    hasPublicPolicy: (options) => readSetting(policyStatus, options),

    askAnonymously(what, { signal }) {
      const target =
        'key' in what
          ? objectPath(address, what.key)
          : `${address.bucketPath}/?${canonicalQuery({ 'list-type': '2', 'max-keys': '1', prefix: what.prefix })}`;
      return askUnsigned(`${origin}${target}`, signal);
    },

    close: bucket.close,
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

function versionOf({ headers }: Pick<S3Response, 'headers'>): string | null {
  return headers['x-amz-version-id']?.toString() ?? null;
}

function readEntry(contents: string): ProbeEntry {
  return { key: elementText(contents, 'Key'), modifiedAt: new Date(elementText(contents, 'LastModified')) };
}

async function askUnsigned(url: string, signal: AbortSignal): Promise<Anonymous> {
  // Of an object the first byte alone: it may be large, and nobody needs it here.
  const { statusCode, headers, body } = await request(url, {
    headers: { range: 'bytes=0-0' },
    headersTimeout: callTimeoutMs,
    signal,
  });
  body.on('error', () => {}).destroy();
  const date = Date.parse(headers.date?.toString() ?? '');
  return { status: statusCode, at: Number.isNaN(date) ? null : new Date(date) };
}
