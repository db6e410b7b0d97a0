import { idParams, nothing } from '../../../platform/shapes/values.ts';
import { newView, savedView, savedViewList } from '../../../requests/inbox/saved-view-shape.ts';
import { apiPath } from '../access/permissions.ts';
import { actorOf } from '../access/principal.ts';
import type { OperatorParts, OperatorScope } from '../parts/operator-parts.ts';
import { found, problems } from '../problems/problem.ts';
import { problemResponses } from '../schemas/problem.ts';

const tags = ['Requests'];

/** Adds routes for the views of the list that the whole studio has. */
export async function addViewRoutes(app: OperatorScope, { inbox: { views } }: OperatorParts): Promise<void> {
  app.get(
    `${apiPath}/views`,
    {
      schema: {
        operationId: 'listViews',
        summary: 'List the saved views',
        description: 'Named filters of the list, for the whole studio. The oldest is first.',
        tags,
        response: { 200: savedViewList, ...problemResponses(401, 503) },
      },
    },
    async () => ({ items: await views.list() }),
  );

  app.post(
    `${apiPath}/views`,
    {
      schema: {
        operationId: 'saveView',
        summary: 'Save a view',
        description: 'An existing view with the same name gets the new filter.',
        tags,
        body: newView,
        response: { 201: savedView, ...problemResponses(400, 401, 403, 409, 413, 415, 422, 503) },
      },
    },
    async (request, reply) => {
      const { name, search } = request.body;
      const saved = await views.save(name, search, actorOf(request));
      if (saved === 'too-many') throw problems.tooManyViews();
      reply.code(201);
      return saved;
    },
  );

  app.delete(
    `${apiPath}/views/:id`,
    {
      schema: {
        operationId: 'removeView',
        summary: 'Delete a saved view',
        tags,
        params: idParams,
        response: { 204: nothing, ...problemResponses(401, 403, 404, 503) },
      },
    },
    async (request, reply) => {
      found(await views.remove(request.params.id, actorOf(request)));
      return reply.code(204).send();
    },
  );
}
