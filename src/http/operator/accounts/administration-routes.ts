import {
  apiTokenList,
  createdApiToken,
  createdInvitation,
  createdPasswordLink,
  invitationList,
  newApiToken,
  newInvitation,
  operator,
  operatorList,
  operatorPatch,
  passwordLinkList,
} from '../../../accounts/account-shapes.ts';
import type { AccountChange } from '../../../accounts/accounts.ts';
import { idParams, nothing } from '../../../platform/shapes/values.ts';
import { apiPath } from '../access/permissions.ts';
import { operatorPrincipalOf } from '../access/principal.ts';
import type { OperatorParts, OperatorScope } from '../parts/operator-parts.ts';
import { found, problems } from '../problems/problem.ts';
import { problemResponses } from '../schemas/problem.ts';

/** Adds routes for accounts, invitations and tokens, which only owners may call. */
export async function addAdministrationRoutes(app: OperatorScope, parts: OperatorParts): Promise<void> {
  addOperatorRoutes(app, parts);
  addPasswordLinkRoutes(app, parts);
  addInvitationRoutes(app, parts);
  addTokenRoutes(app, parts);
}

function addOperatorRoutes(app: OperatorScope, { accounts: { operators } }: OperatorParts): void {
  const tags = ['Operators'];

  app.get(
    `${apiPath}/operators`,
    {
      schema: {
        operationId: 'listOperators',
        summary: 'List the accounts',
        tags,
        response: { 200: operatorList, ...problemResponses(401, 403, 503) },
      },
    },
    async () => ({ items: await operators.list() }),
  );

  app.patch(
    `${apiPath}/operators/:id`,
    {
      schema: {
        operationId: 'changeOperator',
        summary: 'Change the role of an account, or disable or enable the account',
        description:
          'Applies all changes or none. A lower role or disabling the account ends its sessions. The links that it made end when it is disabled or no owner any more.',
        tags,
        params: idParams,
        body: operatorPatch,
        response: { 200: operator, ...problemResponses(400, 401, 403, 404, 409, 413, 415, 422, 503) },
      },
    },
    async (request) => {
      const { id } = request.params;
      assertChanged(await operators.change(id, request.body, operatorPrincipalOf(request).operator.id));
      return found(await operators.find(id));
    },
  );

  app.delete(
    `${apiPath}/operators/:id`,
    {
      schema: {
        operationId: 'removeOperator',
        summary: 'Remove an account',
        description: 'The history of requests still names the account.',
        tags,
        params: idParams,
        response: { 204: nothing, ...problemResponses(401, 403, 404, 409, 503) },
      },
    },
    async (request, reply) => {
      assertChanged(await operators.remove(request.params.id, operatorPrincipalOf(request).operator.id));
      return reply.code(204).send();
    },
  );
}

function addPasswordLinkRoutes(
  app: OperatorScope,
  { accounts: { passwordLinks }, site: { inboxUrl } }: OperatorParts,
): void {
  const tags = ['Operators'];

  app.post(
    `${apiPath}/operators/:id/password-link`,
    {
      schema: {
        operationId: 'makePasswordLink',
        summary: 'Create a link for setting a new password',
        description:
          'The link works once within 24 hours and replaces an earlier link. The old password works until the link is used. ' +
          'The link ends when the password changes, and when its maker is removed, disabled or no owner any more.',
        tags,
        params: idParams,
        response: { 201: createdPasswordLink, ...problemResponses(400, 401, 403, 404, 413, 415, 503) },
      },
    },
    async (request, reply) => {
      const made = found(await passwordLinks.make(request.params.id, operatorPrincipalOf(request).operator.id));
      reply.code(201);
      return { url: `${inboxUrl()}/new-password#${made.token}`, expiresAt: made.expiresAt };
    },
  );

  app.get(
    `${apiPath}/password-links`,
    {
      schema: {
        operationId: 'listPasswordLinks',
        summary: 'List the open links for setting a new password',
        tags,
        response: { 200: passwordLinkList, ...problemResponses(401, 403, 503) },
      },
    },
    async () => ({ items: await passwordLinks.list() }),
  );

  app.delete(
    `${apiPath}/password-links/:id`,
    {
      schema: {
        operationId: 'withdrawPasswordLink',
        summary: 'Withdraw a link for setting a new password',
        tags,
        params: idParams,
        response: { 204: nothing, ...problemResponses(401, 403, 404, 503) },
      },
    },
    async (request, reply) => {
      found(await passwordLinks.withdraw(request.params.id, operatorPrincipalOf(request).operator.id));
      return reply.code(204).send();
    },
  );
}

