import { isIP } from 'node:net';

/** The network address of a bucket. */
interface S3Address {
  readonly protocol: 'http:' | 'https:';
  /** The `Host` header: includes the port unless it is the protocol's default. */
  readonly host: string;
  /** The path of the bucket, without a trailing slash. */
  readonly bucketPath: string;
}

export interface S3AddressOptions {
  readonly bucket: string;
  readonly region: string;
  /** Absent: the AWS endpoint of the region. */
  readonly endpoint?: string | undefined;
  /** Puts the bucket in the path instead of the host name. */
  readonly forcePathStyle: boolean;
}

/** A bucket name that can be a label of a host name. A name with dots would match no certificate. */
const hostLabel = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;

/** Returns the bucket's address. A bucket whose name or host rules out a host name of its own is always in the path. */
export function s3Address({ bucket, region, endpoint, forcePathStyle }: S3AddressOptions): S3Address {
  const { protocol, hostname, host, pathname } = new URL(endpoint ?? awsEndpoint(region));
  const basePath = pathname.replace(/\/+$/, '');
  const inPath = forcePathStyle || !hostLabel.test(bucket) || isAddress(hostname);
  return {
    protocol: protocol === 'http:' ? protocol : 'https:',
    host: inPath ? host : `${bucket}.${host}`,
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

/** Returns the path of an object. Only the characters that S3 signs unencoded stay as they are. */
export function objectPath({ bucketPath }: S3Address, key: string): string {
  return `${bucketPath}/${key.split('/').map(encodeS3).join('/')}`;
}

/** Returns the query in the form in which it is signed: sorted by the encoded names. */
export function canonicalQuery(parameters: Readonly<Record<string, string>>): string {
  const encoded = new Map(Object.entries(parameters).map(([name, value]) => [encodeS3(name), encodeS3(value)]));
  return [...encoded.keys()]
    .sort()
    .map((name) => `${name}=${encoded.get(name)}`)
    .join('&');
}

/** Percent-encodes in UTF-8 all but the unreserved characters of RFC 3986, as Signature Version 4 requires. */
function encodeS3(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
