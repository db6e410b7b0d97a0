import { messageTemplate } from '../../../deliveries/kinds/mail/mail-shapes.ts';
import { idParams, nothing } from '../../../platform/shapes/values.ts';
import { apiPath } from '../access/permissions.ts';
import type { OperatorParts, OperatorScope } from '../parts/operator-parts.ts';
import { found, problems } from '../problems/problem.ts';
import { messageTemplateList, newMessageTemplate } from '../schemas/mail.ts';
import { problemResponses } from '../schemas/problem.ts';

const tags = ['Mail'];

/** Adds routes for the texts with which all operators begin messages to customers. */
export async function addMessageTemplateRoutes(
  app: OperatorScope,
  { notifications: { messageTemplates } }: OperatorParts,
): Promise<void> {
  app.get(
    `${apiPath}/message-templates`,
    {
      schema: {
        operationId: 'listMessageTemplates',
        summary: 'List the message templates',
        description: 'Operators start messages to customers from these texts. The oldest is first.',
        tags,
        response: { 200: messageTemplateList, ...problemResponses(401, 503) },
      },
    },
    async () => ({ items: await messageTemplates.list() }),
  );

  app.post(
    `${apiPath}/message-templates`,
    {
      schema: {
        operationId: 'addMessageTemplate',
        summary: 'Add a message template',
        description: 'An existing template with the same text is returned instead of a new one.',
        tags,
        body: newMessageTemplate,
        response: { 201: messageTemplate, ...problemResponses(400, 401, 403, 409, 413, 415, 422, 503) },
      },
    },
    async ({ body }, reply) => {
      const added = await messageTemplates.add(body.text);
      if (added === 'too-many') throw problems.tooManyTemplates();
      reply.code(201);
      return added;
    },
  );

  app.delete(
    `${apiPath}/message-templates/:id`,
    {
      schema: {
        operationId: 'removeMessageTemplate',
        summary: 'Delete a message template',
        tags,
        params: idParams,
        response: { 204: nothing, ...problemResponses(401, 403, 404, 503) },
      },
    },
    async ({ params }, reply) => {
      found(await messageTemplates.remove(params.id));
      return reply.code(204).send();
    },
  );
}