function addInvitationRoutes(app: OperatorScope, { accounts: { links }, site: { inboxUrl } }: OperatorParts): void {
  const tags = ['Operators'];

  app.get(
    `${apiPath}/invitations`,
    {
      schema: {
        operationId: 'listInvitations',
        summary: 'List the open invitations',
        tags,
        response: { 200: invitationList, ...problemResponses(401, 403, 503) },
      },
    },
    async () => ({ items: await links.invitations() }),
  );

  app.post(
    `${apiPath}/invitations`,
    {
      schema: {
        operationId: 'invite',
        summary: 'Create an invitation link',
        description:
          'Replaces an earlier invitation of the same address. It ends when its maker is removed, disabled or no owner any more.',
        tags,
        body: newInvitation,
        response: { 201: createdInvitation, ...problemResponses(400, 401, 403, 409, 413, 415, 422, 503) },
      },
    },
    async (request, reply) => {
      const { email, role } = request.body;
      const created = await links.invite(email, role, operatorPrincipalOf(request).operator.id);
      if (created === 'has-account') throw problems.hasAccount();
      if (created === 'missing') throw problems.forbidden();
      reply.code(201);
      return { invitation: created.invitation, url: `${inboxUrl()}/invitation#${created.token}` };
    },
  );

  app.delete(
    `${apiPath}/invitations/:id`,
    {
      schema: {
        operationId: 'withdrawInvitation',
        summary: 'Withdraw an invitation',
        tags,
        params: idParams,
        response: { 204: nothing, ...problemResponses(401, 403, 404, 503) },
      },
    },
    async (request, reply) => {
      found(await links.withdraw(request.params.id, operatorPrincipalOf(request).operator.id));
      return reply.code(204).send();
    },
  );
}

function addTokenRoutes(app: OperatorScope, { accounts: { tokens } }: OperatorParts): void {
  const tags = ['Tokens'];

  app.get(
    `${apiPath}/tokens`,
    {
      schema: {
        operationId: 'listTokens',
        summary: 'List the tokens, without their secrets',
        tags,
        response: { 200: apiTokenList, ...problemResponses(401, 403, 503) },
      },
    },
    async () => ({ items: await tokens.list() }),
  );

  app.post(
    `${apiPath}/tokens`,
    {
      schema: {
        operationId: 'createToken',
        summary: 'Create a token for a program',
        tags,
        body: newApiToken,
        response: { 201: createdApiToken, ...problemResponses(400, 401, 403, 413, 415, 422, 503) },
      },
    },
    async (request, reply) => {
      const created = await tokens.create({ ...request.body, createdBy: operatorPrincipalOf(request).operator.id });
      if (created === 'missing') throw problems.forbidden();
      reply.code(201);
      return created;
    },
  );

  app.delete(
    `${apiPath}/tokens/:id`,
    {
      schema: {
        operationId: 'revokeToken',
        summary: 'Revoke a token',
        tags,
        params: idParams,
        response: { 204: nothing, ...problemResponses(401, 403, 404, 503) },
      },
    },
    async (request, reply) => {
      found(await tokens.revoke(request.params.id, operatorPrincipalOf(request).operator.id));
      return reply.code(204).send();
    },
  );
}

function assertChanged(change: AccountChange): void {
  if (change === 'forbidden') throw problems.forbidden();
  if (found(change) === 'last-owner') throw problems.lastOwner();
}
