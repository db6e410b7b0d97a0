import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { kinds } from '../../src/deliveries/kinds/registry.ts';
import { createDeliveryLedger } from '../../src/deliveries/ledger/create-ledger.ts';
import type { DeliveryLedger } from '../../src/deliveries/ledger/ledger.ts';
import type { Outcome, Sender } from '../../src/deliveries/ledger/sender.ts';
import { createDeliveryWorker } from '../../src/deliveries/ledger/worker.ts';
import type { Queue } from './queue.ts';

/** A modified delivery that loses something. */
interface Mutant {
  readonly name: string;
  ledger(real: DeliveryLedger, pool: Pool): DeliveryLedger;
  sender(real: Sender, ledger: DeliveryLedger): Sender;
}

const taken: Outcome = { result: 'delivered', cause: 'accepted', detail: 'Taken', status: 204, response: null };
const asBuilt: Mutant = { name: 'as built', ledger: (real) => real, sender: (real) => real };

/** Marks the row as `delivered` before anything was sent. */
const doneBeforeAnswer: Mutant = {
  ...asBuilt,
  name: 'done before the answer',
  sender: (real, ledger) => ({
    ...real,
    async send(dispatch, body, signal) {
      await ledger.finish(dispatch, { durationMs: 0, outcome: taken, body, isInterrupted: false });
      return real.send(dispatch, body, signal);
    },
  }),
};

/** Never releases the deliveries that a lost worker had claimed. */
const neverReleased: Mutant = {
  ...asBuilt,
  name: 'leases that never end',
  ledger: (real) => ({ ...real, releaseLost: async () => {} }),
};

/** Ends an attempt without comparing its attempt number. */
const attemptNotCompared: Mutant = {
  ...asBuilt,
  name: 'attempts not compared',
  ledger: (real, pool) => ({
    ...real,
    async finish(dispatch, attempt) {
      const text = 'select attempt from deliveries where id = $1';
      const { rows } = await pool.query<{ attempt: number }>(text, [dispatch.id]);
      return real.finish({ ...dispatch, attempt: rows[0]?.attempt ?? 0 }, attempt);
    },
  }),
};

/**
 * Uses a lease that expires while its worker still sends. Leases are not renewed, so a lease must last longer than a
 * try.
 */
const leaseShorterThanTry: Mutant = {
  ...asBuilt,
  name: 'a lease that ends before the attempt',
  ledger: (real, pool) => ({
    ...real,
    async claim(channelId, limit) {
      const claimed = await real.claim(channelId, limit);
      const ids = claimed.dispatches.map(({ id }) => id);
      await pool.query("update deliveries set lease_until = now() where state = 'sending' and id = any($1)", [ids]);
      return claimed;
    },
  }),
};

const deliveries = 20;
const log = pino({ level: 'silent' });
const pollMs = 20;
const rounds = 60;
const sendMs = 300;
/** Makes deliveries due without the pause after an attempt. */
const makeDueText = "update deliveries set due_at = now() where state = 'pending'";

/**
 * Simulates a first worker that dies while it sends and returns late with a wrong result, while a second worker
 * continues. Returns a description of the fault at the end, or null.
 */
