import type { FastifyReply } from 'fastify';

interface JsonResponse {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sets status and headers, and returns the body to send. */
export function respond(reply: FastifyReply, { status, headers, body }: JsonResponse): object {
  reply.code(status);
  if (headers) reply.headers(headers);
  return body;
}
