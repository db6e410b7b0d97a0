import { apiPath } from '../access/permissions.ts';
import type { OperatorParts } from '../operator-parts.ts';
import type { OperatorScope } from '../operator-scope.ts';
import { foundPage } from '../problem.ts';
import { historyPage } from '../schemas/event.ts';
import { problemResponses } from '../schemas/problem.ts';
import { historyQuery } from '../schemas/request-query.ts';

/** Who did what, the newest first. */
export async function addHistoryRoute(app: OperatorScope, { history }: OperatorParts): Promise<void> {
  app.get(
    `${apiPath}/history`,
    {
      schema: {
        operationId: 'listHistory',
        summary: 'Who did what, the newest first',
        description: 'Events of operators, tokens and the service itself, those that concern no request among them.',
        tags: ['Events'],
        querystring: historyQuery,
        response: { 200: historyPage, ...problemResponses(400, 401, 503) },
      },
    },
    async ({ query: { cursor = null, limit } }) => foundPage(await history.read(cursor, limit)),
  );
}
