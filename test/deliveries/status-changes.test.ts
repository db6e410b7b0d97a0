import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RequestStatus } from '../../src/events/statuses.ts';
import { type InboxStage, openInbox } from '../requests/stage.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { deliveryRows, storeChannel } from './rows.ts';

let database: MigratedDatabase;
let inbox: InboxStage;
let id: string;

beforeAll(async () => {
  database = await openMigratedDatabase();
  inbox = openInbox(database.pool);
});

afterAll(() => database.close());

beforeEach(async () => {
  await database.pool.query('truncate delivery_channels, deliveries cascade');
  id = await inbox.store();
});

async function change(...statuses: RequestStatus[]): Promise<void> {
  for (const status of statuses) {
    const version = (await inbox.reader.find(id))?.version ?? 0;
    await inbox.editor.change(id, version, { status }, inbox.actor);
  }
}

/** Makes pending deliveries due, as if the time for undoing were over. */
const letTimePass = () => database.pool.query("update deliveries set due_at = now() where state = 'pending'");
const wait = async () =>
  (await deliveryRows(database.pool))
    .filter(({ state }) => state === 'pending')
    .map(({ type, facts }) => (facts ? `${facts.from} to ${facts.to}` : type));

describe('a delivery of a status change', () => {
  it('is made with the change, due in 15 seconds', async () => {
    await storeChannel(database.pool);
    await change('ACCEPTED');
    expect(await deliveryRows(database.pool)).toMatchObject([
      {
        request_id: id,
        type: 'request.status_changed',
        state: 'pending',
        facts: { from: 'NEW', to: 'ACCEPTED' },
        wait_s: 15,
      },
    ]);
  });

  it('is made for each request and channel of a bulk change', async () => {
    await storeChannel(database.pool);
    await storeChannel(database.pool);
    await storeChannel(database.pool, { types: ['request.created'] });
    const others = [await inbox.store(), await inbox.store()];
    const requests = [id, ...others].map((one) => ({ id: one, version: 1 }));
    await inbox.editor.changeMany(requests, { status: 'DECLINED', labels: ['full'] }, inbox.actor);
    expect(await deliveryRows(database.pool)).toHaveLength(6);
  });

  it('is not made where the status stays, nor without channels', async () => {
    await change('ACCEPTED');
    await storeChannel(database.pool);
    await change('ACCEPTED');
    await inbox.editor.change(id, 2, { dueOn: '2027-01-01' }, inbox.actor);
    expect(await deliveryRows(database.pool)).toEqual([]);
  });

  it('is cancelled by an undo within the time for it', async () => {
    await storeChannel(database.pool);
    await change('DECLINED', 'NEW');
    expect(await deliveryRows(database.pool)).toMatchObject([{ state: 'cancelled', cancel_cause: 'undone' }]);
  });

  it('tells of two quick changes as one', async () => {
    await storeChannel(database.pool);
    await change('DECLINED', 'ACCEPTED');
    expect(await wait()).toEqual(['NEW to ACCEPTED']);
  });

  it('tells of an undo that comes later', async () => {
    await storeChannel(database.pool);
    await change('DECLINED');
    await letTimePass();
    await change('NEW');
    expect((await wait()).sort()).toEqual(['DECLINED to NEW', 'NEW to DECLINED']);
  });

  it('tells of an undo when it is being sent already', async () => {
    await storeChannel(database.pool);
    await change('DECLINED');
    await database.pool.query(
      "update deliveries set state = 'sending', attempt = 1, due_at = null, lease_until = now() + interval '1 minute'",
    );
    await change('NEW');
    expect(await wait()).toEqual(['DECLINED to NEW']);
  });
});

describe('a change without a mail to the customer', () => {
  const customers = { audience: 'customers', language: 'en' };
  const skip = async (status: RequestStatus) => {
    const version = (await inbox.reader.find(id))?.version ?? 0;
    await inbox.editor.change(id, version, { status }, inbox.actor, 'skip');
  };

  it('goes to every other channel', async () => {
    const bot = await storeChannel(database.pool);
    await storeChannel(database.pool, { settings: customers });
    await storeChannel(database.pool, { settings: { audience: 'operators' } });
    await skip('ACCEPTED');
    const rows = await deliveryRows(database.pool);
    expect(rows).toHaveLength(2);
    expect(rows.map(({ channel_id }) => channel_id)).toContain(bot);
  });

  it('stops a mail that is still waiting', async () => {
    await storeChannel(database.pool, { settings: customers });
    await change('ACCEPTED');
    await skip('IN_PROGRESS');
    expect(await wait()).toEqual([]);
  });

  it('is in the mail about the next change', async () => {
    await storeChannel(database.pool, { settings: customers });
    await skip('ACCEPTED');
    await change('IN_PROGRESS');
    expect(await wait()).toEqual(['ACCEPTED to IN_PROGRESS']);
  });
});

describe('a request that becomes SPAM', () => {
  beforeEach(async () => {
    const channel = await storeChannel(database.pool);
    await database.pool.query(
      "insert into deliveries (channel_id, request_id, type) values ($1, $2, 'request.created')",
      [channel, id],
    );
  });

  it('cancels all that waits, and sends nothing', async () => {
    await change('SPAM');
    const rows = await deliveryRows(database.pool);
    expect(rows.map(({ state, cancel_cause }) => [state, cancel_cause])).toEqual([
      ['cancelled', 'spam'],
      ['cancelled', 'spam'],
    ]);
  });

  it('leaves what was delivered as it is', async () => {
    await database.pool.query(
      "update deliveries set state = 'delivered', attempt = 1, due_at = null, finished_at = now()",
    );
    await change('SPAM', 'NEW');
    const rows = await deliveryRows(database.pool);
    expect(rows.filter(({ type }) => type === 'request.created')).toMatchObject([{ state: 'delivered' }]);
    expect(await wait()).toEqual([]);
  });

  it('revives it when it is taken back, whenever that is', async () => {
    await change('SPAM', 'NEW');
    expect(await wait()).toEqual(['request.created']);
  });

  it('tells of the way round it', async () => {
    await change('SPAM', 'WAITLISTED');
    expect((await wait()).sort()).toEqual(['NEW to WAITLISTED', 'request.created']);
  });
});

describe('a change of one request', () => {
  it('leaves the deliveries of other requests alone', async () => {
    await storeChannel(database.pool);
    await change('ACCEPTED');
    const first = id;
    id = await inbox.store();
    await change('SPAM', 'NEW', 'DECLINED', 'NEW');
    const rows = await deliveryRows(database.pool);
    expect(rows.filter(({ request_id }) => request_id === first)).toMatchObject([{ state: 'pending' }]);
  });
});
