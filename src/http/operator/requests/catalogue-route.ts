import { z } from 'zod';
import { apiPath } from '../access/permissions.ts';
import type { OperatorParts } from '../operator-parts.ts';
import type { OperatorScope } from '../operator-scope.ts';
import { problemResponses } from '../schemas/problem.ts';
import { named } from '../schemas/values.ts';

const name = z.record(z.string(), z.string()).describe('By language tag; there is always `en`');
const entry = named('CatalogueEntry', z.object({ id: z.string(), name }));

/** The schema of the catalogue entries that requests refer to by id. */
const offeredNames = named(
  'Catalogue',
  z.object({
    types: z.array(z.object({ id: z.string(), name, options: z.array(entry) })),
    extras: z.array(entry),
    customCards: z.array(entry),
  }),
);

/** Adds the route for the names of the ids in requests. A request may refer to entries that are no longer offered. */
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
