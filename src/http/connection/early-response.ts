import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isBrokenOff } from './client-errors.ts';
import { type DrainLimits, drain, lingerMs } from './drain.ts';

/**
 * Returns the payload of a response that is sent before its whole request has arrived. The payload is sent at once. The
 * stream, and so the response, ends when the rest of the request has been drained or given up, because the end of a
 * response may close the connection (C11).
 */
export function withRestDrained(
  payload: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  limits: DrainLimits,
): unknown {
  if (payload instanceof Readable) return Readable.from(send());
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
  reply.header('content-length', Buffer.byteLength(payload));
  return Readable.from(send());

  async function* send() {
    if (payload instanceof Readable) yield* payload;
    else yield payload;
    // A response to HEAD has no body that would send its headers.
    if (request.method === 'HEAD') reply.raw.flushHeaders();
    if ((await drainRest()) === 'given-up') reply.raw.once('finish', () => request.raw.socket.destroy());
  }

  async function drainRest() {
    const { raw } = request;
    const closes = reply.getHeader('connection') === 'close';
    const outcome = await drain(raw, closes ? { ...limits, idleMs: lingerMs } : limits);
    if (!isBrokenOff(raw)) return outcome;
    // The connection may be paused for its body. It only resumes while Node's parser still listens to it.
    raw.socket.resume();
    await nextTurn();
    await drain(raw.socket, { ...limits, idleMs: lingerMs });
    return 'given-up';
  }
}
