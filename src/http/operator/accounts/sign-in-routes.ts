import type { FastifyRequest } from 'fastify';
import {
  credentials,
  currentSession,
  linkQuestion,
  newAccount,
  newPassword,
  openLink,
  operator,
} from '../../../accounts/account-shapes.ts';
import type { SignInClient } from '../../../accounts/accounts.ts';
import { passwordFault } from '../../../accounts/password-rules.ts';
import { clientAddressOf } from '../../../intake/submission/client-address.ts';
import { nothing } from '../../../platform/shapes/values.ts';
import { apiPath } from '../access/permissions.ts';
import { operatorPrincipalOf } from '../access/principal.ts';
import type { OperatorParts, OperatorScope } from '../parts/operator-parts.ts';
import { problems } from '../problems/problem.ts';
import { problemResponses } from '../schemas/problem.ts';

const tags = ['Sign-in'];
const maxUserAgentCharacters = 500;

/** Adds routes for account links, signing in and signing out. */
export async function addSignInRoutes(app: OperatorScope, parts: OperatorParts): Promise<void> {
  const {
    accounts: { links, passwordLinks, sessions, passwordSignIn, limits },
    site: { sessionCookie },
  } = parts;

  app.post(
    `${apiPath}/links/look-up`,
    {
      schema: {
        operationId: 'lookUpLink',
        summary: 'Get the purpose of a set-up, invitation or password link',
        tags,
        security: [],
        body: linkQuestion,
        response: { 200: openLink, ...problemResponses(400, 403, 404, 413, 415, 422, 503) },
      },
    },
    async ({ body }) => {
      const link = await links.find(body.token);
      if (link === null) throw problems.invalidLink();
      return link;
    },
  );

  app.post(
    `${apiPath}/links/accept`,
    {
      schema: {
        operationId: 'acceptLink',
        summary: 'Create an account by a set-up or invitation link, and sign in',
        tags,
        security: [],
        body: newAccount,
        response: { 201: operator, ...problemResponses(400, 403, 404, 409, 413, 415, 422, 503) },
      },
    },
    async (request, reply) => {
      const { token, name, email, password } = request.body;
      const link = await links.find(token);
      if (link === null || link.kind === 'password') throw problems.invalidLink();
      const address = link.email ?? email;
      if (address === undefined)
        throw problems.invalidBody([{ path: '/email', message: 'Required with this link', code: 'missing' }]);
      assertPassword(password, address, '/password');
      const account = await links.accept(token, { name, email: address, password });
      if (account === 'invalid-link') throw problems.invalidLink();
      if (account === 'has-account') throw problems.hasAccount();
      const session = await sessions.start(account.id, clientOf(request));
      if (session === null) throw problems.invalidLink();
      sessionCookie.set(reply, session.token);
      reply.code(201);
      return account;
    },
  );

  app.post(
    `${apiPath}/links/password`,
    {
      schema: {
        operationId: 'setPassword',
        summary: 'Set a new password by a link, and sign in',
        description: 'Ends all sessions of the account and sets the cookie of a new one.',
        tags,
        security: [],
        body: newPassword,
        response: { 200: operator, ...problemResponses(400, 403, 404, 413, 415, 422, 503) },
      },
    },
    async (request, reply) => {
      const { token, password } = request.body;
      const link = await links.find(token);
      if (link?.kind !== 'password' || link.email === null) throw problems.invalidLink();
      assertPassword(password, link.email, '/password');
      const used = await passwordLinks.use(token, password, clientOf(request));
      if (used === 'invalid-link') throw problems.invalidLink();
      // Attempts with the forgotten password may have used up the limit.
      await limits.forget(link.email, clientAddressOf(request));
      sessionCookie.set(reply, used.session.token);
      return used.operator;
    },
  );

  app.post(
    `${apiPath}/session`,
    {
      schema: {
        operationId: 'signIn',
        summary: 'Sign in with a password',
        description: 'Sets the cookie of a new session.',
        tags,
        security: [],
        body: credentials,
        response: {
          204: nothing,
          ...problemResponses(400, 401, 403, 413, 415, 422, 429, 503),
        },
      },
    },
    async (request, reply) => {
      const { email, password } = request.body;
      const result = await passwordSignIn.signIn({ email, password, client: clientOf(request) });
      if ('session' in result) {
        sessionCookie.set(reply, result.session.token);
        return reply.code(204).send();
      }
      if (result.rejected === 'too-many-attempts') throw problems.tooManyAttempts(result.retryAfterS);
      throw problems.wrongCredentials();
    },
  );

  app.get(
    `${apiPath}/session`,
    {
      schema: {
        operationId: 'getSession',
        summary: 'Get the signed-in account',
        tags,
        response: { 200: currentSession, ...problemResponses(401, 403, 503) },
      },
    },
    async (request) => ({ operator: operatorPrincipalOf(request).operator }),
  );

  app.delete(
    `${apiPath}/session`,
    {
      schema: {
        operationId: 'signOut',
        summary: 'Sign out here',
        tags,
        response: { 204: nothing, ...problemResponses(401, 403, 503) },
      },
    },
    async (request, reply) => {
      const { operator: account, sessionId } = operatorPrincipalOf(request);
      await sessions.end(account.id, sessionId);
      sessionCookie.clear(reply);
      return reply.code(204).send();
    },
  );
}

/** Returns the client of a sign-in. Forwarded addresses count only from trusted proxies. */
export function clientOf(request: FastifyRequest): SignInClient {
  const userAgent = request.headers['user-agent']?.slice(0, maxUserAgentCharacters) ?? null;
  return { ipAddress: clientAddressOf(request), userAgent };
}

const faultMessages = {
  'too-short': 'At least 12 characters',
  'too-long': 'At most 256 characters',
  'too-common': 'Too common: choose another one',
} as const;

export function assertPassword(password: string, email: string, path: string): void {
  const fault = passwordFault(password, email);
  if (fault !== null) throw problems.invalidBody([{ path, message: faultMessages[fault], code: fault }]);
}
