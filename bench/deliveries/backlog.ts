import { setTimeout as sleep } from 'node:timers/promises';
import { service } from '../contestants.ts';
import { samplePayload } from '../submission-body.ts';
import type { World } from '../world.ts';
import type { DeliveryOptions, WebhookSetup } from './webhook-setup.ts';

/** Waiting deliveries that one process sends. */
export interface Backlog {
  readonly deliveries: number;
  readonly wallMs: number;
  /** The process's CPU time for one delivery. */
  readonly cpuMs: number;
  /** PostgreSQL's CPU time for one delivery. */
  readonly databaseCpuMs: number;
  /** The resident memory when a tenth had been sent. */
  readonly earlyMiB: number;
  /** The most resident memory after that. */
  readonly laterMiB: number;
  /** The resident memory when the last delivery had been sent. */
  readonly endMiB: number;
}

interface MemorySample {
  readonly sent: number;
  readonly mebibytes: number;
}

const pollMs = 200;
const patienceMs = 60_000;

export async function measureBacklog(
  { deliveries, log }: DeliveryOptions,
  webhook: WebhookSetup,
  world: World,
): Promise<Backlog> {
  const { receiver, database } = webhook;
  log(`deliveries: ${deliveries.toLocaleString('en')} that wait`);
  await fill(webhook, deliveries);
  const before = { received: receiver.received(), database: await webhook.databaseCpuMs() };
  const startedAt = performance.now();
  const server = await world.start({ ...service, env: { INBOX: 'off', ...receiver.env } }, database);
  try {
    const memory: MemorySample[] = [];
    let saidTenths = 0;
    const sent = () => receiver.received() - before.received;
    let moved = { at: performance.now(), sent: 0 };
    while (sent() < deliveries) {
      if (sent() > moved.sent) moved = { at: performance.now(), sent: sent() };
      if (performance.now() - moved.at > patienceMs) throw new Error(`${sent()} of ${deliveries} were sent`);
      const sample = { sent: sent(), mebibytes: await server.residentMemoryMiB() };
      memory.push(sample);
      const tenths = Math.floor((sample.sent * 10) / deliveries);
      if (tenths > saidTenths) log(progressText(sample, performance.now() - startedAt));
      saidTenths = tenths;
      await sleep(pollMs);
    }
    const wallMs = performance.now() - startedAt;
    const later = memory.filter((sample) => sample.sent >= deliveries / 10).map(({ mebibytes }) => mebibytes);
    return {
      deliveries,
      wallMs,
      cpuMs: (await server.cpuTimeMs()) / deliveries,
      databaseCpuMs: ((await webhook.databaseCpuMs()) - before.database) / deliveries,
      earlyMiB: later[0] ?? Number.NaN,
      laterMiB: Math.max(...later),
      endMiB: await server.residentMemoryMiB(),
    };
  } finally {
    await server.stop();
  }
}

function progressText({ sent, mebibytes }: MemorySample, elapsedMs: number): string {
  return `deliveries: ${sent.toLocaleString('en')} sent after ${Math.round(elapsedMs / 1000)} s, ${Math.round(mebibytes)} MiB resident`;
}

async function fill({ database, channelId }: WebhookSetup, count: number): Promise<void> {
  await database.query(`
    with request as (
      insert into commission_requests (id, created_at, status, customer_name, customer_email, message, extra_ids)
      select gen_random_uuid(), now(), 'NEW', '${samplePayload.customerName}', '${samplePayload.customerEmail}',
        'A portrait of my cat in the style of the attached pictures, please.', '{}'
      from generate_series(1, ${count}) returning id
    )
    insert into deliveries (channel_id, request_id, type) select '${channelId}', id, 'request.created' from request`);
  await database.query('vacuum (freeze, analyze) deliveries');
  await database.query('vacuum (freeze, analyze) commission_requests');
  await database.query('checkpoint');
}
