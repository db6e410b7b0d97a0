import { createHash, createHmac } from 'node:crypto';

/** SHA-256 of an empty body, in hex. */
export const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/** A request as it is sent. The path and the query are already encoded. Header names are in lower case. */
interface SignableRequest {
  readonly method: string;
  readonly path: string;
  /** The query without the question mark. Its parameters are encoded and sorted. */
  readonly query: string;
  /** The headers, which are all signed. Values are ASCII without leading and trailing spaces. */
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body, lower-case hex. */
  readonly sha256: string;
}

type SignS3 = (request: SignableRequest, credentials: S3Credentials, time: Date) => Record<string, string>;

/** Creates a signer for S3 with AWS Signature Version 4. It adds the signature's headers. It derives a key per day. */
export function createS3Signer(region: string): SignS3 {
  let derived: { readonly key: Buffer; readonly secret: string; readonly day: string } | null = null;

  function keyOf(secret: string, day: string): Buffer {
    if (derived?.secret !== secret || derived.day !== day) {
      const parts = [day, region, 's3', 'aws4_request'];
      const key = parts.reduce<Buffer>((above, part) => hmac(above, part).digest(), Buffer.from(`AWS4${secret}`));
      derived = { key, secret, day };
    }
    return derived.key;
  }

  return (request, { accessKeyId, secretAccessKey, sessionToken }, time) => {
    const timestamp = time.toISOString().replace(/[-:]|\.\d{3}/g, '');
    const day = timestamp.slice(0, 8);
    const headers: Record<string, string> = {
      'x-amz-content-sha256': request.sha256,
      'x-amz-date': timestamp,
      ...request.headers,
    };
    if (sessionToken !== undefined) headers['x-amz-security-token'] = sessionToken;
    const names = Object.keys(headers).sort();
    const signedHeaders = names.join(';');
    const scope = `${day}/${region}/s3/aws4_request`;
    const text = `AWS4-HMAC-SHA256\n${timestamp}\n${scope}\n${sha256Hex(canonicalRequest(request, headers, names))}`;
    const signature = hmac(keyOf(secretAccessKey, day), text).digest('hex');
    headers.authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`;
    return headers;
  };
}

function canonicalRequest(
  { method, path, query, sha256 }: SignableRequest,
  headers: Readonly<Record<string, string>>,
  names: readonly string[],
): string {
  // A run of spaces is signed as one space, also inside quotes.
  const lines = names.map((name) => `${name}:${headers[name]?.replace(/ {2,}/g, ' ')}\n`);
  return `${method}\n${path}\n${query}\n${lines.join('')}\n${names.join(';')}\n${sha256}`;
}

function hmac(key: Buffer, text: string) {
  return createHmac('sha256', key).update(text);
}

function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
