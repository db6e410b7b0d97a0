import type { FastifyInstance } from 'fastify';
import type { DoctorChallenge } from '../../doctor/challenge.ts';
import type { Part } from '../../platform/failure/errors.ts';
import { failures } from '../../platform/failure/failure.ts';
import { answerDoctor } from '../reply/answer-doctor.ts';
import { respond } from '../reply/respond.ts';

export interface HealthOptions {
  readonly hasBucket: boolean;
  /** Resolves with the first part that prevents submissions from being stored, or null when there is none. */
  unreadyPart(): Promise<Part | null>;
  /** Resolves with whether attachments are rejected, because a disk has too little free space. */
  isDiskLow(): Promise<boolean>;
  readonly doctorChallenge: DoctorChallenge;
}

const diskWarning = 'Too little disk space for files';

/**
 * Adds `GET /healthz`: the process responds. Adds `GET /readyz`: a submission could be stored, and the service is not
 * stopping. The response only names the part that is not ready. The reason is in the log. A low disk is a warning in a
 * 200, because forms without files are stored.
 */
export function addHealthRoutes(
  app: FastifyInstance,
  { hasBucket, unreadyPart, isDiskLow, doctorChallenge }: HealthOptions,
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
    if (part !== null) return respond(reply, failures.notReady(`The ${part} is not ready`));
    return { status: 'ready', ...((await isDiskLow()) && { warning: diskWarning }) };
  });
}
