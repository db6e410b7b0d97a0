import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Pool } from 'pg';
import { projectPath } from '../../bench/paths.ts';
import { notifyWorkers } from '../../src/events/wake-up.ts';
import { createSchema } from '../../src/intake/records/schema.ts';
import { createSecretKeyText } from '../../src/platform/secrets/key-ring.ts';
import { createTestDatabase } from '../../test/support/embedded-database.ts';
import { readCount } from '../service/options.ts';
import { startTrialMailServer } from './mail-server.ts';
import { playMails } from './mails.ts';
import { playMutants } from './mutants.ts';
import { createQueue, type Queue } from './queue.ts';
import { playRebinding } from './rebinding.ts';
import { allBehaviours, startReceivers } from './receivers.ts';
import { playResends } from './resends.ts';
import { startWorkers } from './workers.ts';

const say = (line: string) => console.log(line);
const workerCount = 3;
const probes = 50;
const probePauseMs = 100;
const killPauseMs = 1500;
const patienceMs = 10 * 60_000;
const killsBetweenJumps = 4;
const hourMs = 60 * 60_000;
let jumps = 0;
/** The longest wait at p99 of a healthy channel beside failing ones. */
const longestWaitMs = 3000;

const { values: given } = parseArgs({
  options: { deliveries: { type: 'string' }, kills: { type: 'string' } },
});
/** Additional mails, as a share of the webhooks. */
const mailShare = 0.05;
const fewestMails = 100;
const [total, kills] = [readCount('deliveries', given.deliveries, 10_000), readCount('kills', given.kills, 20)];

const database = await createTestDatabase();
const directory = await mkdtemp(join(tmpdir(), 'deliveries-trial-'));
const pool = new Pool({ connectionString: database.url, max: 4 });
const receivers = await startReceivers();
const mailServer = await startTrialMailServer();
try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  await receivers.close();
  await mailServer.close();
  await pool.end();
  await database.drop();
  await rm(directory, { recursive: true, force: true });
}

async function run(): Promise<boolean> {
  await createSchema({ pool, directory: projectPath('src/intake/records/migrations') }).ready();
  const secretsKey = createSecretKeyText();
  const queue = createQueue(pool, secretsKey);
  const channels = new Map<string, string>();
  for (const behaviour of allBehaviours)
    channels.set(behaviour, await queue.addChannel(behaviour, receivers.urlOf(behaviour)));
  const healthy = channels.get('accepts') ?? '';
  const isRebindingRefused = playRebinding(say);
  const isEachCaught = (await playMutants(pool, queue, healthy, say)) && (await playResends(pool, queue, healthy, say));
  const workers = await startWorkers({
    count: workerCount,
    directory,
    databaseUrl: database.url,
    secretsKey,
    smtpPort: mailServer.port,
  });
  try {
    await send(queue, healthy, 1);
    const perChannel = Math.ceil(total / channels.size);
    const ids = new Map<string, readonly string[]>();
    for (const [behaviour, id] of channels) ids.set(behaviour, await queue.fill(id, perChannel));
    const startedAt = performance.now();
    await notifyWorkers(pool);
    for (let killed = 0; killed < kills; killed += 1) {
      await sleep(killPauseMs);
      workers.killOne();
      await queue.releaseKilled();
      // Jumps alternate between back and ahead, so that a jump ahead releases deliveries that a jump back delayed.
      if (killed % killsBetweenJumps === 0)
        await jump(queue, killed % (2 * killsBetweenJumps) === 0 ? -hourMs : hourMs);
    }
    while (jumps % 2 !== 0) await jump(queue, hourMs);
    await until(async () => {
      await queue.releaseKilled();
      return (await queue.undelivered(healthy)) === 0;
    }, 'The healthy channel does not come to its end');
    say(
      `${perChannel} to the healthy channel in ${seconds(startedAt)} s, beside ${channels.size - 1} sick ones, ${workers.kills} kills, ${jumps} jumps of the database's clock by an hour; two workers' clocks jumped all the time`,
    );
    const waits = await probe(queue, healthy);
    say(`a delivery beside them waited for ${waits.p50} ms (p50), ${waits.p99} ms (p99)`);
    const all = ids.get('accepts') ?? [];
    const lost = all.filter((id) => !receivers.received.has(id)).length;
    const repeated = all.filter((id) => (receivers.received.get(id)?.count ?? 0) > 1).length;
    say(`received ${all.length - lost}, of these repeated ${repeated}, lost ${lost}`);
    const areFailuresRight = await reportFailingChannels(channels);
    const mails = Math.max(fewestMails, total * mailShare);
    const areMailsRight = await playMails({ pool, queue, server: mailServer, workers, mails, say });
    say(`a worker had ${(await workers.peakMiB()).toFixed(0)} MiB at most`);
    const isClean =
      isEachCaught &&
      isRebindingRefused &&
      areFailuresRight &&
      areMailsRight &&
      lost === 0 &&
      waits.p99 < longestWaitMs;
    say(isClean ? 'no violation' : 'VIOLATIONS');
    return isClean;
  } finally {
    await workers.stop();
  }
}

/** Prints the states of each failing channel's deliveries. The attempts have the responses. */
async function reportFailingChannels(channels: ReadonlyMap<string, string>): Promise<boolean> {
  let isRight = true;
  for (const [behaviour, id] of channels) {
    const text =
      'select state, count(*)::int as count from deliveries where channel_id = $1 group by state order by state';
    const { rows } = await pool.query<{ state: string; count: number }>(text, [id]);
    say(`${behaviour}: ${rows.map(({ state, count }) => `${count} ${state}`).join(', ')}`);
    const states = rows.map(({ state }) => state);
    const mayBeDelivered = behaviour === 'accepts' || behaviour === 'sends a gigabyte';
    if (!mayBeDelivered && states.includes('delivered')) isRight = false;
    if (behaviour === 'is gone' && states.some((state) => state !== 'failed' && state !== 'cancelled')) isRight = false;
  }
  return isRight;
}

async function jump(queue: Queue, ms: number): Promise<void> {
  await queue.jumpClock(ms);
  jumps += 1;
}

async function probe(queue: Queue, channelId: string) {
  const waits: number[] = [];
  for (let count = 0; count < probes; count += 1) {
    waits.push(await send(queue, channelId, 1));
    await sleep(probePauseMs);
  }
  waits.sort((a, b) => a - b);
  const at = (share: number) => Math.round(waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0);
  return { p50: at(0.5), p99: at(0.99) };
}

/** Resolves with the milliseconds until the first of these deliveries is received. */
async function send(queue: Queue, channelId: string, count: number): Promise<number> {
  const startedAt = performance.now();
  const [id = ''] = await queue.fill(channelId, count);
  await notifyWorkers(pool);
  await until(async () => receivers.received.has(id), 'A delivery does not come');
  return (receivers.received.get(id)?.firstAt ?? 0) - startedAt;
}

async function until(isDone: () => Promise<boolean>, otherwise: string): Promise<void> {
  for (const giveUpAt = Date.now() + patienceMs; !(await isDone()); await sleep(20)) {
    if (Date.now() > giveUpAt) throw new Error(otherwise);
  }
}

function seconds(startedAt: number): string {
  return ((performance.now() - startedAt) / 1000).toFixed(1);
}
