import type { FastifyInstance } from 'fastify';
import { failures } from '../../platform/failure/failure.ts';
import { servedOpening } from '../../studio/catalogue/opening-shape.ts';
import type { StudioSource } from '../../studio/document/served-studio.ts';
import type { OpeningView } from '../../triage/opening/opening-view.ts';
import { catalogueUnknown, failureResponses, jsonResponse, publicly } from '../open-api/responses.ts';
import { respond } from '../reply/respond.ts';

interface AvailabilityOptions {
  readonly studio: StudioSource;
  readonly opening: OpeningView;
}

/** The age of the counts. */
const maxAgeS = 5;

const openApi = {
  operationId: 'getAvailability',
  tags: ['Commissions'],
  summary: 'Get whether the form is open',
  description:
    'The state of the form, and of each type. It is computed at each request, from counts that are at most five seconds ' +
    'old. The endpoint takes submissions whatever it says. The catalogue has the same object as `opening` when the studio ' +
    'has set when the form is open, and during maintenance.',
  response: {
    200: jsonResponse('The state of the form.', publicly('Opening', servedOpening)),
    ...failureResponses({ catalogueUnknown }),
  },
};

/** Adds `GET /api/v1/availability`: whether the form is open (S15). */
export function addAvailabilityRoute(app: FastifyInstance, { studio, opening }: AvailabilityOptions): void {
  app.get('/api/v1/availability', { config: { openApi } }, async (_request, reply) => {
    const current = studio.current();
    if (current === null) {
      reply.header('cache-control', 'no-store');
      return respond(reply, failures.catalogueUnknown());
    }
    const state = await opening.of(current);
    reply.header('cache-control', `public, max-age=${maxAgeS}`);
    return state;
  });
}
