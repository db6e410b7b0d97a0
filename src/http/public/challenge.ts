import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { z } from 'zod';
import { clientAddressOf } from '../../intake/submission/client-address.ts';
import { networkOf } from '../../intake/submission/client-network.ts';
import { failures } from '../../platform/failure/failure.ts';
import { guardModeOf } from '../../studio/document/guard.ts';
import type { StudioSource } from '../../studio/document/served-studio.ts';
import type { Challenges } from '../../triage/guard/challenges.ts';
import { failureResponses, jsonResponse, publicly } from '../open-api/responses.ts';
import { createRateLimit } from '../reply/rate-limit.ts';
import { respond } from '../reply/respond.ts';

export interface ChallengeOptions {
  readonly challenges: Challenges;
  readonly studio: StudioSource;
  readonly log: Logger;
}

const challengesPerMinute = 60;

const challenge = publicly(
  'Challenge',
  z.object({
    parameters: z.object({
      algorithm: z.string(),
      cost: z.int(),
      data: z.object({ until: z.int().meta({ description: 'When it expires, in milliseconds since 1970.' }) }),
      keyLength: z.int(),
      keyPrefix: z.string().meta({ description: 'Hex. What the derived key must begin with.' }),
      nonce: z.string(),
      salt: z.string(),
    }),
    signature: z.string(),
  }),
);

const openApi = {
  operationId: 'getChallenge',
  tags: ['Commissions'],
  summary: 'Get a challenge',
  description:
    'A puzzle of `altcha-lib` (PBKDF2/SHA-256), while the catalogue has `guard.proof`. Ask for one when the customer ' +
    'sends, solve it, and send `{"challenge": …, "solution": …}` as JSON in base64 in `proof` of `commission-form`. It ' +
    'is valid for 20 minutes and counts once. A form without a proof is stored too.',
  response: {
    200: jsonResponse('The challenge.', challenge),
    ...failureResponses({
      noGuard: { summary: 'The studio asks for no proofs', failure: failures.notFound() },
      tooManyChallenges: {
        summary: `The network has asked for ${challengesPerMinute} challenges within a minute`,
        failure: failures.tooManyChallenges(42),
      },
      challengeUnknown: { summary: 'The database does not respond', failure: failures.challengeUnknown() },
    }),
  },
};

/**
 * Adds `GET /api/v1/challenge` (S29). Without a guard there is nothing at this address. Challenges are counted in the
 * memory of this process, and are not stored.
 */
export function addChallengeRoute(app: FastifyInstance, { challenges, studio, log }: ChallengeOptions): void {
  const limit = createRateLimit(challengesPerMinute);

  app.get('/api/v1/challenge', { config: { openApi } }, async (request, reply) => {
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
