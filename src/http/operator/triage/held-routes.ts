import { guardSummary, heldErasure, heldSelection, releaseResult } from '../../../triage/guard/hold-shape.ts';
import { apiPath } from '../access/permissions.ts';
import { actorOf, principalOf } from '../access/principal.ts';
import type { OperatorParts, OperatorScope } from '../parts/operator-parts.ts';
import { problemResponses } from '../schemas/problem.ts';

const tags = ['Guard'];

/** Room for a thousand identifiers. */
const bodyLimit = 64 * 1024;

/** Adds routes for the requests that the guard holds. */
export async function addHeldRoutes(
  app: OperatorScope,
  { triage: { holds }, erasure: { eraser }, studio }: OperatorParts,
): Promise<void> {
  app.get(
    `${apiPath}/held/summary`,
    {
      schema: {
        operationId: 'getGuardSummary',
        summary: 'Get what the guard holds, or would hold, this month',
        tags,
        response: { 200: guardSummary, ...problemResponses(401, 503) },
      },
    },
    async () => holds.summary(studio.file),
  );

  app.post(
    `${apiPath}/held/release`,
    {
      bodyLimit,
      schema: {
        operationId: 'releaseHeldRequests',
        summary: 'Say that held requests are no spam',
        description:
          'They become visible in every list, and what waited is sent: mails, webhooks, the event. Requests that are not held are left out.',
        tags,
        body: heldSelection,
        response: { 200: releaseResult, ...problemResponses(400, 401, 403, 413, 415, 422, 503) },
      },
    },
    async (request) => {
      const released = await holds.release(request.body, actorOf(request), principalOf(request).isStillValid);
      return { released };
    },
  );

  app.post(
    `${apiPath}/held/erase`,
    {
      bodyLimit,
      schema: {
        operationId: 'eraseHeldRequests',
        summary: 'Erase held requests',
        description:
          'Erases up to 1000 of them as `DELETE requests/{id}` does. Repeat the call until `erased` is 0. Requests that are not held are left out.',
        tags,
        body: heldSelection,
        response: { 200: heldErasure, ...problemResponses(400, 401, 403, 413, 415, 422, 503) },
      },
    },
    async (request) => {
      const ids = await holds.ids(request.body);
      const erased = await eraser.erase(ids, { reason: 'request', actor: actorOf(request), isHeld: true });
      return { erased: erased.length };
    },
  );
}
