import type { FastifyInstance } from 'fastify';
import type { Redact } from '../redactor.ts';
import { failures } from '../submission/failure.ts';
import { failureText } from '../submission/failure-text.ts';
import type { SendAnswer } from './answer.ts';

export const alivePath = '/healthz';
export const readyPath = '/readyz';

export interface HealthOptions {
  /** Resolves when a submission would find everything that it needs; rejects with what is missing. */
  readiness(): Promise<void>;
  readonly redact: Redact;
}

/** `GET /healthz`: the process answers. `GET /readyz`: database and bucket answer too, and it is not stopping. */
export function addHealthRoutes(app: FastifyInstance, { readiness, redact }: HealthOptions, send: SendAnswer): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });

  app.get(alivePath, (request, reply) => send(request, reply, { status: 200, body: { status: 'alive' } }));

  app.get(readyPath, async (request, reply) => {
    if (isClosing) return send(request, reply, failures.notReady('The service is stopping'));
    const failure = await readiness().then(
      () => null,
      (error: unknown) => failures.notReady(redact(failureText(error))),
    );
    return send(request, reply, failure ?? { status: 200, body: { status: 'ready' } });
  });
}
