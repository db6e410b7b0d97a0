import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { nextTick } from 'node:process';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Failure } from '../submission/failure.ts';
import type { CrossOrigin } from './cross-origin.ts';
import { type DrainLimits, destroyUnlessClosed, drain, lingerMs } from './drain.ts';
import type { Expectations } from './expect-continue.ts';
import type { RequestOrder } from './request-order.ts';
import type { UnreadableRequests } from './unreadable-request.ts';

/** Sent as JSON that nobody keeps. */
export interface Answer {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sent as it is. `headers` say what it is. */
export interface BytesAnswer {
  readonly status: number;
  /** Null for a status without content. */
  readonly bytes: Buffer | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends an answer, whatever is still unread of the request. */
export type SendAnswer = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer | Failure | BytesAnswer,
) => Promise<void>;

export interface AnswersOptions {
  readonly expectations: Expectations;
  readonly order: RequestOrder;
  readonly unreadable: UnreadableRequests;
  readonly crossOrigin: CrossOrigin;
  readonly limits: DrainLimits;
  readonly log: Logger;
}

/**
 * The one place that writes answers (C26). The answer goes out at once and whole; the response ends only when the rest
 * of the body has been drained or given up, since its end may close the connection (C11).
 */
export function createSendAnswer({
  expectations,
  order,
  unreadable,
  crossOrigin,
  limits,
  log,
}: AnswersOptions): SendAnswer {
  return async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: Answer | Failure | BytesAnswer,
  ): Promise<void> {
    reply.hijack();
    if (reply.raw.destroyed) return;
    try {
      await write(request, reply, answer);
    } catch (error) {
      // The framework has been told to keep out: nobody else would let the client go.
      request.raw.socket.destroy();
      log.error({ err: error }, 'An answer could not be written');
    }
  };

  async function write(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: Answer | Failure | BytesAnswer,
  ): Promise<void> {
    const response = reply.raw;
    const body = 'bytes' in answer ? answer.bytes : JSON.stringify(answer.body);
    if (!('bytes' in answer)) reply.headers(jsonHeaders);
    if (body !== null) reply.header('content-length', Buffer.byteLength(body));
    // While it stops, the framework says `close` to each, also where a request behind it is under way.
    if (!order.isNewest(request.raw)) reply.header('connection', 'keep-alive');
    else if (isLast(request)) reply.header('connection', 'close');
    if (answer.headers) reply.headers(answer.headers);
    crossOrigin.mark(request.raw, reply);
    const isClosed = reply.getHeader('connection') === 'close';
    if (isClosed) order.close(request.raw.socket);
    response.writeHead(answer.status, reply.getHeaders() as OutgoingHttpHeaders);
    const isBroken = unreadable.isBroken(request.raw);
    if (request.raw.complete && !isBroken) {
      response.end(body);
      nextTick(limitTaking, response, limits.timeMs);
      return;
    }
    // Without a body nothing would carry the head out before the response ends. With one they go out in one piece.
    if (body === null || request.method === 'HEAD') response.flushHeaders();
    else response.write(body);
    const rest = isBroken ? request.raw.socket : request.raw;
    const outcome = await drain(rest, isClosed ? { ...limits, idleMs: lingerMs } : limits);
    response.end(() => {
      if (outcome === 'given-up') request.raw.socket.destroy();
    });
    nextTick(limitTaking, response, limits.timeMs);
  }

  /** Whether nobody can tell, or need not, what comes behind this request. */
  function isLast({ raw, server }: FastifyRequest): boolean {
    // A client that waits for leave may send the refused body or leave it out.
    return expectations.isWaiting(raw) || unreadable.isBroken(raw) || !server.server.listening;
  }
}

/**
 * Gives a connection up whose client does not take the answer: nothing else would end that wait. To be called in the tick
 * behind the answer's end, in which newer versions of Node pass it on.
 */
function limitTaking(response: ServerResponse, timeMs: number): void {
  // The system has taken all of it, as it nearly always does at once, or the client has left.
  if (response.writableFinished || response.destroyed) return;
  const startLimit = (connection: Socket) => destroyUnlessClosed(connection, response, timeMs);
  if (response.socket) startLimit(response.socket);
  // To a pipelined request: until the answers before it are out, it is not the client that keeps it waiting.
  else response.once('socket', startLimit);
}

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
