import type { OutgoingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '../submission/failure.ts';
import { type DrainLimits, drain, lingerMs } from './drain.ts';
import type { Expectations } from './expect-continue.ts';
import type { UnreadableRequests } from './unreadable-request.ts';

export interface Answer {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends an answer, whatever is still unread of the request. */
export type SendAnswer = (request: FastifyRequest, reply: FastifyReply, answer: Answer | Failure) => Promise<void>;

export interface Answers {
  readonly send: SendAnswer;
  /** Whether an answer said `Connection: close`: no later request there may be processed (RFC 9112 section 9.6). */
  isClosing(connection: Socket): boolean;
}

/**
 * The one place that writes answers (C26). The answer goes out at once and whole; the response ends only when the rest
 * of the body has been drained or given up, since its end may close the connection (C11).
 */
export function createAnswers(
  expectations: Expectations,
  unreadable: UnreadableRequests,
  limits: DrainLimits,
): Answers {
  const closing = new WeakSet<Socket>();

  async function send(request: FastifyRequest, reply: FastifyReply, answer: Answer | Failure): Promise<void> {
    reply.hijack();
    const response = reply.raw;
    if (response.destroyed) return;
    const body = JSON.stringify(answer.body);
    reply.headers({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'content-length': Buffer.byteLength(body),
      ...(isLast(request) ? { connection: 'close' } : {}),
      ...answer.headers,
    });
    const isClosed = reply.getHeader('connection') === 'close';
    if (isClosed) closing.add(request.raw.socket);
    response.writeHead(answer.status, reply.getHeaders() as OutgoingHttpHeaders);
    const isBroken = unreadable.isBroken(request.raw);
    if (request.raw.complete && !isBroken) {
      response.end(body);
      return;
    }
    response.write(body);
    const rest = isBroken ? request.raw.socket : request.raw;
    const outcome = await drain(rest, isClosed ? { ...limits, idleMs: lingerMs } : limits);
    response.end(() => {
      if (outcome === 'given-up') request.raw.socket.destroy();
    });
  }

  /** Whether nobody can tell, or need not, what comes behind this request. */
  function isLast({ raw, server }: FastifyRequest): boolean {
    // A client that waits for leave may send the refused body or leave it out.
    return expectations.isWaiting(raw) || unreadable.isBroken(raw) || !server.server.listening;
  }

  return { send, isClosing: (connection) => closing.has(connection) };
}
