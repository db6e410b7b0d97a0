import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { QueryTimeoutError } from '../../events/query-timeout.ts';
import { watchMethods } from '../connection/watch-methods.ts';
import { issuesOf } from './problems/issues.ts';
import { ProblemError, problems } from './problems/problem.ts';
import type { SendProblem } from './send-problem.ts';

/** Responds to every error with problem details. Logs the errors that the client did not cause. */
export function addErrorHandlers(app: FastifyInstance, sendProblem: SendProblem, log: Logger): void {
  const allowedMethods = watchMethods(app);
  app.setNotFoundHandler(({ url }, reply) => {
    const allowed = allowedMethods(url.replace(/\?.*/s, ''));
    return sendProblem(reply, allowed.length > 0 ? problems.methodNotAllowed(allowed) : problems.notFound());
  });

  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problemError = problemOf(error);
    if (problemError.problem.status >= 500 && !(error instanceof ProblemError) && !isClientDisconnect(error, reply)) {
      log.error({ err: error, route: `${request.method} ${request.routeOptions.url}` }, 'An operator route failed');
    }
    return sendProblem(reply, problemError);
  });
}

/** Whether the error is an abort because the client disconnected. */
function isClientDisconnect({ name }: FastifyError, { raw }: FastifyReply): boolean {
  return name === 'AbortError' && raw.closed;
}

function problemOf(error: FastifyError): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof QueryTimeoutError) return problems.queryTimeout();
  if (error.validation) return invalid(error);
  if (isUnavailable(error)) return problems.unavailable();
  if (isContended(error)) return problems.busy();
  if (error.code === unstorableText) return problems.unstorableText();
  return byStatus(error.statusCode ?? 500);
}

function invalid({ validation = [], validationContext }: FastifyError): ProblemError {
  // A parameter of the path that is not valid, such as an identifier that is not a UUID, names no resource.
  if (validationContext === 'params') return problems.notFound();
  const issues = issuesOf(validation);
  return validationContext === 'body' ? problems.invalidBody(issues) : problems.invalidQuery(issues);
}

/** Returns the problem for an error of the framework. */
function byStatus(status: number): ProblemError {
  if (status === 413) return problems.bodyTooLarge();
  if (status === 415) return problems.unsupportedMediaType();
  return status < 500 ? problems.unreadableBody() : problems.internal();
}

/**
 * Whether other transactions prevented the change (PostgreSQL, appendix A): a serialization failure, a deadlock, a lock
 * timeout, or the statement timeout after several waits for locks.
 */
function isContended({ code }: FastifyError): boolean {
  return ['40001', '40P01', '55P03', '57014'].includes(code);
}

/** PostgreSQL, appendix A: `character_not_in_repertoire`. Every text with U+0000 that no schema has refused ends here. */
const unstorableText = '22021';

const unavailableCodes =
  /^(?:08...|25006|57P0\d|53300|ECONN\w+|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Errors without a code, of the pool and of the search for one of several database servers. */
const unavailableTexts = [
  /^Connection terminated/,
  /^timeout exceeded when trying to connect/,
  /^Query read timeout/,
  /^There is no database server that /,
  /^The database server \S+ is /,
];

/**
 * Whether the database is unavailable: connection exceptions and shutdowns of PostgreSQL (appendix A: classes 08 and
 * 57P), a read-only server, too many connections, and errors of a socket or the pool.
 */
function isUnavailable({ code, message }: FastifyError): boolean {
  return unavailableCodes.test(code ?? '') || unavailableTexts.some((text) => text.test(message));
}
