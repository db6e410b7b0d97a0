import { type Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SubmissionBody } from '../../bench/submission-body.ts';

export interface SubmitAnswer {
  readonly status: number;
  /** The value of `Retry-After` in seconds; 0 without the header. */
  readonly retryAfterS: number;
  readonly body: string;
}

const busy = 503;

/**
 * Sends one form to the service on this port of the loopback, without an agent on a connection of its own. Rejects when
 * the connection breaks before a response.
 */
export async function submit(
  port: number,
  agent: Agent | false,
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
  // A rejection may arrive before the body has been sent. The trial does not wait for the rest of the body.
  if (response.statusCode !== 201) outgoing.destroy();
  return {
    status: response.statusCode ?? 0,
    retryAfterS: Number(response.headers['retry-after'] ?? 0),
    body: answer,
  };
}

/**
 * Sends one form again while the service has no room, after the delay that it asks for. Resolves with the number of
 * rejections.
 * @throws {Error} For a status other than 201 and 503.
 */
export async function submitUntilStored(
  port: number,
  agent: Agent | false,
  body: SubmissionBody,
  headers: OutgoingHttpHeaders = {},
): Promise<number> {
  for (let rejections = 0; ; rejections += 1) {
    const { status, retryAfterS, body: answer } = await submit(port, agent, body, headers);
    if (status === 201) return rejections;
    if (status !== busy || retryAfterS === 0) throw new Error(`A form was answered ${status}: ${answer}`);
    await sleep(retryAfterS * 1000);
  }
}
