import { S3ServiceException } from '@aws-sdk/client-s3';

/** What the SDK puts where an answer has no code or text. */
const placeholder = /^(?:Unknown|UnknownError|\d*)$/;

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

/**
 * An `S3Error` for what the store answered; any other failure (network, time-out, abort) as it is. The SDK's error
 * is not kept as the cause: it leads to the request and so to its authorization.
 */
export function readableError(error: unknown): unknown {
  const status = answeredStatus(error);
  if (status === null) return error;
  if (!(error instanceof S3ServiceException)) return new S3Error(status, '', 'no answer in the form of S3');
  const code = placeholder.test(error.name) ? '' : error.name;
  const text = placeholder.test(error.message) ? '' : error.message;
  return new S3Error(status, code, text);
}

/** Whether the connection broke before the store answered anything. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error) || answeredStatus(error) !== null) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ECONNRESET' || code === 'EPIPE';
}

export function isMissingObject(error: unknown): boolean {
  return error instanceof S3Error && error.status === 404 && error.code !== 'NoSuchBucket';
}

function answeredStatus(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  const { $metadata, $response } = error as Partial<S3ServiceException>;
  return $metadata?.httpStatusCode ?? $response?.statusCode ?? null;
}
