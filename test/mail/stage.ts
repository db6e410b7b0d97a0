import { type Logger, pino } from 'pino';
import { expect } from 'vitest';
import { createOwnerAddresses } from '../../src/accounts/operators.ts';
import { createChannels } from '../../src/deliveries/channels/create-channels.ts';
import { createDeliveries } from '../../src/deliveries/history/create-deliveries.ts';
import type { DeliveryDetail } from '../../src/deliveries/history/delivery-shape.ts';
import { createMailComposer, type MailComposerParts } from '../../src/deliveries/kinds/mail/compose-mail.ts';
import { createDigests } from '../../src/deliveries/kinds/mail/create-digests.ts';
import { createMailSender } from '../../src/deliveries/kinds/mail/create-mail-sender.ts';
import { createSmtpTransport, type SmtpOptions } from '../../src/deliveries/kinds/mail/create-smtp-transport.ts';
import type { Studio } from '../../src/deliveries/kinds/mail/customer-mail.ts';
import { usualLook } from '../../src/deliveries/kinds/mail/mail-look.ts';
import type { MailSettings } from '../../src/deliveries/kinds/mail/mail-settings.ts';
import { createTemplates } from '../../src/deliveries/kinds/mail/mail-templates.ts';
import type { Mailer } from '../../src/deliveries/kinds/mail/send-mail.ts';
import { createOwnerSender } from '../../src/deliveries/kinds/owners/create-owner-sender.ts';
import { kinds } from '../../src/deliveries/kinds/registry.ts';
import { createDeliveryLedger } from '../../src/deliveries/ledger/create-ledger.ts';
import { createDeliveryWorker, type DeliveryWorker } from '../../src/deliveries/ledger/worker.ts';
import { createCustomerMessages } from '../../src/requests/entries/message/create-customer-messages.ts';
import { createNewKeyRing } from '../deliveries/stage.ts';
import { openInbox } from '../requests/stage.ts';
import { addChannel } from '../support/add-channel.ts';
import { openMigratedDatabase } from '../support/migrated-database.ts';

/** A studio without a name or a look of its own. */
export const unnamedStudio: Studio = {
  title: null,
  afterwards: null,
  voice: 'we',
  logo: null,
  look: usualLook,
  timeZone: 'UTC',
  mails: null,
};

export type MailStage = Awaited<ReturnType<typeof openMailStage>>;

export const from = { name: 'Lindenhof, Studio', address: 'studio@example.org' };
export const statusUrl = 'https://example.org/requests/token';

/** Returns options without TLS, as for a relay on the same machine. */
export function plainServer(port: number): SmtpOptions {
  return { host: '127.0.0.1', port, tls: 'never', verifiesTls: true, credentials: null, dkim: null };
}

