import type { FastifyReply } from 'fastify';

interface JsonResponse {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sets the status and the headers. Returns the body to send. */
export function respond(reply: FastifyReply, { status, headers, body }: JsonResponse): object {
  reply.code(status);
  if (headers) reply.headers(headers);
  return body;
}

/** Calls `then` once the response has been sent or its client has disconnected, which may have happened already. */
export function onResponseClosed({ raw }: FastifyReply, then: () => void): void {
  if (raw.closed) then();
  else raw.once('close', then);
}

/** Returns a signal that is aborted when the response has been sent or its client has disconnected. */
export function signalOf(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  onResponseClosed(reply, () => leaving.abort());
  return leaving.signal;
}
