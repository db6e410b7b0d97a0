import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isBrokenOff } from './client-errors.ts';
import { type DrainLimits, drain, lingerMs } from './drain.ts';

/**
 * The payload of a response that is sent before its request has arrived whole. The payload goes out at once; the stream,
 * and with it the response, ends when the rest of the request has been drained or given up, since the end of a response
 * may close the connection (C11).
 */
export function payloadUntilDrained(
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
    // Nothing else would carry the head out.
    if (request.method === 'HEAD') reply.raw.flushHeaders();
    if ((await drainRest()) === 'given-up') reply.raw.once('finish', () => request.raw.socket.destroy());
  }

  async function drainRest() {
    const { raw } = request;
    const closes = reply.getHeader('connection') === 'close';
    const outcome = await drain(raw, closes ? { ...limits, idleMs: lingerMs } : limits);
    if (!isBrokenOff(raw)) return outcome;
    await drain(raw.socket, { ...limits, idleMs: lingerMs });
    return 'given-up';
  }
}
