import { apiPath } from '../access/permissions.ts';
import type { OperatorParts } from '../operator-parts.ts';
import type { OperatorScope } from '../operator-scope.ts';
import { offeredNames } from '../schemas/catalogue.ts';
import { problemResponses } from '../schemas/problem.ts';

/** The names behind the ids of requests. A request may name what is no longer offered. */
export async function addCatalogueRoute(app: OperatorScope, { catalogue }: OperatorParts): Promise<void> {
  app.get(
    `${apiPath}/catalogue`,
    {
      schema: {
        operationId: 'getCatalogue',
        summary: 'Get the names of what is offered',
        tags: ['Requests'],
        response: { 200: offeredNames, ...problemResponses(401, 503) },
      },
    },
    async () => catalogue,
  );
}
