import { describe, expect, it } from 'vitest';
import { createPasswords } from '../../src/accounts/passwords.ts';
import { createChannels } from '../../src/deliveries/channels/create-channels.ts';
import { keysOf } from '../../src/platform/secrets/key-file.ts';
import { createKeyRing, createSecretKeyText } from '../../src/platform/secrets/key-ring.ts';
import { goodPassword, openAccounts } from '../accounts/stage.ts';
import { startReceiver } from '../deliveries/receiver.ts';
import { api, cookieOf, createCaller } from '../operator/stage.ts';
import { addWebhook } from '../support/add-channel.ts';
import { startLaterPgBouncer } from '../support/engines.ts';
import { expectAllWhole } from '../support/sent-submission.ts';
import { readObject } from '../support/stored-submission.ts';
import {
  admin,
  expectAllFail,
  expectAllStored,
  sendMany,
  serveThrough,
  setForRole,
  submissions,
  timeouts,
  transactionMode,
  useServerBehindPooler,
  warnings,
} from './pooled-service.ts';

describe('A PgBouncer from 1.21', () => {
  useServerBehindPooler();

  it('stores every submission in transaction mode when it keeps prepared statements and the role has the settings', async () => {
    await setForRole(timeouts);
    const through = await serveThrough(startLaterPgBouncer, [...transactionMode, 'max_prepared_statements=100']);
    await expectAllStored(through);
    expect(warnings(through)).toEqual([]);
  });

  it('serves operators in transaction mode, whose sessions are shared with the intake', async () => {
    await setForRole(timeouts);
    const settings = [...transactionMode, 'max_prepared_statements=100'];
    const through = await serveThrough(startLaterPgBouncer, settings, { INBOX: 'on', INBOX_PORT: '0' });
    await openAccounts(through.pool, createPasswords()).makeOwner('owner@example.org');
    const url = through.inboxAddress ?? '';
    const credentials = { email: 'owner@example.org', password: goodPassword };
    const stranger = createCaller(url, { origin: url });
    const signedIn = await stranger.call('POST', `${api}/session`, { body: credentials });
    const owner = createCaller(url, { origin: url, cookie: cookieOf(signedIn.headers) });
    const sending = sendMany(through);
    const { body } = await owner.call('POST', `${api}/tokens`, { body: { name: 'A bot', scopes: ['write'] } });
    const bot = createCaller(url, { authorization: `Bearer ${body.secret}` });
    await expectAllWhole(through, await sending, (key) => readObject(through, key));

    const list = (await owner.call('GET', `${api}/requests?limit=200`)).body;
    expect(list).toMatchObject({ items: { length: submissions }, counts: { NEW: submissions } });
    const ids = list.items.map(({ id }: { id: string }) => id);
    const change = { status: 'ACCEPTED', version: 1 };
    const called = await Promise.all([
      ...ids.slice(0, 20).map((id: string) => bot.call('PATCH', `${api}/requests/${id}`, { body: change })),
      ...ids
        .slice(20, 30)
        .map((id: string) => bot.call('POST', `${api}/requests/${id}/notes`, { body: { text: 'x' } })),
      owner.call('GET', `${api}/requests.csv`),
      owner.call('GET', `${api}/requests.jsonl`),
      ...['changes', 'history', 'sessions', 'requests?q=pooled'].map((path) => owner.call('GET', `${api}/${path}`)),
    ]);
    expect(called.filter(({ status }) => status >= 300).map(({ text }) => text)).toEqual([]);
    const named = ids.map((id: string) => ({ id, version: 1 }));
    const bulk = await bot.call('POST', `${api}/requests/bulk`, { body: { ids: named, change: { status: 'SPAM' } } });
    expect(bulk.body).toEqual({ changed: submissions - 20, skipped: 20, failed: 0 });
    const { rows } = await through.pool.query(
      "select count(*)::int as n from request_events where kind = 'status' and request_id is not null",
    );
    expect(rows).toEqual([{ n: submissions }]);
    expect(warnings(through)).toEqual([]);
  });

  it('delivers in transaction mode, where no session can listen', async () => {
    await setForRole(timeouts);
    const receiver = await startReceiver();
    try {
      const settings = [...transactionMode, 'max_prepared_statements=100'];
      const secretsKey = createSecretKeyText();
      const through = await serveThrough(startLaterPgBouncer, settings, {
        SECRETS_KEY: secretsKey,
        DELIVERY_ALLOW_PRIVATE: 'true',
        LOG_LEVEL: 'debug',
      });
      const keyRing = createKeyRing(async () => keysOf([secretsKey]));
      await addWebhook(createChannels(through.pool, keyRing), { url: receiver.url });
      await expectAllStored(through);
      const received = () => new Set(receiver.received.map(({ body }) => JSON.parse(body).data.id)).size;
      await expect.poll(received).toBe(submissions);
      const undelivered = "select from deliveries where state <> 'delivered'";
      await expect.poll(async () => (await through.pool.query(undelivered)).rowCount).toBe(0);
      expect(through.logLines.map(({ msg }) => String(msg))).toContainEqual(
        expect.stringContaining('the connection pooler shares sessions'),
      );
      expect((await admin.query("select from pg_stat_activity where query like 'listen %'")).rowCount).toBe(0);
    } finally {
      await receiver.close();
    }
  });

  it('tells once which time limits the role does not have', async () => {
    await setForRole({ ...timeouts, lock_timeout: '0' });
    const through = await serveThrough(startLaterPgBouncer, [...transactionMode, 'max_prepared_statements=100']);
    await expectAllStored(through);
    expect(warnings(through)).toEqual([expect.stringMatching(/Run: alter role … set lock_timeout = '5000'$/)]);
  });

  it('tells one value of a time limit, although pools have their own', async () => {
    await setForRole({ ...timeouts, statement_timeout: '0' });
    const settings = [...transactionMode, 'max_prepared_statements=100'];
    const through = await serveThrough(startLaterPgBouncer, settings, { INBOX: 'on', INBOX_PORT: '0' });
    await expectAllStored(through);
    const url = through.inboxAddress ?? '';
    const body = { email: 'owner@example.org', password: goodPassword };
    await createCaller(url, { origin: url }).call('POST', `${api}/session`, { body });
    expect(warnings(through)).toEqual([expect.stringMatching(/Run: alter role … set statement_timeout = '15000'$/)]);
  });

  it('stores nothing when commits of the role can be lost, and the failure says how to set that right', async () => {
    await setForRole({ ...timeouts, synchronous_commit: 'off' });
    const through = await serveThrough(startLaterPgBouncer, [...transactionMode, 'max_prepared_statements=100']);
    await expectAllFail(through, /synchronous_commit = off.*alter role … set synchronous_commit = on/);
  });

  it('stores nothing when it keeps no prepared statements', async () => {
    const through = await serveThrough(startLaterPgBouncer, [...transactionMode, 'max_prepared_statements=0']);
    await expectAllFail(through, /max_prepared_statements above 0/);
  });
});
