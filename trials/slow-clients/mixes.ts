import { setTimeout as sleep } from 'node:timers/promises';
import { withService } from '../service/service-under-trial.ts';
import type { Promised } from '../service/verdict.ts';
import { type Customers, serveCustomers } from './customers.ts';
import { scaledMs } from './holding-time.ts';
import {
  chunkedSender,
  fileHolder,
  payloadHolder,
  pipeliner,
  type SenderKind,
  type Senders,
  startSenders,
} from './hostile-senders.ts';
import { memoryBoundMiB } from './memory-bound.ts';
import { percentile } from './probe.ts';

type Mix = readonly (readonly [SenderKind, number])[];

const mebibyte = 1024 * 1024;
const spoolMiB = 64;
/** Connections in addition to the crowd's. */
const spareConnections = 200;
const longestHoldMs = 12_000;
/**
 * The longest wait occurs while the crowd connects, and is mostly caused by this process. The trial therefore checks
 * the median.
 */
const maxMedianMs = 1000;

/** Holds each mix on a separate service, sized for the crowd of `connections`, while customers send. */
export async function holdMixes(connections: number): Promise<readonly Promised[]> {
  const holders = Math.round(connections * 1.6);
  const pipeliners = Math.round(connections * 0.06);
  const mixes: readonly Mix[] = [
    [[payloadHolder, holders]],
    [[fileHolder, holders]],
    [[pipeliner, pipeliners]],
    [[chunkedSender, 70]],
    [
      [payloadHolder, holders / 2],
      [fileHolder, holders / 4],
      [pipeliner, pipeliners],
      [chunkedSender, 70],
    ],
  ];
  const promises: Promised[] = [];
  const holdMs = scaledMs(longestHoldMs, connections);
  for (const mix of mixes) promises.push(...(await holdMix(mix, holdMs)));
  return promises;
}

async function holdMix(mix: Mix, holdMs: number): Promise<readonly Promised[]> {
  const name = mix.map(([kind, count]) => `${count} ${kind.name}`).join(', ');
  const maxConnections = mix.reduce((sum, [, count]) => sum + count, spareConnections);
  const env = { SPOOL_MEMORY_BYTES: String(spoolMiB * mebibyte), MAX_CONNECTIONS: String(maxConnections) };
  return withService(env, async ({ port, peakMiB }) => {
    const over = new AbortController();
    const served = serveCustomers(port, over.signal);
    const crowd: Senders[] = [];
    try {
      await Promise.race([served, gather(port, mix, crowd).then(() => sleep(holdMs))]);
      const open = crowd.reduce((sum, senders) => sum + senders.open, 0);
      over.abort();
      const { plain, withFile } = await served;
      const [peak, bound] = [Math.round(await peakMiB()), memoryBoundMiB(spoolMiB, maxConnections)];
      console.log(
        `${name}: ${open} have not seen their connection closed; ${peak} MiB at the peak, bound ${bound} MiB`,
      );
      console.log(`  customers without a file: ${describe(plain)}; with one: ${describe(withFile)}`);
      return [
        { promise: `peak of ${peak} MiB is under ${bound} MiB`, kept: peak < bound },
        {
          promise: 'no customer without a file is rejected, and half of them wait for less than a second',
          kept: plain.rejections === 0 && percentile(plain.latencies, 0.5) < maxMedianMs,
        },
        { promise: 'customers with a file are served', kept: withFile.latencies.length > 0 },
      ];
    } finally {
      over.abort();
      for (const senders of crowd) senders.close();
    }
  });
}

async function gather(port: number, mix: Mix, crowd: Senders[]): Promise<void> {
  await Promise.all(mix.map(async ([kind, count]) => crowd.push(await startSenders(port, kind, count))));
}

function describe({ latencies, rejections }: Customers): string {
  const [p50, max] = [0.5, 1].map((share) => Math.round(percentile(latencies, share)));
  return `${latencies.length} served, p50 ${p50} ms, longest ${max} ms, ${rejections} rejected and sent again`;
}
