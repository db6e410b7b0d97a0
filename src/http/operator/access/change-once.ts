import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ChangeKeys, KeyedCall, KeyedChange } from '../../../accounts/change-keys.ts';
import { readIdempotencyKey } from '../../../intake/submission/idempotency.ts';
import type { OperatorParts } from '../parts/operator-parts.ts';
import { problems } from '../problems/problem.ts';
import { apiPath, takesKey } from './permissions.ts';
import { actorOf } from './principal.ts';

/** These commit by themselves, several times: batches, and rows that objects wait for. */
const inSteps: readonly string[] = [
  `POST ${apiPath}/requests/bulk`,
  `DELETE ${apiPath}/requests/:id`,
  `POST ${apiPath}/erasures`,
  `POST ${apiPath}/held/erase`,
  `POST ${apiPath}/held/release`,
];

const aboutRequests = `${apiPath}/requests/:id`;

/** Makes a change with an `Idempotency-Key` once. Repetitions get the same response. Add before other `onSend` hooks. */
export function addChangeKeys(app: FastifyInstance, { changes }: Pick<OperatorParts, 'changes'>): void {
  const running = new WeakMap<FastifyRequest, KeyedChange>();

  app.addHook('preValidation', (request, reply, done) => {
    if (!takesKey(request.method, request.routeOptions.url ?? '')) return done();
    void keyOf(request, reply, changes).then((change) => {
      if (change === null) return done();
      if (change === 'answered') return;
      running.set(request, change);
      change.run(done);
    }, done);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const change = running.get(request);
    if (change === undefined) return;
    running.delete(request);
    const { statusCode: status } = reply;
    const etag = String(reply.getHeader('etag') ?? '') || null;
    await change.end(status < 300 ? { status, etag, body: String(payload ?? '') } : null);
  });
}

async function keyOf(
  request: FastifyRequest,
  reply: FastifyReply,
  changes: ChangeKeys,
): Promise<KeyedChange | 'answered' | null> {
  const read = readIdempotencyKey(request.headers);
  if (read === 'invalid') throw problems.invalidKey();
  if (read.key === null) return null;
  const begun = await changes.begin(keyedCall(request, read.key));
  if (begun === 'other-change') throw problems.keyReused();
  if (begun === 'under-way') throw problems.changeUnderWay();
  if (!('earlier' in begun)) return begun;
  const { status, etag, body } = begun.earlier;
  reply.code(status);
  if (etag !== null) reply.header('etag', etag);
  if (body === '') reply.send();
  else reply.type('application/json; charset=utf-8').send(body);
  return 'answered';
}

function keyedCall(request: FastifyRequest, key: string): KeyedCall {
  const { method, url, headers, body, params } = request;
  const route = request.routeOptions.url ?? '';
  const name = `${method} ${route}`;
  const { id = null } = params as { readonly id?: string };
  const change = JSON.stringify([method, url, headers['if-match'] ?? null, body ?? null]);
  return {
    actorId: actorOf(request).id ?? '',
    key,
    fingerprint: createHmac('sha256', key).update(change).digest('hex'),
    // Its erasure would delete the recorded response.
    requestId: route.startsWith(aboutRequests) && !inSteps.includes(name) ? id : null,
    manner: inSteps.includes(name) ? 'steps' : 'one-transaction',
  };
}
