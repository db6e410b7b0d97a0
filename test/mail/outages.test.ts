import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSmtpTransport } from '../../src/deliveries/kinds/mail/create-smtp-transport.ts';
import type { MailTransport } from '../../src/deliveries/kinds/mail/mail-transport.ts';
import { outageContent } from '../../src/deliveries/kinds/owners/outage-text.ts';
import { watchChannels } from '../../src/deliveries/kinds/owners/outages.ts';
import { ownerMail } from '../../src/deliveries/kinds/owners/owner-mail.ts';
import { forgetNotices } from '../../src/deliveries/kinds/owners/owner-notices.ts';
import { kinds } from '../../src/deliveries/kinds/registry.ts';
import { createDeliveryLedger } from '../../src/deliveries/ledger/create-ledger.ts';
import { ownersChannelId } from '../../src/deliveries/ledger/owners-channel.ts';
import { languages } from '../../src/platform/language/languages.ts';
import { storeChannel } from '../deliveries/rows.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { customers, from, type MailStage, openMailStage, operators, plainServer } from './stage.ts';

let stage: MailStage;
let server: MailServer;
let transport: MailTransport;
const log: { readonly level: number; readonly msg: string; readonly channelId?: string }[] = [];

beforeAll(async () => {
  stage = await openMailStage();
  const owners = [
    ['ann@example.org', 'owner', null],
    ['bob@example.org', 'owner', new Date()],
    ['cy@example.org', 'operator', null],
    ['dee@example.org', 'owner', null],
  ] as const;
  for (const [email, role, disabledAt] of owners) {
    const text =
      'insert into operators (id, email, email_key, name, role, disabled_at) values ($1, $2, $2, $2, $3, $4)';
    await stage.pool.query(text, [randomUUID(), email, role, disabledAt]);
  }
});

beforeEach(() => openServer());

afterEach(async () => {
  await closeServer();
  log.length = 0;
  await stage.pool.query('truncate delivery_channels, deliveries, delivery_attempts, channel_outages cascade');
});

afterAll(() => stage.close());

async function openServer(options?: SMTPServerOptions): Promise<void> {
  server = await startMailServer(options);
  transport = createSmtpTransport(plainServer(server.port));
}

async function closeServer(): Promise<void> {
  await transport.close();
  await server.close();
}

const logger = pino({ level: 'info' }, { write: (line) => void log.push(JSON.parse(line)) });

/** Runs one check of one process, which then sends what is due. */
async function runWatch(mailer: { transport: MailTransport; from: typeof from } | null = { transport, from }) {
  await watchChannels(stage.pool, logger);
  await stage.sendNotices(mailer, logger);
}

/** Stores an attempt that ended this many minutes ago. */
async function storeAttempt(channelId: string, result: string, minutesAgo: number): Promise<void> {
  const ended = "now() - $3 * interval '1 minute'";
  await stage.pool.query(
    `with delivery as (
       insert into deliveries (id, channel_id, type, state, due_at, attempt, finished_at)
       values (gen_random_uuid(), $1, 'test', 'failed', null, 1, now()) returning id
     )
     insert into delivery_attempts (delivery_id, number, channel_id, started_at, ended_at, result, cause, detail)
     select id, 1, $1, ${ended}, ${ended}, $2, 'error-response', 'The receiver <b>answered</b> 500' from delivery`,
    [channelId, result, minutesAgo],
  );
}

async function brokenChannel(): Promise<string> {
  const channel = await storeChannel(stage.pool);
  await storeAttempt(channel, 'retry', 90);
  await storeAttempt(channel, 'retry', 20);
  return channel;
}

async function dueNow(): Promise<void> {
  await stage.pool.query("update deliveries set due_at = now() where type = 'notice' and state = 'pending'");
}

const subjects = () => server.received.map(({ source }) => /^Subject: (.*)\r$/m.exec(source)?.[1]);
const warnings = () => log.filter(({ level }) => level === 40).map(({ msg }) => msg);
const health = async () => (await stage.deliveries.health())[0];

