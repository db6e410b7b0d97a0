import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { createDeliveries } from '../../src/deliveries/history/create-deliveries.ts';
import { kinds } from '../../src/deliveries/kinds/registry.ts';
import { createDeliveryLedger } from '../../src/deliveries/ledger/create-ledger.ts';
import type { Sender } from '../../src/deliveries/ledger/sender.ts';
import { createDeliveryWorker } from '../../src/deliveries/ledger/worker.ts';
import type { Queue } from './queue.ts';

type Resend = (pool: Pool, id: string) => Promise<unknown>;

const asBuilt: Resend = (pool, id) => createDeliveries(pool).resend(id);

const underTheSameId: Resend = (pool, id) =>
  pool.query("update deliveries set state = 'pending', due_at = now(), finished_at = null where id = $1", [id]);

const rounds = 200;
const pollMs = 20;

/** Sends a delivery again to a receiver that drops known ids. Resolves with the number of accepted webhooks. */
async function play(resend: Resend, pool: Pool, queue: Queue, channelId: string): Promise<number> {
  const seen = new Set<string>();
  const sender: Sender = {
    kind: 'webhook',
    afterLoss: 'repeat',
    compose: async () => '{}',
    async send({ id }) {
      seen.add(id);
      return { result: 'delivered', cause: 'accepted', detail: 'Taken', status: 204, response: null };
    },
  };
  const log = pino({ level: 'silent' });
  const worker = createDeliveryWorker({ ledger: createDeliveryLedger(pool, kinds), senders: [sender], log });
  const untilIdle = async () => {
    for (let round = 0; round < rounds && (await queue.undelivered(channelId)) > 0; round += 1) {
      await worker.wake();
      await sleep(pollMs);
    }
  };
  const [id = ''] = await queue.fill(channelId, 1);
  await untilIdle();
  await resend(pool, id);
  await untilIdle();
  await worker.close();
  await pool.query('delete from deliveries where channel_id = $1', [channelId]);
  return seen.size;
}

/** Resolves with true when the receiver accepts a resend, and drops a resend with the same id. */
export async function playResends(
  pool: Pool,
  queue: Queue,
  channelId: string,
  say: (line: string) => void,
): Promise<boolean> {
  const [taken, dropped] = [
    await play(asBuilt, pool, queue, channelId),
    await play(underTheSameId, pool, queue, channelId),
  ];
  if (taken !== 2) say(`VIOLATION as built: a delivery that was sent again was taken ${taken} times`);
  say(dropped === 2 ? 'SURVIVED the same id for a resend' : 'caught the same id for a resend: the receiver drops it');
  return taken === 2 && dropped !== 2;
}
