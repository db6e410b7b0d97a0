import { z } from 'zod';
import { idParams, named } from '../../../platform/shapes/values.ts';
import { apiPath } from '../access/permissions.ts';
import { actorOf } from '../access/principal.ts';
import type { OperatorParts, OperatorScope } from '../parts/operator-parts.ts';
import { found } from '../problems/problem.ts';
import { problemResponses } from '../schemas/problem.ts';

const tags = ['Requests'];
const path = `${apiPath}/requests/:id/status-link`;

const statusLink = named(
  'StatusLink',
  z.object({
    url: z.string().describe('Absolute if PUBLIC_URL is set, else only the path'),
    version: z.int().min(1).describe('The number of the link, starting at 1 for each request'),
  }),
);

/** Adds routes for the link with which a customer sees the status of the request. */
export async function addStatusLinkRoutes(
  app: OperatorScope,
  { status: { statusLinks, statusUrlOf } }: OperatorParts,
): Promise<void> {
  app.get(
    path,
    {
      schema: {
        operationId: 'getStatusLink',
        summary: "Get the link to the customer's status page",
        tags,
        params: idParams,
        response: { 200: statusLink, ...problemResponses(401, 404, 503) },
      },
    },
    async ({ params }) => {
      const link = found(await statusLinks.current(params.id));
      return { url: await statusUrlOf(link), version: link.version };
    },
  );

  app.post(
    path,
    {
      schema: {
        operationId: 'renewStatusLink',
        summary: "Create a new link to the customer's status page",
        description:
          'The earlier link stops working at once. Nobody is notified. The call needs no version and does not change the version of the request.',
        tags,
        params: idParams,
        response: { 201: statusLink, ...problemResponses(400, 401, 403, 404, 413, 415, 503) },
      },
    },
    async (request, reply) => {
      const link = found(await statusLinks.renew(request.params.id, actorOf(request)));
      reply.code(201);
      return { url: await statusUrlOf(link), version: link.version };
    },
  );
}