describe('a channel whose every attempt has failed for an hour', () => {
  it('is reported to all owners, once, by several processes at once, and again when it works', async () => {
    const channel = await brokenChannel();
    await Promise.all([runWatch(), runWatch(), runWatch()]);
    await runWatch();
    expect(subjects()).toEqual(['The channel A bot is failing']);
    expect(server.received[0]?.to).toEqual(['ann@example.org', 'dee@example.org']);
    expect(server.received[0]?.source).toContain('https://inbox.example.org/settings/channels');
    expect(server.received[0]?.source).toContain('&#60;b&#62;answered');
    expect(warnings()).toEqual(['Delivery: every attempt to send to a channel has failed for an hour']);
    expect(await health()).toMatchObject({ verdict: 'broken', ownersNotifiedAt: expect.any(Date) });

    await storeAttempt(channel, 'delivered', 0);
    await Promise.all([runWatch(), runWatch(), runWatch()]);
    expect(subjects()).toEqual(['The channel A bot is failing', 'The channel A bot works again']);
    expect(log.filter(({ msg }) => msg === 'Delivery: a failing channel works again')).toHaveLength(1);
    expect(await health()).toMatchObject({ verdict: 'healthy', ownersNotifiedAt: null });
  });

  it('is reported anew when it fails for another hour', async () => {
    const channel = await storeChannel(stage.pool);
    await storeAttempt(channel, 'retry', 300);
    await runWatch();
    await storeAttempt(channel, 'delivered', 200);
    await runWatch();
    await storeAttempt(channel, 'retry', 100);
    await runWatch();
    expect(subjects()).toEqual([
      'The channel A bot is failing',
      'The channel A bot works again',
      'The channel A bot is failing',
    ]);
  });

  it('is reported in the language of the operators, at their hour', async () => {
    await stage.addChannel({ ...operators, language: 'de', timeZone: 'Asia/Tokyo' });
    await brokenChannel();
    await runWatch();
    expect(server.received[0]?.source).toContain('Der Kanal A bot ist gest=C3=B6rt');
    expect(server.received[0]?.source).toContain('GMT+9');
  });

  it('is logged and shown where there is no mail server', async () => {
    await brokenChannel();
    await runWatch(null);
    await runWatch(null);
    expect(warnings()).toEqual(['Delivery: every attempt to send to a channel has failed for an hour']);
    expect(await health()).toMatchObject({ verdict: 'broken', ownersNotifiedAt: null });
    await runWatch();
    expect(subjects()).toHaveLength(1);
  });
});

describe('a receiver that accepts no more deliveries', () => {
  const gone = {
    result: 'failed',
    cause: 'gone',
    detail: 'No more',
    status: 410,
    response: null,
    isGone: true,
  } as const;

  async function refuse(channel: string, count: number) {
    const ledger = createDeliveryLedger(stage.pool, kinds);
    for (let made = 0; made < count; made += 1) await stage.makeDelivery(channel, null, 'test');
    const { dispatches } = await ledger.claim(channel, count);
    const attempt = { durationMs: 1, outcome: gone, body: '{}', isInterrupted: false };
    await Promise.all(dispatches.map((dispatch) => ledger.finish(dispatch, attempt)));
  }

  it('is reported to all owners, once, with its answer', async () => {
    await refuse(await storeChannel(stage.pool), 3);
    await Promise.all([runWatch(), runWatch(), runWatch()]);
    await runWatch();
    expect(subjects()).toEqual(['The receiver of A bot accepts no more deliveries']);
    expect(server.received[0]?.to).toEqual(['ann@example.org', 'dee@example.org']);
    expect(server.received[0]?.source).toContain('The last attempt: No more');
  });

  it('is reported where the channel had failed for an hour before, as the last of it', async () => {
    const channel = await brokenChannel();
    await runWatch();
    await refuse(channel, 1);
    await runWatch();
    expect(subjects()).toEqual(['The channel A bot is failing', 'The receiver of A bot accepts no more deliveries']);
    expect((await stage.pool.query('select from channel_outages where ended_at is null')).rowCount).toBe(0);
  });

  it('is not reported when the channel was removed meanwhile', async () => {
    const channel = await storeChannel(stage.pool);
    await refuse(channel, 1);
    await stage.pool.query("update delivery_channels set state = 'removed' where id = $1", [channel]);
    await runWatch();
    expect(subjects()).toEqual([]);
  });
});

