import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** `Expect: 100-continue` (RFC 9110 section 10.1.1): the client waits for 100 Continue before it sends the body. */
export interface Expectations {
  /** Whether the client still waits. */
  isWaiting(request: IncomingMessage): boolean;
  /** Sends 100 Continue to a client that waits. */
  proceed(request: IncomingMessage, response: ServerResponse): void;
}

/** Takes over from Node, which sends 100 Continue before a route can reject. */
export function watchExpectations(server: Server): Expectations {
  const waiting = new WeakSet<IncomingMessage>();
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request);
    server.emit('request', request, response);
  });
  // RFC 9110 allows to ignore any other expectation.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return {
    isWaiting: (request) => waiting.has(request),
    proceed(request, response) {
      if (waiting.delete(request)) response.writeContinue();
    },
  };
}