async function play({ ledger: changed, sender: changedSender }: Mutant, pool: Pool, queue: Queue, channelId: string) {
  const ledger = changed(createDeliveryLedger(pool, kinds), pool);
  const ids = await queue.fill(channelId, deliveries);
  const received = new Set<string>();
  const late = new Map<string, () => void>();
  const base = { kind: 'webhook', afterLoss: 'repeat', compose: async () => '{}' } as const;
  const dying: Sender = {
    ...base,
    send: ({ id }) => new Promise((resolve) => late.set(id, () => resolve({ ...taken, result: 'failed' }))),
  };
  const taking: Sender = {
    ...base,
    async send({ id }) {
      received.add(id);
      await sleep(sendMs);
      return taken;
    },
  };
  const first = createDeliveryWorker({ ledger: claimingOnce(ledger), senders: [changedSender(dying, ledger)], log });
  await first.wake();
  while (late.size === 0) await sleep(pollMs);
  await pool.query("update deliveries set lease_until = now() - interval '1 second' where state = 'sending'");
  const second = createDeliveryWorker({ ledger, senders: [changedSender(taking, ledger)], log });
  for (let round = 0; round < rounds; round += 1) {
    await second.tidy();
    await pool.query(makeDueText);
    await second.wake();
    // The first worker resumes while the second one sends the same deliveries.
    if ([...late.keys()].every((id) => received.has(id))) for (const answer of late.values()) answer();
    await sleep(pollMs);
  }
  for (const answer of late.values()) answer();
  await second.close();
  await first.close();
  const text = "select count(*)::int as count from deliveries where id = any($1) and state <> 'delivered'";
  const undelivered = (await pool.query<{ count: number }>(text, [ids])).rows[0]?.count ?? 0;
  const lost = ids.filter((id) => !received.has(id)).length;
  await pool.query('delete from deliveries where id = any($1)', [ids]);
  return lost + undelivered === 0 ? null : `${lost} never received, ${undelivered} not delivered`;
}

/** Runs two live but slow workers. Returns the number of deliveries that arrived more than once, or null. */
async function playSlow({ ledger: changed }: Mutant, pool: Pool, queue: Queue, channelId: string) {
  const ledger = changed(createDeliveryLedger(pool, kinds), pool);
  const ids = await queue.fill(channelId, deliveries);
  const received = new Map<string, number>();
  const slow: Sender = {
    kind: 'webhook',
    afterLoss: 'repeat',
    compose: async () => '{}',
    async send({ id }) {
      received.set(id, (received.get(id) ?? 0) + 1);
      await sleep(sendMs);
      return taken;
    },
  };
  const workers = [0, 1].map(() => createDeliveryWorker({ ledger, senders: [slow], log }));
  for (let round = 0; round < rounds; round += 1) {
    for (const worker of workers) {
      await worker.tidy();
      await pool.query(makeDueText);
      await worker.wake();
    }
    await sleep(pollMs);
  }
  for (const worker of workers) await worker.close();
  await pool.query('delete from deliveries where id = any($1)', [ids]);
  const repeated = ids.filter((id) => (received.get(id) ?? 0) > 1).length;
  return repeated === 0 ? null : `${repeated} came more than once, and nobody had died`;
}

/** Returns a ledger that claims only once, because a dead process makes no further claims. */
function claimingOnce(ledger: DeliveryLedger): DeliveryLedger {
  let isDead = false;
  return {
    ...ledger,
    async claim(channelId, limit) {
      if (isDead) return { dispatches: [], isLast: true };
      isDead = true;
      return ledger.claim(channelId, limit);
    },
  };
}

/** Resolves with true when the service as built loses no delivery and every mutant loses some. */
export async function playMutants(
  pool: Pool,
  queue: Queue,
  channelId: string,
  say: (line: string) => void,
): Promise<boolean> {
  const fault = await play(asBuilt, pool, queue, channelId);
  if (fault !== null) say(`VIOLATION as built: ${fault}`);
  let isClean = fault === null;
  const repeated = await playSlow(asBuilt, pool, queue, channelId);
  if (repeated !== null) say(`VIOLATION as built: ${repeated}`);
  isClean &&= repeated === null;
  const plays = [doneBeforeAnswer, neverReleased, attemptNotCompared].map((mutant) => ({ mutant, playMutant: play }));
  for (const { mutant, playMutant } of [...plays, { mutant: leaseShorterThanTry, playMutant: playSlow }]) {
    const caught = await playMutant(mutant, pool, queue, channelId);
    say(caught === null ? `SURVIVED ${mutant.name}` : `caught ${mutant.name}: ${caught}`);
    isClean &&= caught !== null;
  }
  return isClean;
}
