import { apiPath } from '../access/permissions.ts';
import type { OperatorParts } from '../operator-parts.ts';
import type { OperatorScope } from '../operator-scope.ts';
import { problemResponses } from '../schemas/problem.ts';
import { labelList } from '../schemas/request.ts';

/** Adds the route for the labels in use, which clients filter by and assign, so that nobody has to maintain a list. */
export async function addLabelsRoute(app: OperatorScope, { reader }: OperatorParts): Promise<void> {
  app.get(
    `${apiPath}/labels`,
    {
      schema: {
        operationId: 'listLabels',
        summary: 'List the labels that requests have',
        description: 'In the order of their characters, at most 1000.',
        tags: ['Requests'],
        response: { 200: labelList, ...problemResponses(401, 503) },
      },
    },
    async () => ({ items: await reader.labels() }),
  );
}
