import type { Dispatcher } from 'undici';

/** A response of the store. The receiver must read the body to the end or destroy it. */
export type S3Response = Dispatcher.ResponseData;

/** The store rejected a request. The message has the HTTP status, S3's code and the store's text. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  /** HTTP status of the response. */
  readonly status: number;
  /** S3's error code (`NoSuchBucket`), or empty without one. */
  readonly code: string;

  constructor(status: number, code: string, text: string) {
    const subject = `The object store responded with ${[status, code].join(' ').trim()}`;
    super(text === '' ? subject : `${subject}: ${text}`);
    this.status = status;
    this.code = code;
  }
}

/** The store closed the connection before its response was complete. */
export class StoreConnectionError extends Error {
  override readonly name = 'StoreConnectionError';
  readonly code = 'ECONNRESET';
}

/** Settles as `work` does, but resolves with null when `work` rejects because there is no such object. */
export async function nullIfMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof S3Error && error.status === 404 && error.code !== 'NoSuchBucket') return null;
    throw error;
  }
}

/** Reads the error from a response outside of 2xx. `region` is the one that the request was signed for. */
export async function readError(response: S3Response, region: string): Promise<S3Error> {
  const { statusCode, headers } = response;
  const { code, text } = errorIn(await readText(response));
  const regionHint = wrongRegionHint(headers['x-amz-bucket-region']?.toString(), region);
  const skewHint = code === 'RequestTimeTooSkewed' ? clockHint(headers.date?.toString()) : '';
  return new S3Error(statusCode, code, [text, regionHint, skewHint].filter(Boolean).join('; '));
}

/**
 * Reads the whole body of a successful response. A store that sends the head early may report a failure in the body of
 * a 200. That counts as 503, as in the AWS SDK.
 * @throws {S3Error | StoreConnectionError}
 */
export async function readSuccess(response: S3Response): Promise<string> {
  const body = await readText(response);
  if (!/<\/Error>\s*$/.test(body)) return body;
  const { code, text } = errorIn(body);
  throw new S3Error(503, code, text);
}

/** Returns the number of bytes of a response's body. */
export function sizeOf(headers: S3Response['headers']): number {
  return Number(headers['content-length'] ?? 0);
}

/** Reads the whole body, which frees the connection for the next request. */
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
 * Returns the content of each element of this name, with markup, in order. This suffices for the responses of S3: only
 * the root has attributes, no element contains one of its own name, and there are no CDATA sections.
 */
export function elements(xml: string, name: string): string[] {
  const pattern = new RegExp(`<${name}(?:\\s[^>]*)?(?:/>|>(.*?)</${name}>)`, 'gs');
  return Array.from(xml.matchAll(pattern), ([, content = '']) => content);
}

/** Returns the text of the first element of this name, or an empty text without one. */
export function elementText(xml: string, name: string): string {
  const [content = ''] = elements(xml, name);
  return content.replace(/&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(\w+));/g, (reference, hex, decimal, entity) => {
    if (entity) return entities[entity] ?? reference;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : reference;
  });
}
