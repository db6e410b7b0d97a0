import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const authorizationPattern =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/[^/]+\/s3\/aws4_request), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/**
 * Returns the access key that signed a request (Signature Version 4), or null when the signature does not match the
 * secret.
 */
export function signedBy(request: IncomingMessage, secretAccessKey: string): string | null {
  const match = authorizationPattern.exec(request.headers.authorization ?? '');
  if (match === null) return null;
  const [, accessKeyId = '', scope = '', signedHeaders = '', signature] = match;
  const text = [
    'AWS4-HMAC-SHA256',
    request.headers['x-amz-date'],
    scope,
    sha256Hex(canonicalRequest(request, signedHeaders)),
  ].join('\n');
  return hmac(signingKey(secretAccessKey, scope), text).toString('hex') === signature ? accessKeyId : null;
}

function canonicalRequest(request: IncomingMessage, signedHeaders: string): string {
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
  const query = search
    .slice(1)
    .split('&')
    .filter(Boolean)
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`));
  const headers = signedHeaders.split(';').map((name) => `${name}:${canonicalValue(request.headers[name])}\n`);
  return [
    request.method,
    pathname,
    query.sort().join('&'),
    headers.join(''),
    signedHeaders,
    request.headers['x-amz-content-sha256'],
  ].join('\n');
}

function canonicalValue(value: string | string[] | undefined): string {
  return String(value ?? '')
    .trim()
    .replace(/\s+/g, ' ');
}

function signingKey(secretAccessKey: string, scope: string): Buffer {
  return scope.split('/').reduce<Buffer>((key, part) => hmac(key, part), Buffer.from(`AWS4${secretAccessKey}`));
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
