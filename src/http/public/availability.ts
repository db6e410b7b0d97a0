import type { FastifyInstance } from 'fastify';
import { failures } from '../../platform/failure/failure.ts';
import type { StudioSource } from '../../studio/document/served-studio.ts';
import type { OpeningView } from '../../triage/opening/opening-view.ts';
import { respond } from '../reply/respond.ts';

interface AvailabilityOptions {
  readonly studio: StudioSource;
  readonly opening: OpeningView;
}

/** The age of the counts. */
const maxAgeS = 5;

/** Adds `GET /api/v1/availability`: whether the form is open (S15). */
export function addAvailabilityRoute(app: FastifyInstance, { studio, opening }: AvailabilityOptions): void {
  app.get('/api/v1/availability', async (_request, reply) => {
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
