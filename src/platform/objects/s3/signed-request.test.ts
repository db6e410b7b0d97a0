import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createS3Signer } from './signed-request.ts';

const exampleCredentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const exampleTime = new Date('2013-05-24T00:00:00Z');
const emptySha256 = createHash('sha256').digest('hex');

/** Examples of the Amazon S3 API Reference, "Signature Calculations for the Authorization Header". */
const examples = [
  {
    name: 'GET Object',
    method: 'GET',
    key: 'test.txt',
    headers: { range: 'bytes=0-9' },
    sha256: emptySha256,
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    name: 'PUT Object',
    method: 'PUT',
    key: 'test$file.text',
    headers: {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    },
    sha256: '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    name: 'List Objects',
    method: 'GET',
    query: { prefix: 'J', 'max-keys': '2' },
    sha256: emptySha256,
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
];

const exampleBucket = {
  bucket: 'examplebucket',
  region: 'us-east-1',
  endpoint: 'https://s3.amazonaws.com',
  forcePathStyle: false,
};

describe('the signature of a request', () => {
  it.each(examples)("signs AWS's example of $name", ({ signature, ...request }) => {
    const { headers } = createS3Signer(exampleBucket).sign(request, exampleCredentials, exampleTime);
    expect(headers.authorization).toContain(`Signature=${signature}`);
  });

  it("signs whatever we send as AWS's own signer does", async () => {
    const { sign, target } = createS3Signer({ bucket: 'b', region: 'eu-west-1', forcePathStyle: true });
    const text = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) });
    const trimmed = text.map((value) => value.trim());
    const credentials = fc.record({
      accessKeyId: fc.string({ minLength: 1 }),
      secretAccessKey: fc.string({ minLength: 1 }),
      sessionToken: fc.option(fc.stringMatching(/^[A-Za-z0-9+/=]+$/), { nil: undefined }),
    });
    const time = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    const names = fc.string({ minLength: 1 }).filter((name) => name !== '__proto__');
    const query = fc.dictionary(names, fc.string());
    const agrees = async (
      key: string,
      parameters: Record<string, string>,
      type: string,
      who: Credentials,
      at: Date,
    ) => {
      const headers = { 'content-type': type };
      const own = sign({ method: 'PUT', key, query: parameters, headers, sha256: emptySha256 }, who, at);
      const sent = { host: 's3.eu-west-1.amazonaws.com', ...headers };
      expect(own.headers).toEqual(await signedByAws(target({ key }), parameters, sent, who, at));
    };
    const wellFormed = fc.string({ unit: 'grapheme' });
    await fc.assert(fc.asyncProperty(wellFormed, query, trimmed, credentials, time, agrees), { numRuns: 200 });
  });
});

const aws = { bucket: 'commissions', region: 'eu-central-1', forcePathStyle: false };

describe('the address of a request', () => {
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
    const { origin, target } = createS3Signer({ ...aws, ...changed });
    expect({ origin, path: target({}) }).toEqual({ origin: `${protocol}//${host}`, path: `${bucketPath}/` });
  });

  it('encodes every character of a token that S3 signs encoded', () => {
    const { target } = createS3Signer({ ...aws, forcePathStyle: true });
    const path = target({ key: "commissions/a.!#$%&'*+-.^_`|~" });
    expect(path).toBe('/commissions/commissions/a.%21%23%24%25%26%27%2A%2B-.%5E_%60%7C~');
  });

  it('has its query sorted and encoded', () => {
    const { target } = createS3Signer(aws);
    expect(target({ query: { prefix: 'a/b', 'list-type': '2', after: "x y'" } })).toBe(
      '/?after=x%20y%27&list-type=2&prefix=a%2Fb',
    );
  });
});

interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
}

async function signedByAws(
  path: string,
  query: Record<string, string>,
  headers: Record<string, string>,
  { sessionToken, ...keys }: Credentials,
  signingDate: Date,
): Promise<Record<string, string>> {
  const credentials = { ...keys, ...(sessionToken !== undefined && { sessionToken }) };
  const options = { region: 'eu-west-1', service: 's3', sha256: Sha256, uriEscapePath: false };
  const request = { method: 'PUT', protocol: 'https:', hostname: '', path, query, headers };
  return (await new SignatureV4({ ...options, credentials }).sign(request, { signingDate })).headers;
}

/** The hash that AWS's signer needs: a SHA-256, or an HMAC when there is a key. */
class Sha256 {
  readonly hash: Hash | Hmac;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret as string | Uint8Array);
  }

  update(data: Uint8Array): void {
    this.hash.update(data);
  }

  async digest(): Promise<Uint8Array> {
    return this.hash.digest();
  }

  reset(): void {}
}
