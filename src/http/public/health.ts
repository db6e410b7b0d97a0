import type { FastifyInstance } from 'fastify';
import type { DoctorChallenge } from '../../doctor/challenge.ts';
import { failures } from '../../failure/failure.ts';
import type { Part } from '../../failure/part-failed-error.ts';
import { answerDoctor } from '../reply/answer-doctor.ts';
import { respond } from '../reply/respond.ts';

export interface HealthOptions {
  readonly hasBucket: boolean;
  /** The first part that keeps submissions from being stored; null when they can be. */
  unreadyPart(): Promise<Part | null>;
  readonly doctorChallenge: DoctorChallenge;
}

/**
 * `GET /healthz`: the process responds. `GET /readyz`: a submission could be stored, and the service is not stopping. A
 * stranger learns which part is not ready and no more; the log has the reason.
 */
export function addHealthRoutes(
  app: FastifyInstance,
  { hasBucket, unreadyPart, doctorChallenge }: HealthOptions,
): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });

  app.get(
    '/healthz',
    async (request, reply) => (await answerDoctor(request, reply, doctorChallenge)) ?? { status: 'alive' },
  );

  app.get('/readyz', async (_request, reply) => {
    if (isClosing) return respond(reply, failures.notReady('The service is stopping'));
    if (!hasBucket) return respond(reply, failures.notReady('BUCKET_NAME is not set'));
    const part = await unreadyPart();
    return part === null ? { status: 'ready' } : respond(reply, failures.notReady(`The ${part} is not ready`));
  });
}
