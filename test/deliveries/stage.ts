import { pino } from 'pino';
import { expect } from 'vitest';
import { createChannels } from '../../src/deliveries/channels/create-channels.ts';
import { createDeliveries } from '../../src/deliveries/history/create-deliveries.ts';
import type { DeliveryDetail } from '../../src/deliveries/history/delivery-shape.ts';
import { createMailSender } from '../../src/deliveries/kinds/mail/create-mail-sender.ts';
import { kinds } from '../../src/deliveries/kinds/registry.ts';
import {
  createWebhookSender,
  type WebhookSenderParts,
} from '../../src/deliveries/kinds/webhook/create-webhook-sender.ts';
import { createDeliveryLedger } from '../../src/deliveries/ledger/create-ledger.ts';
import type { ChannelKind, DeliveryState } from '../../src/deliveries/ledger/delivery.ts';
import type { Sender } from '../../src/deliveries/ledger/sender.ts';
import { createDeliveryWorker, type DeliveryWorker } from '../../src/deliveries/ledger/worker.ts';
import { createReceiverClient } from '../../src/deliveries/receivers/receiver-client.ts';
import { keysOf } from '../../src/platform/secrets/key-file.ts';
import { createKeyRing, createSecretKeyText } from '../../src/platform/secrets/key-ring.ts';
import { openInbox } from '../requests/stage.ts';
import { openMigratedDatabase } from '../support/migrated-database.ts';

export type DeliveriesStage = Awaited<ReturnType<typeof openDeliveriesStage>>;

/** In milliseconds. */
const interval = 10;

export function createNewKeyRing() {
  const keys = keysOf([createSecretKeyText()]);
  return createKeyRing(async () => keys);
}

/** Opens deliveries on real tables, with workers that the test wakes. */
export async function openDeliveriesStage() {
  const database = await openMigratedDatabase();
  const { pool } = database;
  const keyRing = createNewKeyRing();
  const ledger = createDeliveryLedger(pool, kinds);
  const deliveries = createDeliveries(pool);
  const log: string[] = [];
  const client = createReceiverClient({ allowsPrivate: true });
  const workers: DeliveryWorker[] = [];

  function webhookSender(changes: Partial<WebhookSenderParts> = {}): Sender {
    const inboxUrl = async () => 'https://inbox.example.org';
    return createWebhookSender({ client, keyRing, inboxUrl, version: '0.0.0', ...changes });
  }

  /** The sender of the kind, as a process makes it. */
  function senderOf(kind: ChannelKind, inbox = 'https://inbox.example.org'): Sender {
    const inboxUrl = async () => inbox;
    return kinds[kind].createSender({ client, keyRing, inboxUrl, version: '0.0.0', mail: createMailSender(null) });
  }

  function openWorker(sender: Sender = webhookSender()): DeliveryWorker {
    const worker = createDeliveryWorker({
      ledger,
      senders: [sender],
      log: pino({ level: 'debug' }, { write: (line) => void log.push(line) }),
    });
    workers.push(worker);
    return worker;
  }

  async function detail(id: string): Promise<DeliveryDetail> {
    const found = await deliveries.find(id);
    if (found === null) throw new Error('There is no such delivery');
    return found;
  }

  return {
    pool,
    keyRing,
    ledger,
    deliveries,
    channels: createChannels(pool, keyRing),
    inbox: openInbox(pool),
    log,
    webhookSender,
    senderOf,
    openWorker,
    detail,
    /** Resolves with the delivery for the only channel that the request matches. */
    async deliveryOf(requestId: string): Promise<string> {
      const [delivery] = await deliveries.ofRequest(requestId);
      if (delivery === undefined) throw new Error('The request has no delivery');
      return delivery.id;
    },
    async makeDelivery(channelId: string, requestId: string, type = 'request.created'): Promise<string> {
      const text = 'insert into deliveries (channel_id, request_id, type) values ($1, $2, $3) returning id';
      return (await pool.query<{ id: string }>(text, [channelId, requestId, type])).rows[0]?.id ?? '';
    },
    /** Wakes the worker until the delivery is in one of the states and has at least this many attempts. */
    async until(worker: DeliveryWorker, id: string, states: readonly DeliveryState[], attempts = 0) {
      let found = await detail(id);
      const look = async () => {
        await worker.wake();
        found = await detail(id);
        return found.attemptCount < attempts ? `${found.state} after ${found.attemptCount} attempts` : found.state;
      };
      await expect.poll(look, { interval }).toBeOneOf([...states]);
      return found;
    },
    async makeDue() {
      await pool.query("update deliveries set due_at = now() where state = 'pending'");
    },
    async empty() {
      await pool.query('truncate delivery_channels, deliveries, delivery_attempts cascade');
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
      await client.close();
      await database.close();
    },
  };
}
