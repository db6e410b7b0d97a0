import type { IncomingHttpHeaders } from 'node:http';
import { UnreadableMultipartError } from '../../failure/errors.ts';
import { readBoundary } from '../../form-data/boundary.ts';

export interface FormHead {
  readonly boundary: string;
  /** The body's announced length; null when it comes in chunks. */
  readonly bodyBytes: number | null;
}

/** What a request's headers say of its form. @throws {UnreadableMultipartError} when they announce none (C6). */
export function readFormHead(headers: IncomingHttpHeaders): FormHead {
  const encoding = headers['content-encoding']?.trim().toLowerCase();
  if (encoding && encoding !== 'identity') {
    throw new UnreadableMultipartError('the request has a Content-Encoding, compressed bodies are not accepted');
  }
  const length = headers['content-length'];
  return { boundary: readBoundary(headers['content-type']), bodyBytes: length === undefined ? null : Number(length) };
}
