import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { clientAddressOf } from '../../intake/submission/client-address.ts';
import { networkOf } from '../../intake/submission/client-network.ts';
import { failures } from '../../platform/failure/failure.ts';
import { guardModeOf } from '../../studio/document/guard.ts';
import type { StudioSource } from '../../studio/document/served-studio.ts';
import type { Challenges } from '../../triage/guard/challenges.ts';
import { createRateLimit } from '../reply/rate-limit.ts';
import { respond } from '../reply/respond.ts';

export interface ChallengeOptions {
  readonly challenges: Challenges;
  readonly studio: StudioSource;
  readonly log: Logger;
}

const challengesPerMinute = 60;

/**
 * Adds `GET /api/v1/challenge` (S29). Without a guard there is nothing at this address. Challenges are counted in the
 * memory of this process, and none is stored.
 */
export function addChallengeRoute(app: FastifyInstance, { challenges, studio, log }: ChallengeOptions): void {
  const limit = createRateLimit(challengesPerMinute);

  app.get('/api/v1/challenge', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (guardModeOf(studio.known().studio) === 'off') return respond(reply, failures.notFound());
    const waitS = await limit(networkOf(clientAddressOf(request)));
    if (waitS !== null) return respond(reply, failures.tooManyChallenges(waitS));
    try {
      return await challenges.create();
    } catch (error) {
      log.error({ err: error }, 'A challenge could not be made');
      return respond(reply, failures.challengeUnknown());
    }
  });
}
