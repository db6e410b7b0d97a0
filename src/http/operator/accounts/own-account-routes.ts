import { passwordChange, sessionList } from '../../../accounts/account-shapes.ts';
import { idParams, nothing } from '../../../platform/shapes/values.ts';
import { apiPath } from '../access/permissions.ts';
import { operatorPrincipalOf } from '../access/principal.ts';
import type { OperatorParts, OperatorScope } from '../parts/operator-parts.ts';
import { found, problems } from '../problems/problem.ts';
import { problemResponses } from '../schemas/problem.ts';
import { assertPassword, clientOf } from './sign-in-routes.ts';

const tags = ['Own account'];

/** Adds routes for the sessions and the password of the caller. */
export async function addOwnAccountRoutes(app: OperatorScope, parts: OperatorParts): Promise<void> {
  const {
    accounts: { operators, sessions, limits },
    site: { sessionCookie },
  } = parts;

  app.get(
    `${apiPath}/sessions`,
    {
      schema: {
        operationId: 'listSessions',
        summary: 'List one’s own sessions',
        tags,
        response: { 200: sessionList, ...problemResponses(401, 403, 503) },
      },
    },
    async (request) => {
      const { operator, sessionId } = operatorPrincipalOf(request);
      const items = await sessions.list(operator.id);
      return { items: items.map((session) => ({ ...session, isCurrent: session.id === sessionId })) };
    },
  );

  app.delete(
    `${apiPath}/sessions`,
    {
      schema: {
        operationId: 'endSessions',
        summary: 'Sign out everywhere',
        tags,
        response: { 204: nothing, ...problemResponses(401, 403, 503) },
      },
    },
    async (request, reply) => {
      await sessions.endAll(operatorPrincipalOf(request).operator.id);
      sessionCookie.clear(reply);
      return reply.code(204).send();
    },
  );

  app.delete(
    `${apiPath}/sessions/:id`,
    {
      schema: {
        operationId: 'endSession',
        summary: 'End one of one’s own sessions',
        tags,
        params: idParams,
        response: { 204: nothing, ...problemResponses(401, 403, 404, 503) },
      },
    },
    async (request, reply) => {
      const { operator, sessionId } = operatorPrincipalOf(request);
      found(await sessions.end(operator.id, request.params.id));
      if (request.params.id === sessionId) sessionCookie.clear(reply);
      return reply.code(204).send();
    },
  );

  app.post(
    `${apiPath}/password`,
    {
      schema: {
        operationId: 'changePassword',
        summary: 'Change one’s own password',
        description: 'Ends all sessions and sets the cookie of a new one.',
        tags,
        body: passwordChange,
        response: { 204: nothing, ...problemResponses(400, 401, 403, 413, 415, 422, 429, 503) },
      },
    },
    async (request, reply) => {
      const { operator, sessionId } = operatorPrincipalOf(request);
      const { current, next } = request.body;
      const client = clientOf(request);
      assertPassword(next, operator.email, '/next');
      // The limit also applies to guesses of the password through a stolen session.
      const retryAfterS = await limits.count(operator.email, client.ipAddress ?? '');
      if (retryAfterS !== null) throw problems.tooManyAttempts(retryAfterS);
      // The token of the current session may have been stolen, so the session is replaced.
      const outcome = await operators.changePassword(operator.id, { current, next, sessionId, client });
      if (outcome === 'missing') throw problems.unauthenticated();
      if (outcome === 'wrong-password') throw problems.wrongCredentials();
      await limits.forget(operator.email, client.ipAddress ?? '');
      sessionCookie.set(reply, outcome.token);
      return reply.code(204).send();
    },
  );
}
