import { ownersEventKinds } from '../../../events/event-kinds.ts';
import { feedPage, historyPage } from '../../../events/event-shape.ts';
import { apiPath } from '../access/permissions.ts';
import { principalOf } from '../access/principal.ts';
import type { OperatorParts, OperatorScope } from '../parts/operator-parts.ts';
import { foundPage } from '../problems/problem.ts';
import { problemResponses } from '../schemas/problem.ts';
import { feedQuery, historyQuery } from '../schemas/request-query.ts';

const tags = ['Events'];

/** Adds routes for the feed, which has every event of requests exactly once and in one order, and for the history, newest first. */
export async function addEventRoutes(app: OperatorScope, { inbox: { feed, history } }: OperatorParts): Promise<void> {
  app.get(
    `${apiPath}/changes`,
    {
      schema: {
        operationId: 'listChanges',
        summary: 'List every event exactly once, in order',
        description:
          'Stops before the oldest transaction that is still running. Continue with `next`, at once or years later: it never expires.',
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
        summary: 'List the events of operators, tokens and the service, the newest first',
        description:
          'Includes events that concern no request. Owners alone see the changes of blocks, tokens, invitations, accounts, channels, views and the studio.',
        tags,
        querystring: historyQuery,
        response: { 200: historyPage, ...problemResponses(400, 401, 503) },
      },
    },
    async (request) => {
      const { cursor = null, limit } = request.query;
      const principal = principalOf(request);
      const isOwner = principal.kind === 'operator' && principal.operator.role === 'owner';
      return foundPage(await history.read(cursor, limit, isOwner ? [] : ownersEventKinds));
    },
  );
}
