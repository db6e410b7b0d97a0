import { channel } from '../../../deliveries/kind/channel-shape.ts';
import { idParams, nothing } from '../../../platform/shapes/values.ts';
import { apiPath } from '../access/permissions.ts';
import { actorOf, operatorPrincipalOf } from '../access/principal.ts';
import type { OperatorParts, OperatorScope } from '../parts/operator-parts.ts';
import { found, problems } from '../problems/problem.ts';
import { sendMessage } from '../requests/send-message.ts';
import { customerMessage, mailChange, messageParams, newMailChannel, sentMessage } from '../schemas/mail.ts';
import { problemResponses } from '../schemas/problem.ts';
import { acceptedAddition, acceptedChange } from './channel-routes.ts';

const tags = ['Mail'];

/** Adds routes for mail channels, which only owners manage, and for messages to customers. */
export async function addMailRoutes(app: OperatorScope, parts: OperatorParts): Promise<void> {
  addChannelRoutes(app, parts);
  addMessageRoutes(app, parts);
}

function addChannelRoutes(app: OperatorScope, { notifications: { channels } }: OperatorParts): void {
  app.post(
    `${apiPath}/channels/mail`,
    {
      schema: {
        operationId: 'addMailChannel',
        summary: 'Add a mail channel',
        description: 'As `POST channels` with the kind `mail`. The response is the channel alone.',
        tags,
        body: newMailChannel,
        response: { 201: channel, ...problemResponses(400, 401, 403, 409, 413, 415, 422, 503) },
      },
    },
    async (request, reply) => {
      const createdBy = operatorPrincipalOf(request).operator.id;
      const added = acceptedAddition(await channels.add({ ...request.body, kind: 'mail', createdBy }));
      reply.code(201);
      return added.channel;
    },
  );

  app.put(
    `${apiPath}/channels/:id/mail`,
    {
      schema: {
        operationId: 'changeMailSettings',
        summary: 'Change the recipients and settings of a mail channel',
        tags,
        params: idParams,
        body: mailChange,
        response: { 200: channel, ...problemResponses(400, 401, 403, 404, 413, 415, 422, 503) },
      },
    },
    async (request) => {
      const options = { kind: 'mail', by: operatorPrincipalOf(request).operator.id } as const;
      return acceptedChange(await channels.change(request.params.id, request.body, options), '/mail');
    },
  );
}

function addMessageRoutes(app: OperatorScope, { inbox: { customerMessages } }: OperatorParts): void {
  app.post(
    `${apiPath}/requests/:id/messages`,
    {
      schema: {
        operationId: 'sendMessage',
        summary: 'Send a message to the customer',
        description:
          'The mail is sent after 15 seconds. Until then the message can be cancelled. The history shows the message.',
        tags,
        params: idParams,
        body: customerMessage,
        response: { 201: sentMessage, ...problemResponses(400, 401, 403, 404, 409, 413, 415, 422, 503) },
      },
    },
    async (request, reply) => {
      const sent = await sendMessage(customerMessages, request.params.id, request.body.text, actorOf(request));
      reply.code(201);
      return sent;
    },
  );

  app.delete(
    `${apiPath}/requests/:id/messages/:deliveryId`,
    {
      schema: {
        operationId: 'takeMessageBack',
        summary: 'Cancel a message that has not been sent yet',
        description: 'Adds a second event of kind `message`, with the text in `from`. The call is idempotent.',
        tags,
        params: messageParams,
        response: { 204: nothing, ...problemResponses(401, 403, 404, 409, 503) },
      },
    },
    async (request, reply) => {
      const { id, deliveryId } = request.params;
      const cancelled = found(await customerMessages.cancel(id, deliveryId, actorOf(request)));
      if (cancelled === 'too-late') throw problems.alreadySent();
      return reply.code(204).send();
    },
  );
}