/** Opens mail on real tables, with workers that the test wakes. */
export async function openMailStage() {
  const database = await openMigratedDatabase();
  const { pool } = database;
  const deliveries = createDeliveries(pool);
  const digests = createDigests(pool);
  const channels = createChannels(pool, createNewKeyRing());
  const closing: (() => Promise<void>)[] = [];

  function openWorker(
    server: SmtpOptions,
    changes: Partial<MailComposerParts> = {},
    logo: Buffer | null = null,
  ): DeliveryWorker {
    const transport = createSmtpTransport(server);
    const compose = createMailComposer({
      studio: () => unnamedStudio,
      fillTemplate: createTemplates(null),
      from,
      inboxUrl: async () => 'https://inbox.example.org',
      statusUrl: async () => statusUrl,
      readDigest: (facts) => digests.read(facts),
      ...changes,
    });
    const sender = createMailSender({ transport, compose, from, readLogo: async () => logo });
    const log = pino({ level: 'silent' });
    const worker = createDeliveryWorker({ ledger: createDeliveryLedger(pool, kinds), senders: [sender], log });
    closing.push(worker.close, transport.close);
    return worker;
  }

  /** Sends the notices to owners that are due, as one process does. */
  async function sendNotices(mailer: Mailer | null, log: Logger): Promise<void> {
    const inboxUrl = async () => 'https://inbox.example.org';
    const ownerAddresses = createOwnerAddresses(pool);
    const senders = mailer === null ? [] : [createOwnerSender({ pool, mailer, ownerAddresses, inboxUrl, log })];
    const worker = createDeliveryWorker({ ledger: createDeliveryLedger(pool, kinds), senders, log });
    await worker.tidy();
    await worker.wake();
    if (mailer !== null) await expect.poll(areNoticesTried, { interval: 10 }).toBe(true);
    await worker.close();
  }

  async function areNoticesTried(): Promise<boolean> {
    const text = `
      select from deliveries where type = 'notice' and (state = 'sending' or (state = 'pending' and due_at <= now()))`;
    return (await pool.query(text)).rowCount === 0;
  }

  /** Resolves with the notices to owners, oldest first. */
  async function notices() {
    const text = `
      select facts ->> 'about' as about, coalesce(facts ->> 'change', facts ->> 'state') as change, state, attempt
      from deliveries where type = 'notice' order by created_at, id`;
    return (await pool.query(text)).rows;
  }

  async function detail(id: string): Promise<DeliveryDetail> {
    const found = await deliveries.find(id);
    if (found === null) throw new Error('There is no such delivery');
    return found;
  }

  /** Makes a delivery due immediately. */
  async function dueNow(id: string): Promise<void> {
    await pool.query("update deliveries set due_at = now() where id = $1 and state = 'pending'", [id]);
  }

  /** Makes a delivery due that has had no attempt since it was read. */
  async function dueAfter({ id, attempts }: DeliveryDetail): Promise<void> {
    const text = "update deliveries set due_at = now() where id = $1 and state = 'pending' and attempt = $2";
    await pool.query(text, [id, attempts.length]);
  }

  return {
    pool,
    deliveries,
    digests,
    channels,
    messages: createCustomerMessages(pool),
    inbox: openInbox(pool),
    openWorker,
    sendNotices,
    notices,
    detail,
    dueNow,
    async addChannel(
      settings: MailSettings,
      types: readonly ('request.created' | 'request.status_changed')[] = ['request.created'],
    ) {
      return (await addChannel(channels, { kind: 'mail', name: 'Mail', types, mail: settings })).channel.id;
    },
    async makeDelivery(channelId: string, requestId: string | null, type: string, facts: object | null = null) {
      const text = 'insert into deliveries (channel_id, request_id, type, facts) values ($1, $2, $3, $4) returning id';
      const { rows } = await pool.query<{ id: string }>(text, [channelId, requestId, type, facts]);
      return rows[0]?.id ?? '';
    },
    /** Wakes the worker until the delivery has this many attempts and is not being sent. */
    async untilTried(worker: DeliveryWorker, id: string, attempts = 1): Promise<DeliveryDetail> {
      let found = await detail(id);
      const look = async () => {
        found = await detail(id);
        if (found.attempts.length >= attempts && found.state !== 'sending') return 'tried';
        await dueAfter(found);
        await worker.wake();
        return `${found.state} after ${found.attempts.length} attempts`;
      };
      await expect.poll(look, { interval: 10 }).toBe('tried');
      return found;
    },
    /** Wakes the worker, without pauses between attempts, until the delivery is in this final state. */
    async until(worker: DeliveryWorker, id: string, state: 'delivered' | 'failed' | 'uncertain'): Promise<void> {
      const look = async () => {
        await dueNow(id);
        await worker.wake();
        return (await detail(id)).state;
      };
      await expect.poll(look).toBe(state);
    },
    async close() {
      for (const close of closing) await close();
      await database.close();
    },
  };
}

export const operators = {
  audience: 'operators',
  language: 'en',
  to: [{ name: 'Ann, the owner', address: 'ann@example.org' }],
  pace: 'each',
  hour: 8,
  timeZone: 'UTC',
} satisfies MailSettings;

export const customers = { audience: 'customers', language: 'de', messages: true } satisfies MailSettings;
