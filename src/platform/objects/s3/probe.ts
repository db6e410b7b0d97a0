import { buffer } from 'node:stream/consumers';
import { request } from 'undici';
import type { Anonymous, BucketProbe, ObjectHeaders } from '../bucket-probe.ts';
import type { CallOptions } from '../object-store.ts';
import { openS3Bucket } from './bucket.ts';
import {
  readDefaultRetention,
  readIsPublic,
  readLifecycleRules,
  readPublicPermissions,
  readVersioning,
} from './bucket-settings.ts';
import type { S3ClientOptions } from './client.ts';
import { nullIfMissing, S3Error, type S3Response, sizeOf } from './response.ts';
import { createS3Signer } from './signed-request.ts';

/** Error codes of stores for a setting that does not exist. */
const absentCodes = new Set([
  'NoSuchVersioningConfiguration',
  'NoSuchLifecycleConfiguration',
  'ObjectLockConfigurationNotFoundError',
  'AccessControlListNotSupported',
  'NoSuchBucketPolicy',
]);

/** Creates a probe with the client of the object store, so that its results hold for the object store too. */
export function createS3BucketProbe(options: S3ClientOptions): BucketProbe {
  const { origin, target } = createS3Signer(options);
  const bucket = openS3Bucket({ ...options, prefix: '' });

  /**
   * Reads a setting of the bucket. Some stores respond with a listing when they do not know the setting.
   * @param root The root element of the response.
   * @param read Gets an empty text when the setting does not exist.
   */
  async function readSetting<T>(
    name: string,
    root: string,
    read: (xml: string) => T,
    options: CallOptions,
  ): Promise<T> {
    try {
      const { text } = await bucket.send({ method: 'GET', query: { [name]: '' } }, options);
      if (!text.includes(`<${root}`)) throw new S3Error(501, 'NotImplemented', `the store does not know ${name}`);
      return read(text);
    } catch (error) {
      if (error instanceof S3Error && absentCodes.has(error.code)) return read('');
      throw error;
    }
  }

  return {
    origin,

    async put(key, { bytes, sha256, contentType, contentDisposition, onlyWhereNone }, options) {
      const headers = {
        'content-type': contentType,
        'content-disposition': contentDisposition,
        ...(onlyWhereNone && { 'if-none-match': '*' }),
      };
      const body = { size: bytes.length, sha256, open: () => [bytes] };
      return versionOf(await bucket.put(key, body, headers, options));
    },

    async get(key, { range, signal }) {
      const headers = range === undefined ? {} : { range: `bytes=${range.first}-${range.last}` };
      const opened = await bucket.open({ method: 'GET', key, headers }, { signal });
      return buffer(opened.body);
    },

    async head(key, options) {
      const reply = await nullIfMissing(bucket.send({ method: 'HEAD', key }, options));
      return reply && headersOf(reply);
    },

    async list(prefix, options) {
      const keys: string[] = [];
      for await (const { key } of bucket.list(prefix, options)) keys.push(key);
      return keys;
    },

    async remove(key, { versionId, signal }) {
      const query = versionId === undefined ? {} : { versionId };
      return versionOf(await bucket.send({ method: 'DELETE', key, query }, { signal }));
    },

    versioning: (options) => readSetting('versioning', 'VersioningConfiguration', readVersioning, options),
    lifecycleRules: (options) => readSetting('lifecycle', 'LifecycleConfiguration', readLifecycleRules, options),
    defaultRetention: (options) => readSetting('object-lock', 'ObjectLockConfiguration', readDefaultRetention, options),
    publicPermissions: (options) => readSetting('acl', 'AccessControlPolicy', readPublicPermissions, options),
    hasPublicPolicy: (options) => readSetting('policyStatus', 'PolicyStatus', readIsPublic, options),

    askAnonymously(what, { signal }) {
      const listing = (prefix: string) => ({ query: { 'list-type': '2', 'max-keys': '1', prefix } });
      return askUnsigned(origin + target('key' in what ? what : listing(what.prefix)), signal);
    },

    close: bucket.close,
  };
}

function headersOf({ headers }: Pick<S3Response, 'headers'>): ObjectHeaders {
  return {
    size: sizeOf(headers),
    contentType: headers['content-type']?.toString() ?? '',
    contentDisposition: headers['content-disposition']?.toString() ?? '',
  };
}

function versionOf({ headers }: Pick<S3Response, 'headers'>): string | null {
  return headers['x-amz-version-id']?.toString() ?? null;
}

async function askUnsigned(url: string, signal: AbortSignal): Promise<Anonymous> {
  // Requests only the first byte of an object, because the object may be large.
  const { statusCode, headers, body } = await request(url, { headers: { range: 'bytes=0-0' }, signal });
  body.on('error', () => {}).destroy();
  const date = Date.parse(headers.date?.toString() ?? '');
  return { status: statusCode, at: Number.isNaN(date) ? null : new Date(date) };
}
