import { randomUUID } from 'node:crypto';
import { api, type Called, type OperatorStage } from './stage.ts';

/** Returns the calls that provoke the specific responses of the guard, by operation and status. */
export function guardResponses(stage: () => OperatorStage): Readonly<Record<string, () => Promise<Called>>> {
  const call = (method: string, path: string, body?: unknown) => stage().owner.call(method, `${api}${path}`, { body });
  const block = (more: object) => call('POST', '/blocks', { kind: 'email', ...more });

  async function heldRequest(): Promise<string> {
    const id = await stage().inbox.store();
    await stage().database.pool.query("update commission_requests set hold = 'held' where id = $1", [id]);
    return id;
  }

  return {
    'getGuardSummary 200': () => call('GET', '/held/summary'),
    'releaseHeldRequests 200': async () => call('POST', '/held/release', { ids: [await heldRequest()] }),
    'eraseHeldRequests 200': async () => call('POST', '/held/erase', { ids: [await heldRequest()] }),
    'changeRequest 409': async () =>
      call('PATCH', `/requests/${await heldRequest()}`, { version: 1, status: 'ACCEPTED' }),
    'listBlocks 200': () => call('GET', '/blocks'),
    'addBlock 201': () => block({ value: 'someone@example.org' }),
    'addBlock 404': () => block({ requestId: randomUUID() }),
    'addBlock 409': async () => call('POST', '/blocks', { kind: 'network', requestId: await stage().inbox.store() }),
    'addBlock 422': () => block({ value: 'no address' }),
    'removeBlock 204': async () => {
      const { body } = await block({ value: 'nobody@example.org' });
      return call('DELETE', `/blocks/${body.id}`);
    },
  };
}
