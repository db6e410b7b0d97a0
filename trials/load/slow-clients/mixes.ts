import { setTimeout as sleep } from 'node:timers/promises';
import { createSubmissionBody, type SubmissionBody } from '../../../bench/submission-body.ts';
import { withService } from '../../service/service-under-trial.ts';
import { type Promised, staysUnder } from '../../service/verdict.ts';
import { describeLatencies, percentile, sendUntil } from '../customers.ts';
import { type Crowd, gatherCrowd } from './crowd.ts';
import { chunkedSender, fileHolder, payloadHolder, pipeliner, type SenderKind } from './sender-kinds.ts';

type Mix = readonly (readonly [SenderKind, number])[];

const mebibyte = 1024 * 1024;
const spoolMiB = 64;
/** Connections in addition to the crowd's. */
const spareConnections = 200;
const customerPauseMs = 100;
/** A median of fewer submissions is that of the time in which the crowd connects. */
const fewestSubmissions = 20;
const longestExtraMs = 30_000;
/**
 * The longest wait occurs while the crowd connects, and is mostly caused by this process. The trial therefore checks
 * the median.
 */
const maxMedianMs = 1000;
const withoutFile = createSubmissionBody({ fileCount: 0, fileBytes: 0 });
const withFile = createSubmissionBody({ fileCount: 1, fileBytes: 100_000 });

/** Holds each mix on a separate service, sized for the crowd of `connections`, while customers send. */
export async function holdMixes(connections: number, holdMs: number): Promise<readonly Promised[]> {
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
  for (const mix of mixes) promises.push(...(await holdMix(mix, holdMs)));
  return promises;
}

async function holdMix(mix: Mix, holdMs: number): Promise<readonly Promised[]> {
  const name = mix.map(([kind, count]) => `${count} ${kind.name}`).join(', ');
  const maxConnections = mix.reduce((sum, [, count]) => sum + count, spareConnections);
  const env = { SPOOL_MEMORY_BYTES: String(spoolMiB * mebibyte), MAX_CONNECTIONS: String(maxConnections) };
  return withService(env, async ({ port, peakMiB }) => {
    const over = new AbortController();
    let stored = 0;
    const send = (body: SubmissionBody, onStored?: () => void) =>
      sendUntil(over.signal, { port, agent: false, body, pauseMs: customerPauseMs, onStored });
    const served = Promise.all([send(withoutFile, () => (stored += 1)), send(withFile)]);
    const crowds: Crowd[] = [];
    const gather = async ([kind, count]: Mix[number]) => crowds.push(await gatherCrowd(port, kind, count));
    const hold = async () => {
      await Promise.all(mix.map(gather));
      await sleep(holdMs);
      const endAt = performance.now() + longestExtraMs;
      while (stored < fewestSubmissions && performance.now() < endAt) await sleep(customerPauseMs);
    };
    try {
      await Promise.race([served, hold()]);
      const waiting = crowds.reduce((sum, crowd) => sum + crowd.waiting, 0);
      over.abort();
      const [plain, uploading] = await served;
      console.log(`${name}: ${waiting} still wait for a response`);
      console.log(`  customers without a file: ${describeLatencies(plain.latencies)}`);
      console.log(
        `  with one: ${describeLatencies(uploading.latencies)}, ${uploading.rejections} rejected for a while`,
      );
      return [
        staysUnder(`peak with ${name}`, await peakMiB(), memoryBoundMiB(maxConnections)),
        { promise: 'no customer without a file is rejected', kept: plain.rejections === 0 },
        staysUnder('their median', percentile(plain.latencies, 0.5), maxMedianMs, 'ms'),
        { promise: 'customers with a file are served', kept: uploading.latencies.length > 0 },
      ];
    } finally {
      over.abort();
      for (const crowd of crowds) crowd.close();
    }
  });
}

/** Returns the bound that ARCHITECTURE.md states, in MiB, for the default `MAX_UPLOADS`. */
function memoryBoundMiB(maxConnections: number): number {
  const processMiB = 160;
  const maxUploads = 128;
  return processMiB + 3 * spoolMiB + 2.5 * maxUploads + maxConnections / 8;
}
