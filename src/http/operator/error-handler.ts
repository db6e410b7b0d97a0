import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { QueryTimeoutError } from '../../inbox/inbox.ts';
import { watchMethods } from '../connection/watch-methods.ts';
import { issuesOf } from './issues.ts';
import { ProblemError, problems } from './problem.ts';
import { sendProblem } from './send-problem.ts';

/** Everything that is no success becomes problem details; what is no fault of the client is logged. */
export function addErrorHandlers(app: FastifyInstance, log: Logger): void {
  const allowedMethods = watchMethods(app);
  app.setNotFoundHandler(({ url }, reply) => {
    const allowed = allowedMethods(url.replace(/\?.*/s, ''));
    return sendProblem(reply, allowed.length > 0 ? problems.methodNotAllowed(allowed) : problems.notFound());
  });

  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problemError = problemOf(error);
    if (problemError.problem.status >= 500 && !(error instanceof ProblemError) && !isOfLeaving(error, reply)) {
      log.error({ err: error, route: `${request.method} ${request.routeOptions.url}` }, 'An operator route failed');
    }
    return sendProblem(reply, problemError);
  });
}

/** What was being made for a client is given up when the client leaves. */
function isOfLeaving({ name }: FastifyError, { raw }: FastifyReply): boolean {
  return name === 'AbortError' && raw.closed;
}

function problemOf(error: FastifyError): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof QueryTimeoutError) return problems.queryTimeout();
  if (error.validation) return invalid(error);
  if (isUnavailable(error)) return problems.unavailable();
  if (isContended(error)) return problems.busy();
  return byStatus(error.statusCode ?? 500);
}

function invalid({ validation = [], validationContext }: FastifyError): ProblemError {
  // An identifier that is not a UUID names no request.
  if (validationContext === 'params') return problems.notFound();
  const issues = issuesOf(validation);
  return validationContext === 'body' ? problems.invalidBody(issues) : problems.invalidQuery(issues);
}

/** The framework's own errors. */
function byStatus(status: number): ProblemError {
  if (status === 413) return problems.bodyTooLarge();
  if (status === 415) return problems.unsupportedMediaType();
  return status < 500 ? problems.unreadableBody() : problems.internal();
}

/**
 * Somebody else holds what a change needs (PostgreSQL, appendix A): a lock was waited for in vain, the statement ran into its time
 * limit behind several, or the transaction was rolled back for another one.
 */
function isContended({ code }: FastifyError): boolean {
  return ['40001', '40P01', '55P03', '57014'].includes(code);
}

const unavailableCodes =
  /^(?:08...|25006|57P0\d|53300|ECONN\w+|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Of the pool and of the search for one of several servers, whose errors have no code. */
const unavailableTexts = [
  /^Connection terminated/,
  /^timeout exceeded when trying to connect/,
  /^Query read timeout/,
  /^There is no database server that /,
  /^The database server \S+ is /,
];

/**
 * Connection exceptions and shutdowns of PostgreSQL (appendix A: classes 08 and 57P), a server that takes no writes for now, and
 * errors of a socket or the pool.
 */
function isUnavailable({ code, message }: FastifyError): boolean {
  return unavailableCodes.test(code ?? '') || unavailableTexts.some((text) => text.test(message));
}
