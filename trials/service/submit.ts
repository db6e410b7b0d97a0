import { type Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { SubmissionBody } from '../../bench/submission-body.ts';

export interface SubmitAnswer {
  readonly status: number;
  /** The value of `Retry-After` in seconds; 0 without the header. */
  readonly retryAfterS: number;
  readonly body: string;
}

/** Sends one form to the service on this port of the loopback. Rejects when the connection breaks before a response. */
export async function submit(
  port: number,
  agent: Agent,
  body: SubmissionBody,
  headers: OutgoingHttpHeaders = {},
): Promise<SubmitAnswer> {
  const outgoing = request({
    agent,
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/api/v1/commissions',
    headers: { ...headers, 'content-type': body.contentType, 'content-length': body.bytes },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on('response', resolve).on('error', reject);
  });
  for (const piece of body.pieces) outgoing.write(piece);
  outgoing.end();
  const response = await answered;
  const answer = await text(response);
  // A rejection may arrive before the body has been sent. Nothing waits for the rest of the body.
  if (response.statusCode !== 201) outgoing.destroy();
  return {
    status: response.statusCode ?? 0,
    retryAfterS: Number(response.headers['retry-after'] ?? 0),
    body: answer,
  };
}