describe('owners', () => {
  it.each([
    ['of a channel that failed for less than an hour', [['retry', 59]]],
    [
      'of a channel that was delivered to meanwhile',
      [
        ['retry', 90],
        ['delivered', 30],
        ['retry', 10],
      ],
    ],
    ['where processes were lost', [['lost', 90]]],
  ] as const)('get no notice %s', async (_name, attempts) => {
    const channel = await storeChannel(stage.pool);
    for (const [result, minutes] of attempts) await storeAttempt(channel, result, minutes);
    await runWatch();
    expect([await stage.notices(), warnings()]).toEqual([[], []]);
  });

  it.each(['held', 'disabled', 'removed'] as const)('get no notice of a channel that is %s', async (state) => {
    const channel = await brokenChannel();
    await stage.pool.query('update delivery_channels set state = $2 where id = $1', [channel, state]);
    await runWatch();
    expect(await stage.notices()).toEqual([]);
  });

  it('get no notice of the recovery of a channel that an owner has disabled', async () => {
    const channel = await brokenChannel();
    await runWatch();
    await stage.pool.query("update delivery_channels set state = 'disabled' where id = $1", [channel]);
    await runWatch();
    expect(subjects()).toHaveLength(1);
    expect((await stage.pool.query('select from channel_outages where ended_at is null')).rowCount).toBe(0);
  });

  it('get no second notice of an outage when its channel was held for a while', async () => {
    const channel = await brokenChannel();
    await runWatch();
    for (const state of ['held', 'enabled']) {
      await stage.pool.query('update delivery_channels set state = $2 where id = $1', [channel, state]);
      await runWatch();
    }
    expect(subjects()).toHaveLength(1);
  });
});

