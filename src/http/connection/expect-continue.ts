import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Requests of clients that wait for 100 Continue before they send the body (RFC 9110 section 10.1.1). */
const waiting = new WeakSet<IncomingMessage>();

/** Replaces Node's handling, which sends 100 Continue before a route can reject the request. */
export function watchExpectations(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request);
    server.emit('request', request, response);
  });
  // RFC 9110 allows a server to ignore any other expectation.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** True while the client waits for 100 Continue. */
export function awaitsContinue(request: IncomingMessage): boolean {
  return waiting.has(request);
}

/** Sends 100 Continue if the client waits for it. */
export function sendContinue(request: IncomingMessage, response: ServerResponse): void {
  if (waiting.delete(request)) response.writeContinue();
}
