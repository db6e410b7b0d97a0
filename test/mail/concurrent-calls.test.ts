import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDeliveries } from '../../src/deliveries/history/create-deliveries.ts';
import { createCustomerMessages } from '../../src/requests/entries/message/create-customer-messages.ts';
import { whileUncommitted } from '../support/while-uncommitted.ts';
import { customers, type MailStage, openMailStage, operators } from './stage.ts';

let stage: MailStage;

beforeAll(async () => {
  stage = await openMailStage();
});

afterAll(() => stage.close());

async function failedDelivery() {
  const channel = await stage.addChannel(operators);
  const id = await stage.makeDelivery(channel, await stage.inbox.store(), 'request.created', null);
  await stage.pool.query(
    "update deliveries set state = 'failed', attempt = 1, due_at = null, finished_at = now() where id = $1",
    [id],
  );
  return { channel, id };
}

describe('a delivery', () => {
  it('is sent again once when two send all of its channel again at once', async () => {
    const { channel } = await failedDelivery();
    const second = await whileUncommitted(
      stage.pool,
      (_client, pool) => createDeliveries(pool).resendMany(channel, {}),
      () => stage.deliveries.resendMany(channel, {}),
    );
    expect(second).toBe(0);
  });

  it('is sent again once when one sends it and another all of its channel again at once', async () => {
    const { channel, id } = await failedDelivery();
    const second = await whileUncommitted(
      stage.pool,
      (_client, pool) => createDeliveries(pool).resend(id),
      () => stage.deliveries.resendMany(channel, {}),
    );
    expect(second).toBe(0);
  });

  it('is said to be under way, not without a request, when it ends just after it was tried', async () => {
    const { id } = await failedDelivery();
    const beginText = "update deliveries set state = 'sending', lease_until = now(), finished_at = null where id = $1";
    await stage.pool.query(beginText, [id]);
    const endText = "update deliveries set state = 'failed', lease_until = null, finished_at = now() where id = $1";
    const endingBeforeReads = Object.create(stage.pool, {
      query: {
        async value(text: string, values?: unknown[]) {
          if (/^\s*select/.test(text)) await stage.pool.query(endText, [id]);
          return stage.pool.query(text, values);
        },
      },
    });
    expect(await createDeliveries(endingBeforeReads).resend(id)).toBe('under-way');
  });
});

describe('a message', () => {
  it('is cancelled for both of two calls at once, in one event', async () => {
    await stage.addChannel(customers);
    const requestId = await stage.inbox.store();
    const actor = { kind: 'system', id: null } as const;
    const sent = await stage.messages.send(requestId, 'Dear Vera', actor);
    if (typeof sent === 'string') throw new Error(sent);
    const second = await whileUncommitted(
      stage.pool,
      (_client, pool) => createCustomerMessages(pool).cancel(requestId, sent.deliveryId, actor),
      () => stage.messages.cancel(requestId, sent.deliveryId, actor),
    );
    expect(second).toBe('cancelled');
    const { rows } = await stage.pool.query('select kind from request_events where "from" is not null');
    expect(rows).toEqual([{ kind: 'message' }]);
  });
});
