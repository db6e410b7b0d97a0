import { randomUUID } from 'node:crypto';
import type { Form } from './form.ts';
import { createSubmissionBody, type SubmissionBody } from './submission-body.ts';

/** A whole HTTP request as sent over the wire, in pieces that are written one after another. */
export interface SubmissionRequest {
  /** Returns the pieces for one submission. A keyed form has a new key each time. */
  pieces(): readonly Buffer[];
}

/** Below this size, a copy into one buffer is cheaper than several writes. */
const joinedBytes = 256 * 1024;

export function createSubmissionRequest(form: Form): SubmissionRequest {
  const body = createSubmissionBody(form);
  return form.isKeyed ? keyedRequest(body) : unkeyedRequest(body);
}

function unkeyedRequest(body: SubmissionBody): SubmissionRequest {
  const pieces = joinedIfSmall([Buffer.from(`${headLines(body)}\r\n`), ...body.pieces], body);
  return { pieces: () => pieces };
}

function keyedRequest(body: SubmissionBody): SubmissionRequest {
  const lines = headLines(body);
  const bodyPieces = joinedIfSmall(body.pieces, body);
  return { pieces: () => [Buffer.from(`${lines}idempotency-key: ${randomUUID()}\r\n\r\n`), ...bodyPieces] };
}

function headLines(body: SubmissionBody): string {
  return [
    'POST /api/v1/commissions HTTP/1.1',
    'host: 127.0.0.1',
    `content-type: ${body.contentType}`,
    `content-length: ${body.bytes}`,
    'user-agent: bench',
    'x-forwarded-for: 203.0.113.7, 10.0.0.1',
    '',
  ].join('\r\n');
}

function joinedIfSmall(pieces: readonly Buffer[], { bytes }: SubmissionBody): readonly Buffer[] {
  return bytes <= joinedBytes ? [Buffer.concat(pieces)] : pieces;
}
