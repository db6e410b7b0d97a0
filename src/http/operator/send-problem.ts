import type { FastifyReply } from 'fastify';
import type { ProblemError } from './problem.ts';
import { isForPerson, problemPage } from './problem-page.ts';

/** Sends the problem as problem details, or as a page when a person reads the response. */
export function sendProblem(reply: FastifyReply, { problem, headers }: ProblemError): FastifyReply {
  reply.code(problem.status).headers(headers);
  if (isForPerson(reply.request)) {
    const page = problemPage(problem, reply.request.headers['accept-language']);
    return reply.header('vary', 'Accept-Language').type('text/html; charset=utf-8').send(page);
  }
  return reply
    .type('application/problem+json')
    .serializer((payload) => JSON.stringify(payload))
    .send(problem);
}
