import type { Channels } from '../../../deliveries/channels/channels.ts';
import { channelHealthList } from '../../../deliveries/health/health-shape.ts';
import { delivery } from '../../../deliveries/history/delivery-shape.ts';
import type { ChannelView, CreatedChannel } from '../../../deliveries/kind/channel-shape.ts';
import { channel, channelList, createdChannel, rotatedSecret } from '../../../deliveries/kind/channel-shape.ts';
import type { Faulty } from '../../../deliveries/kind/kind.ts';
import { idParams, nothing } from '../../../platform/shapes/values.ts';
import { apiPath } from '../access/permissions.ts';
import { operatorPrincipalOf } from '../access/principal.ts';
import type { OperatorParts, OperatorScope } from '../parts/operator-parts.ts';
import { found, type ProblemError, problems } from '../problems/problem.ts';
import { channelPatch, newChannel, secretRotation } from '../schemas/channel.ts';
import { problemResponses } from '../schemas/problem.ts';

const tags = ['Channels'];

/** Adds routes for the channels that are notified of requests. Only owners manage channels. */
export async function addChannelRoutes(app: OperatorScope, parts: OperatorParts): Promise<void> {
  addReadRoutes(app, parts);
  addWriteRoutes(app, parts);
  addSecretRoutes(app, parts);
}

function addReadRoutes(app: OperatorScope, { notifications: { channels, deliveries } }: OperatorParts): void {
  app.get(
    `${apiPath}/channels`,
    {
      schema: {
        operationId: 'listChannels',
        summary: 'List the channels, without their secrets',
        tags,
        response: { 200: channelList, ...problemResponses(401, 403, 503) },
      },
    },
    async () => ({ items: await channels.list() }),
  );

  app.get(
    `${apiPath}/channels/health`,
    {
      schema: {
        operationId: 'listChannelHealth',
        summary: 'Get the health of each channel',
        description: 'The health is derived from the attempts. It does not affect deliveries.',
        tags,
        response: { 200: channelHealthList, ...problemResponses(401, 403, 503) },
      },
    },
    async () => ({ items: await deliveries.health() }),
  );

  app.get(
    `${apiPath}/channels/:id`,
    {
      schema: {
        operationId: 'getChannel',
        summary: 'Get one channel',
        tags,
        params: idParams,
        response: { 200: channel, ...problemResponses(401, 403, 404, 503) },
      },
    },
    async ({ params }) => found(await channels.find(params.id)),
  );
}

function addWriteRoutes(app: OperatorScope, { notifications: { channels } }: OperatorParts): void {
  app.post(
    `${apiPath}/channels`,
    {
      schema: {
        operationId: 'addChannel',
        summary: 'Add a channel',
        description: 'The members depend on `kind`. Only this response contains the secret of a webhook.',
        tags,
        body: newChannel,
        response: { 201: createdChannel, ...problemResponses(400, 401, 403, 409, 413, 415, 422, 503) },
      },
    },
    async (request, reply) => {
      const createdBy = operatorPrincipalOf(request).operator.id;
      const added = acceptedAddition(await channels.add({ ...request.body, createdBy }));
      reply.code(201);
      return added;
    },
  );

  app.patch(
    `${apiPath}/channels/:id`,
    {
      schema: {
        operationId: 'changeChannel',
        summary: 'Change, hold, disable or enable a channel',
        description:
          'An omitted field keeps its value. `disabled` cancels pending deliveries. `held` keeps them until the channel is enabled.',
        tags,
        params: idParams,
        body: channelPatch,
        response: { 200: channel, ...problemResponses(400, 401, 403, 404, 409, 413, 415, 422, 503) },
      },
    },
    async (request) => {
      const by = operatorPrincipalOf(request).operator.id;
      return acceptedChange(await channels.change(request.params.id, request.body, { by }), '/types');
    },
  );

  app.post(
    `${apiPath}/channels/release`,
    {
      schema: {
        operationId: 'releaseChannels',
        summary: 'Enable every channel that is held',
        description:
          'A restore holds all channels, so that a restore drill notifies nobody. This call sends the pending deliveries.',
        tags,
        response: { 200: channelList, ...problemResponses(400, 401, 403, 413, 415, 503) },
      },
    },
    async (request) => ({ items: await channels.release(operatorPrincipalOf(request).operator.id) }),
  );

  app.delete(
    `${apiPath}/channels/:id`,
    {
      schema: {
        operationId: 'removeChannel',
        summary: 'Remove a channel',
        description: 'Its deliveries remain visible. Pending deliveries are cancelled.',
        tags,
        params: idParams,
        response: { 204: nothing, ...problemResponses(401, 403, 404, 503) },
      },
    },
    async (request, reply) => {
      found(await channels.remove(request.params.id, operatorPrincipalOf(request).operator.id));
      return reply.code(204).send();
    },
  );
}

function addSecretRoutes(app: OperatorScope, { notifications: { channels, deliveries } }: OperatorParts): void {
  app.post(
    `${apiPath}/channels/:id/secret`,
    {
      schema: {
        operationId: 'rotateChannelSecret',
        summary: 'Give a webhook a new secret',
        description:
          'Deliveries are signed with each previous secret too, for 24 hours after it was replaced. There are ten of them at most.',
        tags,
        params: idParams,
        body: secretRotation,
        response: { 200: rotatedSecret, ...problemResponses(400, 401, 403, 404, 409, 413, 415, 422, 503) },
      },
    },
    async (request) => {
      const by = operatorPrincipalOf(request).operator.id;
      const rotated = found(await channels.rotateSecret(request.params.id, request.body.url ?? null, by));
      if (rotated === 'secret-lost') throw problems.secretLost();
      if (rotated === 'too-many-secrets') throw problems.tooManySecrets();
      if ('fault' in rotated) throw faultOf(rotated);
      return rotated;
    },
  );

  app.post(
    `${apiPath}/channels/:id/test`,
    {
      schema: {
        operationId: 'testChannel',
        summary: 'Send a test to a channel',
        description: 'The test is sent within a second. `GET deliveries/{id}` then shows its result.',
        tags,
        params: idParams,
        response: { 201: delivery, ...problemResponses(400, 401, 403, 404, 409, 413, 415, 503) },
      },
    },
    async ({ params }, reply) => {
      const made = found(await deliveries.test(params.id));
      if (made === 'channel-disabled') throw problems.channelDisabled();
      reply.code(201);
      return made;
    },
  );
}

/** @throws {ProblemError} when the channel was not added */
export function acceptedAddition(added: Awaited<ReturnType<Channels['add']>>): CreatedChannel {
  if (added === 'too-many') throw problems.tooManyChannels();
  if (added === 'sends-nothing') throw problems.sendsNothing('/types');
  if ('fault' in added) throw faultOf(added);
  return added;
}

/**
 * @param member the JSON Pointer of the member whose value may leave nothing to send
 * @throws {ProblemError} when the channel was not changed
 */
export function acceptedChange(change: Awaited<ReturnType<Channels['change']>>, member: string): ChannelView {
  const changed = found(change);
  if (changed === 'secret-lost') throw problems.secretLost();
  if (changed === 'sends-nothing') throw problems.sendsNothing(member);
  if ('fault' in changed) throw faultOf(changed);
  return changed;
}

/** The answer to a member that the channel's kind rejects. */
function faultOf({ fault }: Faulty): ProblemError {
  return problems.invalidBody([fault]);
}
