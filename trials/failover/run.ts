import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClosing } from '../service/closing.ts';
import { readOnlyCount } from '../service/options.ts';
import { runService, type ServiceRun } from '../service/service-run.ts';
import { conclude } from '../service/verdict.ts';
import { type Cluster, events, startCluster } from './cluster.ts';
import { type Customers, startCustomers } from './customers.ts';
import { findLosses } from './inspection.ts';

const defaultEvents = 20;
const customerCount = 8;
const createdBetween = 100;
const bucket = 'failover';
const lowestPort = 12_000;
const portRange = 10_000;

const eventCount = readOnlyCount('events', defaultEvents);
const dataDirectory = await mkdtemp(join(tmpdir(), 'commission-failover-'));
await withClosing(
  () => rm(dataDirectory, { recursive: true, force: true }),
  async () => {
    const startedAt = performance.now();
    const cluster = await startCluster(lowestPort + Math.floor(Math.random() * portRange));
    await withClosing(cluster.stop, () => tryCluster(cluster));
    console.log(`${seconds(performance.now() - startedAt)} in all`);
  },
);

async function tryCluster(cluster: Cluster): Promise<void> {
  const { databaseUrl } = cluster;
  const service = runService(
    { BUCKET_NAME: bucket, DATA_DIR: dataDirectory, DATABASE_URL: databaseUrl },
    dataDirectory,
  );
  const port = await service.ready;
  if (port === null) throw new Error(`The service did not start: ${service.lastLines().join('\n')}`);
  let end: string | null = null;
  void service.ended.then((how) => {
    end = how;
  });
  const customers = startCustomers(`http://127.0.0.1:${port}/api/v1/commissions`, customerCount);
  await customers.createdMore(createdBetween);
  const gaps = await removeLeaders(cluster, customers);
  await customers.stop();
  const restarts = end === null ? 'none' : `it ended: ${end}`;
  const losses = await findLosses(customers.created, { databaseUrl, dataDirectory, bucket });
  await stop(service);
  report(customers, gaps);
  for (const loss of losses) console.log(loss);
  conclude([
    {
      promise: `all ${customers.created.length} submissions answered with 201 are there whole`,
      kept: losses.length === 0,
    },
    { promise: `no restart of the service: ${restarts}`, kept: restarts === 'none' },
  ]);
}

/** Resolves with the milliseconds without a 201 around each event. */
async function removeLeaders(cluster: Cluster, customers: Customers): Promise<number[]> {
  const gaps: number[] = [];
  for (let number = 0; number < eventCount; number += 1) {
    const event = events[number % events.length] ?? 'kill';
    const startedAt = performance.now();
    await cluster.removeLeader(event);
    const ledAfterMs = performance.now() - startedAt;
    await customers.createdMore(createdBetween);
    await cluster.recover();
    await customers.createdMore(createdBetween);
    const gapMs = customers.longestGapSince(startedAt);
    gaps.push(gapMs);
    const step = `${number + 1}. ${event}: another leader after ${seconds(ledAfterMs)}`;
    console.log(
      `${step}, ${seconds(gapMs)} without a 201, all three back after ${seconds(performance.now() - startedAt)}`,
    );
  }
  return gaps;
}

function report({ created, failures }: Customers, gaps: readonly number[]): void {
  const sorted = gaps.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  console.log(
    `${created.length} created; without a 201: median ${seconds(median)}, at most ${seconds(sorted.at(-1) ?? 0)}`,
  );
  for (const [failure, count] of failures) console.log(`${count} × ${failure.slice(0, 200)}`);
}

async function stop(service: ServiceRun): Promise<void> {
  service.send('SIGTERM');
  await service.ended;
}

function seconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(1)} s`;
}
