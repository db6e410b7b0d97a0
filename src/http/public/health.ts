import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Part } from '../../platform/failure/errors.ts';
import { failures } from '../../platform/failure/failure.ts';
import type { StudioSource } from '../../studio/document/served-studio.ts';
import { failureResponses, jsonResponse, publicly } from '../open-api/responses.ts';
import { type HealthParts, healthResponse } from '../reply/health-response.ts';
import { respond } from '../reply/respond.ts';

export interface HealthOptions extends HealthParts {
  readonly hasBucket: boolean;
  /** Resolves with the first part that prevents submissions from being stored, or null without such a part. */
  unreadyPart(): Promise<Part | null>;
  /** Resolves with whether attachments are rejected, because a disk has too little free space. */
  isDiskLow(): Promise<boolean>;
  readonly studio: StudioSource;
}

const diskWarning = 'Too little disk space for files';

const status = publicly('Status', z.object({ status: z.enum(['ready', 'serving']), warning: z.string().optional() }));

const alive = publicly(
  'Alive',
  z.object({ status: z.literal('alive'), version: z.string(), commit: z.string().nullable() }),
);

const notReady = {
  summary: 'The database or the object store does not respond, or the service is stopping',
  failure: failures.notReady('The service is stopping'),
};

const checkHealth = {
  operationId: 'checkHealth',
  tags: ['Operations'],
  summary: 'Check that the process responds',
  description: 'A liveness probe. It does not look at the database or the object store.',
  response: {
    200: jsonResponse(
      'The process responds. `commit` is null when the program was built from changed sources.',
      alive,
      { status: 'alive', version: '1.0.0', commit: null },
    ),
    ...failureResponses({}),
  },
};

const checkReadiness = {
  operationId: 'checkReadiness',
  tags: ['Operations'],
  summary: 'Check that the service can store a submission',
  description: 'A readiness probe. The service is ready when the database commits a row and the bucket responds.',
  response: {
    200: jsonResponse(
      'The service can store a submission. `warning` says that it rejects files, because it has too little disk space.',
      status,
      { status: 'ready' },
    ),
    ...failureResponses({ notReady }),
  },
};

const checkServing = {
  operationId: 'checkServing',
  tags: ['Operations'],
  summary: 'Check that the service can serve the form',
  description:
    'A readiness probe for load balancers. Like `/readyz` until the service was ready once. From then on it succeeds, also ' +
    'while the database or the object store is away, until the service stops.',
  response: {
    200: jsonResponse('The service can serve the form.', status, { status: 'serving' }),
    ...failureResponses({ notReady }),
  },
};

/**
 * Adds `GET /healthz`: the process responds, with its version. Adds `GET /readyz`: a submission could be stored, and the
 * service is not stopping. The response only names the part that is not ready. The reason is in the log. A low disk is a warning in a
 * 200, because forms without files are stored. Adds `GET /servez`: as `/readyz` until that was true once. From then on the
 * form is served also while a part is away, until the service stops.
 */
export function addHealthRoutes(app: FastifyInstance, options: HealthOptions): void {
  const { hasBucket, unreadyPart, isDiskLow, studio } = options;
  let isClosing = false;
  let wasReady = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });

  app.get('/healthz', { config: { openApi: checkHealth } }, async (request, reply) =>
    healthResponse(request, reply, options, 'form'),
  );

  async function findObstacle(): Promise<string | null> {
    if (isClosing) return 'The service is stopping';
    if (!hasBucket) return 'BUCKET_NAME is not set';
    const part = await unreadyPart();
    return part && `The ${part} is not ready`;
  }

  app.get('/readyz', { config: { openApi: checkReadiness } }, async (_request, reply) => {
    const obstacle = await findObstacle();
    if (obstacle !== null) return respond(reply, failures.notReady(obstacle));
    return { status: 'ready', ...((await isDiskLow()) && { warning: diskWarning }) };
  });

  app.get('/servez', { config: { openApi: checkServing } }, async (_request, reply) => {
    // Each request checks, so that the log names the part that is away.
    const looking = findObstacle();
    looking.catch(() => {});
    const obstacle = wasReady && !isClosing ? null : await looking;
    if (obstacle !== null) return respond(reply, failures.notReady(obstacle));
    if (studio.current() === null) return respond(reply, failures.notReady('The database is not ready'));
    wasReady = true;
    return { status: 'serving' };
  });
}
