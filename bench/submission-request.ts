import type { Form } from './form.ts';
import { createSubmissionBody } from './submission-body.ts';

/** A whole HTTP request as it goes over the wire, in pieces that are written one after the other. */
export interface SubmissionRequest {
  readonly pieces: readonly Buffer[];
}

/** Below this, one write costs less than the copy that saves the others. */
const joinedBytes = 256 * 1024;

export function createSubmissionRequest(form: Form): SubmissionRequest {
  const body = createSubmissionBody(form);
  const head = Buffer.from(
    [
      'POST /api/v1/commissions HTTP/1.1',
      'host: 127.0.0.1',
      `content-type: ${body.contentType}`,
      `content-length: ${body.bytes}`,
      'user-agent: bench',
      'x-forwarded-for: 203.0.113.7, 10.0.0.1',
      '\r\n',
    ].join('\r\n'),
  );
  const pieces = [head, ...body.pieces];
  return { pieces: body.bytes <= joinedBytes ? [Buffer.concat(pieces)] : pieces };
}
