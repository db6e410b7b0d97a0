import { readFile } from 'node:fs/promises';
import { type ServiceUnderTrial, withService } from '../../service/service-under-trial.ts';
import { type Promised, staysUnder } from '../../service/verdict.ts';
import { describeLatencies, percentile, probe } from '../customers.ts';
import { type Crowd, gatherCrowd } from './crowd.ts';
import { holdMixes } from './mixes.ts';
import { slowSender } from './sender-kinds.ts';

/** The size of the crowd for which the times are stated. A smaller one gathers faster and is held for a shorter time. */
const statedFor = 5000;
/** Shorter, two slow submissions would decide the p99. */
const leastShare = 0.5;
const spareDescriptors = 200;
const warmUpMs = 2000;
const aloneMs = 5000;
const longestProbeMs = 20_000;
/** Long enough for the crowd to gather and to be measured before the first client is disconnected. */
const longestWindowMs = 45_000;
const longestHoldMs = 12_000;
const maxP99Ms = 50;
const maxGrowthMiB = 250;

/** Holds this many half-sent forms, and then other kinds of connections. */
export async function slowClients(connections: number): Promise<readonly Promised[]> {
  await checkDescriptors(2 * connections + spareDescriptors);
  const share = Math.min(1, Math.max(leastShare, connections / statedFor));
  const windowMs = longestWindowMs * share;
  const env = {
    TIME_LIMITS: `bodyRateWindowMs=${windowMs}`,
    MAX_CONNECTIONS: String(connections + spareDescriptors),
  };
  const held = await withService(env, (service) => hold(service, connections, longestProbeMs * share, windowMs));
  return [...held, ...(await holdMixes(connections, longestHoldMs * share))];
}

async function hold(
  service: ServiceUnderTrial,
  connections: number,
  probeMs: number,
  windowMs: number,
): Promise<readonly Promised[]> {
  await probe(service.port, warmUpMs);
  const alone = await probe(service.port, aloneMs);
  const [residentBefore, filesBefore] = [await service.residentMiB(), await service.openFiles()];
  console.log(`alone: ${describeLatencies(alone)}; ${Math.round(residentBefore)} MiB resident`);
  const crowd = await gatherCrowd(service.port, slowSender, connections);
  try {
    const latencies = await probe(service.port, probeMs);
    console.log(`${crowd.waiting} held: ${describeLatencies(latencies)}`);
    const counts = await untilEnded(crowd, 2 * windowMs);
    console.log(`ended: ${[...counts].map(([status, count]) => `${count} × ${status || 'no answer'}`).join(', ')}`);
    const filesAfter = await service.openFiles();
    const p99 = staysUnder('p99', percentile(latencies, 0.99), maxP99Ms, 'ms');
    const p99AloneMs = percentile(alone, 0.99);
    return [
      // If the machine is too slow without a crowd, the crowd is not the cause.
      p99AloneMs < maxP99Ms
        ? p99
        : { promise: `${p99.promise}: not judged, ${p99AloneMs.toFixed(1)} ms alone`, kept: true },
      staysUnder('growth', (await service.peakMiB()) - residentBefore, maxGrowthMiB),
      {
        promise: 'each ended with 408, or with 503 for want of room',
        kept: (counts.get(408) ?? 0) + (counts.get(503) ?? 0) === connections,
      },
      { promise: `${filesAfter} descriptors, ${filesBefore} before`, kept: filesAfter <= filesBefore + 5 },
    ];
  } finally {
    crowd.close();
  }
}

/** Disconnects the clients that are still held after this time. */
async function untilEnded(crowd: Crowd, giveUpMs: number): Promise<ReadonlyMap<number, number>> {
  const giveUp = setTimeout(() => {
    console.log(`${crowd.waiting} clients are still held after ${giveUpMs} ms: they are disconnected`);
    crowd.close();
  }, giveUpMs);
  return crowd.ended().finally(() => clearTimeout(giveUp));
}

/**
 * Checks the limit that the service inherits.
 * @throws {Error} When the limit is too low.
 */
async function checkDescriptors(needed: number): Promise<void> {
  const limits = await readFile('/proc/self/limits', 'utf8');
  const limit = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1]);
  if (limit < needed) throw new Error(`${needed} descriptors are needed, ulimit -n allows ${limit}`);
}
