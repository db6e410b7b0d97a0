import { createHash, createHmac } from 'node:crypto';
import { isIP } from 'node:net';

/** SHA-256 of an empty body, in hex. */
export const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Where a bucket is. */
export interface S3Address {
  readonly bucket: string;
  readonly region: string;
  /** Absent: the AWS endpoint of the region. */
  readonly endpoint?: string | undefined;
  /** Puts the bucket in the path instead of the host name. */
  readonly forcePathStyle: boolean;
}

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

interface Target {
  /** Absent: the bucket itself. */
  readonly key?: string | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
}

interface UnsignedRequest extends Target {
  readonly method: string;
  /** Headers beside `host`, in lower case. Values are ASCII without leading and trailing spaces. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** SHA-256 of the body, lower-case hex. */
  readonly sha256: string;
}

/** Creates a signer of requests to one bucket, by AWS Signature Version 4. It derives a key per day. */
export function createS3Signer(address: S3Address) {
  const { region } = address;
  const { origin, host, bucketPath } = resolve(address);
  let derived: { readonly key: Buffer; readonly secret: string; readonly day: string } | null = null;

  function keyOf(secret: string, day: string): Buffer {
    if (derived?.secret !== secret || derived.day !== day) {
      const parts = [day, region, 's3', 'aws4_request'];
      const key = parts.reduce<Buffer>((above, part) => hmac(above, part).digest(), Buffer.from(`AWS4${secret}`));
      derived = { key, secret, day };
    }
    return derived.key;
  }

  function pathOf(key: string | undefined): string {
    return `${bucketPath}/${key === undefined ? '' : key.split('/').map(encodeS3).join('/')}`;
  }

  return {
    /** Protocol and host, where the requests are sent. */
    origin,

    /** Returns the path with the query of a request that is sent unsigned. */
    target({ key, query }: Target): string {
      return withQuery(pathOf(key), canonicalQuery(query));
    },

    /** Returns the path with the query, and all headers, as they must be sent. */
    sign(request: UnsignedRequest, { accessKeyId, secretAccessKey, sessionToken }: S3Credentials, time: Date) {
      const { method, sha256 } = request;
      const path = pathOf(request.key);
      const query = canonicalQuery(request.query);
      const timestamp = time.toISOString().replace(/[-:]|\.\d{3}/g, '');
      const day = timestamp.slice(0, 8);
      const headers: Record<string, string> = {
        'x-amz-content-sha256': sha256,
        'x-amz-date': timestamp,
        host,
        ...request.headers,
      };
      if (sessionToken !== undefined) headers['x-amz-security-token'] = sessionToken;
      const names = Object.keys(headers).sort();
      const signedHeaders = names.join(';');
      // A run of spaces is signed as one space, also inside quotes.
      const lines = names.map((name) => `${name}:${headers[name]?.replace(/ {2,}/g, ' ')}\n`).join('');
      const canonicalRequest = `${method}\n${path}\n${query}\n${lines}\n${signedHeaders}\n${sha256}`;
      const scope = `${day}/${region}/s3/aws4_request`;
      const text = `AWS4-HMAC-SHA256\n${timestamp}\n${scope}\n${sha256Hex(canonicalRequest)}`;
      const signature = hmac(keyOf(secretAccessKey, day), text).digest('hex');
      headers.authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`;
      return { path: withQuery(path, query), headers };
    },
  };
}

/** A bucket name that can be a label of a host name. A name with dots would match no certificate. */
const hostLabel = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;

/** Returns the bucket's address. A bucket whose name or host rules out a host name of its own is always in the path. */
function resolve({ bucket, region, endpoint, forcePathStyle }: S3Address) {
  const url = new URL(endpoint ?? awsEndpoint(region));
  const basePath = url.pathname.replace(/\/+$/, '');
  const inPath = forcePathStyle || !hostLabel.test(bucket) || isAddress(url.hostname);
  const host = inPath ? url.host : `${bucket}.${url.host}`;
  return {
    origin: `${url.protocol}//${host}`,
    /** The `Host` header: includes the port unless it is the protocol's default. */
    host,
    /** Without a trailing slash. */
    bucketPath: inPath ? `${basePath}/${encodeS3(bucket)}` : basePath,
  };
}

/** In a URL an IPv6 address has brackets. */
function isAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}

function awsEndpoint(region: string): string {
  return `https://s3.${region}.${region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'}`;
}

/** Returns the query in the form in which it is signed: sorted by the encoded names. */
function canonicalQuery(parameters: Readonly<Record<string, string>> = {}): string {
  const encoded = new Map(Object.entries(parameters).map(([name, value]) => [encodeS3(name), encodeS3(value)]));
  return [...encoded.keys()]
    .sort()
    .map((name) => `${name}=${encoded.get(name)}`)
    .join('&');
}

function withQuery(path: string, query: string): string {
  return query === '' ? path : `${path}?${query}`;
}

/** Percent-encodes in UTF-8 all but the unreserved characters of RFC 3986, as Signature Version 4 requires. */
function encodeS3(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hmac(key: Buffer, text: string) {
  return createHmac('sha256', key).update(text);
}

function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