describe('a mail to owners', () => {
  it('is tried again where the server cannot be reached, and names each ended outage once', async () => {
    const channel = await brokenChannel();
    await closeServer();
    await runWatch();
    expect(await stage.notices()).toEqual([{ about: 'outage', change: 'broken', state: 'pending', attempt: 1 }]);
    expect(warnings()).toContain('Delivery: the mail to the owners failed');
    await openServer();
    await storeAttempt(channel, 'delivered', 0);
    await dueNow();
    await runWatch();
    expect(await stage.notices()).toEqual([
      { about: 'outage', change: 'broken', state: 'cancelled', attempt: 1 },
      { about: 'outage', change: 'recovered', state: 'delivered', attempt: 1 },
    ]);
    expect(subjects()).toEqual(['The channel A bot works again']);
  });

  it('is not sent again when it may have arrived', async () => {
    await closeServer();
    let messages = 0;
    await openServer({
      onData: (stream) =>
        void stream.resume().on('end', () => {
          messages += 1;
          for (const socket of server.sockets) socket.destroy();
        }),
    });
    await brokenChannel();
    await runWatch();
    await runWatch();
    expect(await stage.notices()).toEqual([{ about: 'outage', change: 'broken', state: 'uncertain', attempt: 1 }]);
    expect(messages).toBe(1);
  });

  it('is not sent again when its process was lost', async () => {
    await brokenChannel();
    await watchChannels(stage.pool, logger);
    const { dispatches } = await createDeliveryLedger(stage.pool, kinds).claim(ownersChannelId, 8);
    expect(dispatches).toMatchObject([{ type: 'notice', facts: { change: 'broken' }, attempt: 1 }]);
    await stage.pool.query("update deliveries set lease_until = now() - interval '1 second' where state = 'sending'");
    await runWatch();
    expect(await stage.notices()).toEqual([{ about: 'outage', change: 'broken', state: 'uncertain', attempt: 1 }]);
    expect(server.received).toEqual([]);
  });

  it('waits while the one before it is being sent', async () => {
    const channel = await brokenChannel();
    await watchChannels(stage.pool, logger);
    const ledger = createDeliveryLedger(stage.pool, kinds);
    await ledger.claim(ownersChannelId, 8);
    await storeAttempt(channel, 'delivered', 0);
    await watchChannels(stage.pool, logger);
    expect((await ledger.claim(ownersChannelId, 8)).dispatches).toEqual([]);
    expect(await stage.notices()).toMatchObject([
      { change: 'broken', state: 'sending' },
      { change: 'recovered', state: 'pending', attempt: 0 },
    ]);
  });

  it('is in no list, history or count, and cannot be sent again', async () => {
    await brokenChannel();
    await runWatch();
    const { rows } = await stage.pool.query<{ id: string }>("select id from deliveries where type = 'notice'");
    const id = rows[0]?.id ?? '';
    const { channels, deliveries } = stage;
    expect([(await channels.list()).length, (await deliveries.health()).length]).toEqual([1, 1]);
    expect([await channels.find(ownersChannelId), await deliveries.hasChannel(ownersChannelId)]).toEqual([null, false]);
    expect((await deliveries.ofChannel(ownersChannelId, {}, null, 10))?.items).toEqual([]);
    expect([await deliveries.find(id), await deliveries.resend(id)]).toEqual([null, 'missing']);
    expect(await deliveries.resendMany(ownersChannelId, {})).toBe(0);
    expect(await deliveries.test(ownersChannelId)).toBe('missing');
    expect(await channels.change(ownersChannelId, { state: 'disabled' })).toBeNull();
    expect(await channels.remove(ownersChannelId)).toBe('missing');
  });

  it('keeps nothing of its text', async () => {
    await brokenChannel();
    await runWatch();
    const { rows } = await stage.pool.query("select t::text as row from deliveries t where type = 'notice'");
    expect(rows).toHaveLength(1);
    expect(rows[0].row).not.toMatch(/answered|example\.org|A bot/);
  });

  it('is forgotten with its outage, and not before', async () => {
    const channel = await brokenChannel();
    await runWatch();
    const later = () => stage.pool.query("update deliveries set created_at = created_at - interval '40 days'");
    await later();
    await forgetNotices(stage.pool, 30);
    expect(await health()).toMatchObject({ ownersNotifiedAt: expect.any(Date) });
    await storeAttempt(channel, 'delivered', 0);
    await runWatch(null);
    await stage.pool.query("update channel_outages set ended_at = ended_at - interval '40 days'");
    await later();
    await forgetNotices(stage.pool, 30);
    expect([await stage.notices(), (await stage.pool.query('select from channel_outages')).rowCount]).toEqual([[], 0]);
  });

  it('waits for an owner where there is none', async () => {
    await stage.pool.query("update operators set removed_at = now() where role = 'owner'");
    await brokenChannel();
    await runWatch();
    await stage.pool.query("update operators set removed_at = null where email = 'ann@example.org'");
    await dueNow();
    await runWatch();
    expect(server.received.map(({ to }) => to)).toEqual([['ann@example.org']]);
  });

  it.each(languages)('has all its words in %s', (language) => {
    const at = new Date('2026-11-22T10:21:00Z');
    const outage = { channelName: 'Bot\r\nBcc: x', since: at, lastDetail: 'No' };
    const reading = { language, timeZone: 'UTC' };
    for (const change of ['broken', 'recovered', 'gone'] as const) {
      const endedAt = change === 'broken' ? null : at;
      const content = outageContent(change, { ...outage, endedAt }, reading, 'https://i');
      const { subject, text, html } = ownerMail(content, ['ann@example.org'], language);
      for (const part of [subject, text, html ?? '']) expect(part).not.toMatch(/\{\w*\}|\bundefined\b|\bnull\b/);
      expect(subject).toContain('Bot Bcc: x');
    }
  });
});

describe('the address that a customer typed', () => {
  it('says nothing of the channel when the server refuses it', async () => {
    await closeServer();
    await openServer({ onRcptTo: (_a, _s, done) => done(Object.assign(new Error('No'), { responseCode: 550 })) });
    const worker = stage.openWorker(plainServer(server.port));
    const [confirmations, mails] = [await stage.addChannel(customers), await stage.addChannel(operators)];
    for (const channel of [confirmations, mails]) {
      const id = await stage.makeDelivery(channel, await stage.inbox.store(), 'request.created');
      expect((await stage.untilTried(worker, id)).state).toBe('failed');
    }
    expect((await stage.deliveries.health()).map(({ verdict }) => verdict)).toEqual(['idle', 'failing']);
  });
});
