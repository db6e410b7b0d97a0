import { readFile } from 'node:fs/promises';
import { readCountOption } from '../service/count-option.ts';
import { type ServiceUnderTrial, withService } from '../service/service-under-trial.ts';
import { conclude, type Promised } from '../service/verdict.ts';
import { type Crowd, gatherCrowd } from './crowd.ts';
import { defaultConnections, scaledMs } from './holding-time.ts';
import { holdMixes } from './mixes.ts';
import { type Latencies, percentile, probe } from './probe.ts';

const spareDescriptors = 200;
const warmUpMs = 2000;
const aloneMs = 5000;
const maxP99Ms = 50;
const maxGrowthMiB = 250;

const connections = readCountOption(process.argv.slice(2), 'connections', defaultConnections);
const probeMs = scaledMs(20_000, connections);
/** Long enough for the crowd to gather and to be measured before the first client is disconnected. */
const bodyRateWindowMs = scaledMs(45_000, connections);
await checkDescriptors(2 * connections + spareDescriptors);
const env = {
  TIME_LIMITS: `bodyRateWindowMs=${bodyRateWindowMs}`,
  MAX_CONNECTIONS: String(connections + spareDescriptors),
};
conclude([...(await withService(env, hold)), ...(await holdMixes(connections))]);

async function hold(service: ServiceUnderTrial): Promise<readonly Promised[]> {
  await probe(service.port, warmUpMs);
  const alone = await probe(service.port, aloneMs);
  describe('alone', alone, await service.residentMiB());
  const [residentBefore, filesBefore] = [await service.residentMiB(), await service.openFiles()];

  const gatheringSince = performance.now();
  const crowd = await gatherCrowd(service.port, connections);
  console.log(`${connections} half-sent requests after ${Math.round(performance.now() - gatheringSince)} ms`);
  try {
    const latencies = await probe(service.port, probeMs);
    const held = crowd.waiting;
    describe(`${held} held`, latencies, await service.residentMiB());

    const counts = await untilEnded(crowd);
    console.log(`ended: ${[...counts].map(([status, count]) => `${count} × ${status ?? 'no answer'}`).join(', ')}`);
    const grownMiB = (await service.peakMiB()) - residentBefore;
    const filesAfter = await service.openFiles();
    console.log(`descriptors: ${filesBefore} before, ${filesAfter} after`);
    return [
      latencyPromise(latencies, alone),
      {
        promise: `growth of ${Math.round(grownMiB)} MiB at most is under ${maxGrowthMiB} MiB`,
        kept: grownMiB < maxGrowthMiB,
      },
      {
        promise: 'each ended with 408, or with 503 for want of room',
        kept: (counts.get(408) ?? 0) + (counts.get(503) ?? 0) === connections,
      },
      { promise: 'no descriptor was kept', kept: filesAfter <= filesBefore + 5 },
    ];
  } finally {
    crowd.close();
  }
}

/** If the machine is too slow without a crowd, the crowd is not the cause. */
function latencyPromise(latencies: Latencies, alone: Latencies): Promised {
  const [p99Ms, p99AloneMs] = [percentile(latencies, 0.99), percentile(alone, 0.99)];
  const promise = `p99 of ${p99Ms.toFixed(1)} ms is under ${maxP99Ms} ms`;
  if (p99AloneMs < maxP99Ms) return { promise, kept: p99Ms < maxP99Ms };
  return { promise: `${promise}: not judged, for it is ${p99AloneMs.toFixed(1)} ms without a crowd`, kept: true };
}

function describe(phase: string, latencies: Latencies, residentMiB: number): void {
  const [p50, p99, max] = [0.5, 0.99, 1].map((share) => percentile(latencies, share).toFixed(1));
  const figures = `p50 ${p50} ms, p99 ${p99} ms, longest ${max} ms of ${latencies.length} submissions`;
  console.log(`${phase}: ${figures}; ${Math.round(residentMiB)} MiB resident`);
}

/** Disconnects the clients that are still held long after the window. */
async function untilEnded(crowd: Crowd): Promise<ReadonlyMap<number | null, number>> {
  const giveUp = setTimeout(() => {
    console.log(`${crowd.waiting} clients are still held after twice the window: sending them away`);
    crowd.close();
  }, 2 * bodyRateWindowMs);
  try {
    return await crowd.ended();
  } finally {
    clearTimeout(giveUp);
  }
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
