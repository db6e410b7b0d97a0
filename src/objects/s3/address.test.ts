import { describe, expect, it } from 'vitest';
import { canonicalQuery, objectPath, s3Address } from './address.ts';

const aws = { bucket: 'commissions', region: 'eu-central-1', forcePathStyle: false };

describe('s3Address', () => {
  it.each([
    ['AWS by the region', {}, 'https:', 'commissions.s3.eu-central-1.amazonaws.com', ''],
    ['China by the region', { region: 'cn-north-1' }, 'https:', 'commissions.s3.cn-north-1.amazonaws.com.cn', ''],
    ['AWS in path style', { forcePathStyle: true }, 'https:', 's3.eu-central-1.amazonaws.com', '/commissions'],
    ['a bucket with dots', { bucket: 'a.b.c' }, 'https:', 's3.eu-central-1.amazonaws.com', '/a.b.c'],
    ['a bucket in capitals', { bucket: 'Old_Bucket' }, 'https:', 's3.eu-central-1.amazonaws.com', '/Old_Bucket'],
    ['an endpoint', { endpoint: 'http://store:9000' }, 'http:', 'commissions.store:9000', ''],
    ['an endpoint below a path', { endpoint: 'https://x/s3/', forcePathStyle: true }, 'https:', 'x', '/s3/commissions'],
    ['an IPv4 address', { endpoint: 'http://10.0.0.1:9000' }, 'http:', '10.0.0.1:9000', '/commissions'],
    ['an IPv6 address', { endpoint: 'http://[::1]:9000' }, 'http:', '[::1]:9000', '/commissions'],
    ['an IPv6 endpoint', { endpoint: 'http://[::1]:80', forcePathStyle: true }, 'http:', '[::1]', '/commissions'],
  ])('finds %s', (_, changed, protocol, host, bucketPath) => {
    expect(s3Address({ ...aws, ...changed })).toMatchObject({ protocol, host, bucketPath });
  });
});

describe('objectPath', () => {
  it('encodes every character of a token that S3 signs encoded', () => {
    const path = objectPath(s3Address({ ...aws, forcePathStyle: true }), "commissions/a.!#$%&'*+-.^_`|~");
    expect(path).toBe('/commissions/commissions/a.%21%23%24%25%26%27%2A%2B-.%5E_%60%7C~');
  });
});

describe('canonicalQuery', () => {
  it('sorts and encodes', () => {
    expect(canonicalQuery({ prefix: 'a/b', 'list-type': '2', after: "x y'" })).toBe(
      'after=x%20y%27&list-type=2&prefix=a%2Fb',
    );
  });
});
