import { apiPath } from '../access/permissions.ts';
import type { OperatorParts, OperatorScope } from '../operator-parts.ts';
import { foundPage } from '../problem.ts';
import { feedPage, historyPage } from '../schemas/event.ts';
import { problemResponses } from '../schemas/problem.ts';
import { feedQuery, historyQuery } from '../schemas/request-query.ts';

const tags = ['Events'];

/** Adds routes for the feed, which has every event exactly once and in one order, and for the history, newest first. */
export async function addEventRoutes(app: OperatorScope, { feed, history }: OperatorParts): Promise<void> {
  app.get(
    `${apiPath}/changes`,
    {
      schema: {
        operationId: 'listChanges',
        summary: 'Every event exactly once, in order',
        description:
          'Stops below the oldest change that is still under way. Ask again with `next`, at once or years later: it stays valid.',
        tags,
        querystring: feedQuery,
        response: { 200: feedPage, ...problemResponses(400, 401, 503) },
      },
    },
    async ({ query: { after = null, limit } }) => foundPage(await feed.read(after, limit)),
  );

  app.get(
    `${apiPath}/history`,
    {
      schema: {
        operationId: 'listHistory',
        summary: 'Who did what, the newest first',
        description: 'Events of operators, tokens and the service itself, those that concern no request among them.',
        tags,
        querystring: historyQuery,
        response: { 200: historyPage, ...problemResponses(400, 401, 503) },
      },
    },
    async ({ query: { cursor = null, limit } }) => foundPage(await history.read(cursor, limit)),
  );
}
