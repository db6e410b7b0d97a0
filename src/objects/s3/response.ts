import type { Dispatcher } from 'undici';
import type { ObjectFacts } from '../object-store.ts';

/** Its body is to be read to its end or destroyed. */
export type S3Response = Dispatcher.ResponseData;

/** The store rejected a request: HTTP status, S3's code, the store's own text. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  /** HTTP status of the response. */
  readonly status: number;
  /** S3's error code (`NoSuchBucket`); empty when the response has none. */
  readonly code: string;

  constructor(status: number, code: string, text: string) {
    const subject = `The object store responded with ${[status, code].join(' ').trim()}`;
    super(text === '' ? subject : `${subject}: ${text}`);
    this.status = status;
    this.code = code;
  }
}

/** The store closed the connection before its response was whole. */
export class StoreConnectionError extends Error {
  override readonly name = 'StoreConnectionError';
  readonly code = 'ECONNRESET';
}

/** As `work`; null when it rejects because there is no such object. */
export async function nullIfMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof S3Error && error.status === 404 && error.code !== 'NoSuchBucket') return null;
    throw error;
  }
}

/** The error that a response of another status than 2xx tells. `region` is the one the request was signed for. */
export async function readError(response: S3Response, region: string): Promise<S3Error> {
  const { statusCode, headers } = response;
  const { code, text } = errorIn(await readText(response));
  const regionHint = wrongRegionHint(headers['x-amz-bucket-region']?.toString(), region);
  const skewHint = code === 'RequestTimeTooSkewed' ? clockHint(headers.date?.toString()) : '';
  return new S3Error(statusCode, code, [text, regionHint, skewHint].filter(Boolean).join('; '));
}

/**
 * The whole body of a success. A store that sends the head before it is done may tell of a failure behind a status of
 * 200: that counts as 503, as it does for the AWS SDK.
 * @throws {S3Error | StoreConnectionError}
 */
export async function readSuccess(response: S3Response): Promise<string> {
  const body = await readText(response);
  if (!/<\/Error>\s*$/.test(body)) return body;
  const { code, text } = errorIn(body);
  throw new S3Error(503, code, text);
}

/** What the headers of a response say of the object that it gives, or would. */
export function factsOf(headers: S3Response['headers']): ObjectFacts {
  return {
    size: Number(headers['content-length'] ?? 0),
    contentType: headers['content-type']?.toString() ?? 'application/octet-stream',
    contentDisposition: headers['content-disposition']?.toString() ?? 'attachment',
  };
}

/** The connection is free for the next request then. */
async function readText({ body }: S3Response): Promise<string> {
  try {
    return await body.text();
  } catch {
    throw new StoreConnectionError('The object store broke off its response');
  }
}

function errorIn(body: string): { readonly code: string; readonly text: string } {
  const [error] = elements(body, 'Error');
  if (error !== undefined) return { code: elementText(error, 'Code'), text: elementText(error, 'Message') };
  return { code: '', text: body.trim() === '' ? '' : 'the response is not in the form of S3' };
}

function wrongRegionHint(bucketRegion: string | undefined, region: string): string {
  if (bucketRegion === undefined || bucketRegion === region) return '';
  return `the bucket is in the region ${bucketRegion}, not in ${region}`;
}

function clockHint(date = ''): string {
  const aheadMs = Date.parse(date) - Date.now();
  if (Number.isNaN(aheadMs)) return 'the clocks of this machine and of the store differ too much';
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  return `the clock of this machine is ${seconds} seconds ${aheadMs > 0 ? 'behind' : 'ahead of'} that of the store`;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * The content of each element of this name, markup included, in their order. Enough for the responses of S3: their
 * elements have no attributes but the root's, no element contains one of its own name, and there are no CDATA sections.
 */
export function elements(xml: string, name: string): string[] {
  const pattern = new RegExp(`<${name}(?:\\s[^>]*)?(?:/>|>(.*?)</${name}>)`, 'gs');
  return Array.from(xml.matchAll(pattern), ([, content = '']) => content);
}

/** The text of the first element of this name; empty when there is none. */
export function elementText(xml: string, name: string): string {
  const [content = ''] = elements(xml, name);
  return content.replace(/&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(\w+));/g, (reference, hex, decimal, entity) => {
    if (entity) return entities[entity] ?? reference;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : reference;
  });
}
