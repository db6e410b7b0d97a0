import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Whose clients wait for 100 Continue before they send the body (`Expect: 100-continue`, RFC 9110 section 10.1.1). */
const waiting = new WeakSet<IncomingMessage>();

/** Takes over from Node, which sends 100 Continue before a route can reject. */
export function watchExpectations(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request);
    server.emit('request', request, response);
  });
  // RFC 9110 allows to ignore any other expectation.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** Whether the client still waits for 100 Continue. */
export function awaitsContinue(request: IncomingMessage): boolean {
  return waiting.has(request);
}

/** Sends 100 Continue to a client that waits. */
export function proceed(request: IncomingMessage, response: ServerResponse): void {
  if (waiting.delete(request)) response.writeContinue();
}
