import type { FastifyInstance } from 'fastify';
import type { DoctorChallenge } from '../../doctor/challenge.ts';
import type { Part } from '../../platform/failure/errors.ts';
import { failures } from '../../platform/failure/failure.ts';
import type { StudioSource } from '../../studio/document/served-studio.ts';
import { answerDoctor } from '../reply/answer-doctor.ts';
import { respond } from '../reply/respond.ts';

export interface HealthOptions {
  readonly hasBucket: boolean;
  /** Resolves with the first part that prevents submissions from being stored, or null when there is none. */
  unreadyPart(): Promise<Part | null>;
  /** Resolves with whether attachments are rejected, because a disk has too little free space. */
  isDiskLow(): Promise<boolean>;
  readonly doctorChallenge: DoctorChallenge;
  readonly studio: StudioSource;
}

const diskWarning = 'Too little disk space for files';

/**
 * Adds `GET /healthz`: the process responds. Adds `GET /readyz`: a submission could be stored, and the service is not
 * stopping. The response only names the part that is not ready. The reason is in the log. A low disk is a warning in a
 * 200, because forms without files are stored. Adds `GET /servez`: as `/readyz` until that was true once. From then on the
 * form is served also while a part is away, until the service stops.
 */
export function addHealthRoutes(
  app: FastifyInstance,
  { hasBucket, unreadyPart, isDiskLow, doctorChallenge, studio }: HealthOptions,
): void {
  let isClosing = false;
  let wasReady = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });

  app.get(
    '/healthz',
    async (request, reply) => (await answerDoctor(request, reply, doctorChallenge, 'form')) ?? { status: 'alive' },
  );

  async function findObstacle(): Promise<string | null> {
    if (isClosing) return 'The service is stopping';
    if (!hasBucket) return 'BUCKET_NAME is not set';
    const part = await unreadyPart();
    return part && `The ${part} is not ready`;
  }

  app.get('/readyz', async (_request, reply) => {
    const obstacle = await findObstacle();
    if (obstacle !== null) return respond(reply, failures.notReady(obstacle));
    return { status: 'ready', ...((await isDiskLow()) && { warning: diskWarning }) };
  });

  app.get('/servez', async (_request, reply) => {
    // Each call looks, so that the log names what is away.
    const looking = findObstacle();
    looking.catch(() => {});
    const obstacle = wasReady && !isClosing ? null : await looking;
    if (obstacle !== null) return respond(reply, failures.notReady(obstacle));
    if (studio.current() === null) return respond(reply, failures.notReady('The database is not ready'));
    wasReady = true;
    return { status: 'serving' };
  });
}
