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
