import { apiPath } from '../access/permissions.ts';
import type { OperatorParts } from '../operator-parts.ts';
import type { OperatorScope } from '../operator-scope.ts';
import { foundPage } from '../problem.ts';
import { feedPage } from '../schemas/event.ts';
import { problemResponses } from '../schemas/problem.ts';
import { feedQuery } from '../schemas/request-query.ts';

/** The catch-up feed: every event exactly once, in one order. */
export async function addFeedRoute(app: OperatorScope, { feed }: OperatorParts): Promise<void> {
  app.get(
    `${apiPath}/changes`,
    {
      schema: {
        operationId: 'listChanges',
        summary: 'Every event exactly once, in order',
        description:
          'Stops below the oldest change that is still under way. Ask again with `next`, at once or years later: it stays valid.',
        tags: ['Events'],
        querystring: feedQuery,
        response: { 200: feedPage, ...problemResponses(400, 401, 503) },
      },
    },
    async ({ query: { after = null, limit } }) => foundPage(await feed.read(after, limit)),
  );
}
