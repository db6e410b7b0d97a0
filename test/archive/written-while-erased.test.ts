import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemActor } from '../../src/events/events.ts';
import { eraseRequests } from '../../src/keeping/erasure/erase-requests.ts';
import { createTriage } from '../../src/triage/create-triage.ts';
import { customers, type MailStage, openMailStage, operators } from '../mail/stage.ts';
import { whileUncommitted } from '../support/while-uncommitted.ts';

let stage: MailStage;

beforeAll(async () => {
  stage = await openMailStage();
});

afterAll(() => stage.close());

/** The write proceeds before or after the erasure commits. */
const whileErased = <T>(requestId: string, write: () => Promise<T>) =>
  whileUncommitted(
    stage.pool,
    (client) => eraseRequests(client, [requestId], { reason: 'request', actor: systemActor }),
    write,
  );

describe('a text written while a request is being erased', () => {
  it('is no message that is sent or kept', async () => {
    await stage.addChannel(customers);
    const requestId = await stage.inbox.store({ name: 'Vera Example' });
    const actor = { kind: 'system', id: null } as const;
    expect(await whileErased(requestId, () => stage.messages.send(requestId, 'Dear Vera', actor))).toBe('missing');
    const { rows } = await stage.pool.query('select kind from request_events where request_id = $1', [requestId]);
    expect(rows).toEqual([{ kind: 'erasure' }]);
    expect(await stage.deliveries.ofRequest(requestId)).toEqual([]);
  });

  it('is no delivery that is sent again', async () => {
    const channel = await stage.addChannel(operators);
    const requestId = await stage.inbox.store({ name: 'Vera Example' });
    const id = await stage.makeDelivery(channel, requestId, 'request.status_changed', { from: 'NEW', to: 'ACCEPTED' });
    await stage.pool.query(
      "update deliveries set state = 'failed', attempt = 1, due_at = null, finished_at = now(), body = 'Vera' where id = $1",
      [id],
    );
    await stage.pool.query("update delivery_channels set state = 'held' where id = $1", [channel]);
    expect(await whileErased(requestId, () => stage.deliveries.resend(id))).toBe('request-gone');
    await expectNothingKept(requestId);
  });

  it.each(['email', 'domain', 'network'] as const)('is no block of the sender by %s', async (kind) => {
    const requestId = await stage.inbox.store({ email: 'vera@example.org' });
    await stage.pool.query(`update commission_requests set guard = '{"network":"x"}' where id = $1`, [requestId]);
    const block = { kind, requestId, reason: 'Vera', until: null };
    expect(await whileErased(requestId, () => createTriage(stage.pool).blocks.add(block))).toBe('request-missing');
    expect(await createTriage(stage.pool).blocks.list()).toEqual([]);
  });

  it.each(['recordDownload', 'recordContinuedDownload'] as const)('is no download by %s', async (record) => {
    const requestId = await stage.inbox.store({ files: ['vera.png'] });
    const { files, actor } = stage.inbox;
    await whileErased(requestId, () => files[record]({ requestId, positions: [0], actor }));
    const { rows } = await stage.pool.query('select kind from request_events where request_id = $1', [requestId]);
    expect(rows).toEqual([{ kind: 'erasure' }]);
  });

  it('is none of many deliveries that are sent again', async () => {
    const channel = await stage.addChannel(operators);
    const [erased, kept] = [await stage.inbox.store({ name: 'Vera Example' }), await stage.inbox.store({})];
    for (const requestId of [erased, kept]) await stage.makeDelivery(channel, requestId, 'request.created', null);
    await stage.pool.query(
      "update deliveries set state = 'failed', attempt = 1, due_at = null, finished_at = now(), body = 'Vera' where channel_id = $1",
      [channel],
    );
    expect(await whileErased(erased, () => stage.deliveries.resendMany(channel, {}))).toBe(1);
    await expectNothingKept(erased);
  });
});

async function expectNothingKept(requestId: string): Promise<void> {
  const { rows } = await stage.pool.query('select body, facts, entry_id from deliveries where request_id = $1', [
    requestId,
  ]);
  expect(rows).not.toEqual([]);
  for (const row of rows) expect(row).toEqual({ body: null, facts: null, entry_id: null });
}
