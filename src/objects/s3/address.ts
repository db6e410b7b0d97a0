import { isIP } from 'node:net';

/** Where a bucket is reached. */
interface S3Address {
  readonly protocol: 'http:' | 'https:';
  /** With the port where it is not the protocol's own: the `Host` header. */
  readonly host: string;
  /** The path of the bucket, without a slash at its end. */
  readonly bucketPath: string;
}

export interface S3AddressOptions {
  readonly bucket: string;
  readonly region: string;
  /** Absent: AWS, by the region. */
  readonly endpoint?: string | undefined;
  /** The bucket in the path, not in the host name. */
  readonly forcePathStyle: boolean;
}

/** A bucket's name that may be a label of a host name. One with dots would fit no certificate. */
const hostLabel = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;

/** A bucket that cannot be part of a host name, by its own name or the host's, is addressed in the path in any case. */
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

/** IPv6 addresses stand in brackets. */
function isAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}

function awsEndpoint(region: string): string {
  return `https://s3.${region}.${region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'}`;
}

/** The path of an object. Of the characters of a key only those that S3 signs unencoded stay as they are. */
export function objectPath({ bucketPath }: S3Address, key: string): string {
  return `${bucketPath}/${key.split('/').map(encodeS3).join('/')}`;
}

/** The query in the form and order in which it is signed: sorted by the encoded names. */
export function canonicalQuery(parameters: Readonly<Record<string, string>>): string {
  const encoded = new Map(Object.entries(parameters).map(([name, value]) => [encodeS3(name), encodeS3(value)]));
  return [...encoded.keys()]
    .sort()
    .map((name) => `${name}=${encoded.get(name)}`)
    .join('&');
}

/** Everything but the unreserved characters of RFC 3986 in percent-encoded UTF-8, as Signature Version 4 wants it. */
function encodeS3(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
