import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { failures } from '../submission/failure.ts';
import { failureText } from '../submission/failure-text.ts';
import { createSendAnswer } from './answer.ts';
import { addCommissionsRoute, type CommissionsOptions, commissionsPath } from './commissions.ts';
import { watchExpectations } from './expect-continue.ts';

/** How long the rest of a refused body is read before its connection is given up (C11). */
const drainMs = 60_000;

/**
 * The HTTP side of the service. Listens when it is told to.
 *
 * Every answer is given from an `onRequest` hook, the only place that comes before the framework looks at the body's
 * media type: an unfit one is for the form's reader to name (C6), or does not matter to a 404.
 */
export function createApp(options: CommissionsOptions): FastifyInstance {
  const app = Fastify({ clientErrorHandler: answerUnreadableRequest, frameworkErrors });
  // A client may end its own side behind a whole request and still wait for the answer.
  Object.assign(app.server, { httpAllowHalfOpen: true });
  const expectations = watchExpectations(app.server);
  const send = createSendAnswer(expectations, { maxBytes: options.maxRequestBytes, timeMs: drainMs });

  addCommissionsRoute(app, options, expectations, send);

  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) await send(request, reply, unrouted(request));
  });
  app.setErrorHandler((error, request, reply) => {
    options.log.error({ err: error }, 'A route failed');
    return send(request, reply, failures.submissionFailed(options.redact(failureText(error))));
  });
  return app;

  function frameworkErrors(_error: Error, request: FastifyRequest, reply: FastifyReply) {
    // An address that cannot be decoded names no resource.
    void send(request, reply, failures.notFound());
  }
}

function unrouted(request: FastifyRequest) {
  return pathOf(request.url) === commissionsPath ? failures.methodNotAllowed('POST') : failures.notFound();
}

/** The path as the router reads it, of a target in absolute form too (RFC 9112 section 3.2.2). */
function pathOf(target: string): string {
  const [path = ''] = target.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1);
  return decodeURI(path);
}

/** RFC 9112 section 3.2. Node's own check would answer without a body. */
function lacksHost({ raw }: FastifyRequest): boolean {
  return raw.headers.host === undefined && raw.httpVersion === '1.1';
}

/** Answers what is no HTTP request that the parser accepts; there is no response object yet. */
function answerUnreadableRequest(_error: Error, socket: Socket): void {
  if (!socket.writable) return void socket.destroy();
  const body = JSON.stringify(failures.badRequest().body);
  socket.end(
    'HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\n' +
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}
