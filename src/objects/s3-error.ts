import { BrokenAnswerError, readText } from './s3-answer.ts';
import type { S3Answer } from './s3-exchange.ts';
import { elements, elementText } from './s3-xml.ts';

/** The store's refusal in words: HTTP status, S3's code, the store's own text. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  /** HTTP status of the answer. */
  readonly status: number;
  /** S3's error code (`NoSuchBucket`); empty when the answer has none. */
  readonly code: string;

  constructor(status: number, code: string, text: string) {
    const subject = `The object store answered ${[status, code].join(' ').trim()}`;
    super(text === '' ? subject : `${subject}: ${text}`);
    this.status = status;
    this.code = code;
  }
}

/** What is known of an answer that is no success. */
export interface RefusedAnswer {
  readonly status: number;
  readonly body: string;
  /** The region that AWS says the bucket is in, where it says so. */
  readonly bucketRegion: string | undefined;
}

/** `region` is the one the request was signed for. */
export function s3Error({ status, body, bucketRegion }: RefusedAnswer, region: string): S3Error {
  const [error] = elements(body, 'Error');
  const code = error === undefined ? '' : elementText(error, 'Code');
  const hints = [error === undefined ? unreadable(body) : elementText(error, 'Message')];
  if (bucketRegion !== undefined && bucketRegion !== region) {
    hints.push(`the bucket is in the region ${bucketRegion}, not in ${region}`);
  }
  return new S3Error(status, code, hints.filter(Boolean).join('; '));
}

/**
 * The whole body of a success. A store that answers before it is done may tell of a failure behind a status of 200: that
 * counts as 503, as it does for the AWS SDK.
 * @throws {S3Error | BrokenAnswerError}
 */
export async function readSuccess(answer: S3Answer): Promise<string> {
  const body = await readText(answer);
  if (!/<\/Error>\s*$/.test(body)) return body;
  throw s3Error({ status: 503, body, bucketRegion: undefined }, '');
}

function unreadable(body: string): string {
  return body.trim() === '' ? '' : 'no answer in the form of S3';
}

/** Whether the connection broke before the store answered anything. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof BrokenAnswerError) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ECONNRESET' || code === 'EPIPE';
}

export function isMissingObject(error: unknown): boolean {
  return error instanceof S3Error && error.status === 404 && error.code !== 'NoSuchBucket';
}

export function isClockSkew(error: unknown): boolean {
  return error instanceof S3Error && error.code === 'RequestTimeTooSkewed';
}
