import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ServiceUnderTrial } from '../service/service-under-trial.ts';
import type { Promised } from '../service/verdict.ts';
import { type Latencies, percentile, probe } from '../slow-clients/probe.ts';
import { makeBombs } from './bombs.ts';
import { watchDecoder } from './decoder.ts';
import type { TrialInbox } from './inbox.ts';
import { makePictures, type TrialPicture } from './pictures.ts';
import { send } from './send.ts';

const probeMs = 8000;
/** As many as a browser opens. */
const connections = 6;
/** The number of requests of each kind in a round. A round asks for no more than these. */
const requests = { pictures: 8, bombs: 4 } as const;
const maxDecoderMiB = 512;
/**
 * Allows for growth that the parent, which polls every 20 ms, notices late, and for the memory of a process before its
 * first file.
 */
const maxBombMiB = 700;

export interface Load {
  readonly name: string;
  readonly waits: number[];
  readonly statuses: number[];
  seconds: number;
  peakMiB: number;
}

export interface Loads {
  readonly alone: Load;
  readonly copying: Load;
  readonly small: Load;
  readonly large: Load;
  readonly bombing: Load;
}

const loadOf = (name: string): Load => ({ name, waits: [], statuses: [], seconds: 0, peakMiB: 0 });

/** Prints the measurements and returns the verdicts. */
export function judge({ alone, copying, small, large, bombing }: Loads): Promised[] {
  for (const load of [alone, copying, small, large, bombing]) report(load);
  return [
    {
      promise: 'every preview was made',
      kept: [...small.statuses, ...large.statuses].every((status) => status === 200),
    },
    // One bomb has so few pixels that it may be decoded before its memory use is noticed.
    { promise: 'every bomb is answered', kept: bombing.statuses.every((status) => status === 404 || status === 200) },
    below('pictures', Math.max(small.peakMiB, large.peakMiB), maxDecoderMiB),
    below('bombs', bombing.peakMiB, maxBombMiB),
  ];
}

/**
 * Measures customers' waiting times in turns: without other load, beside another busy program, during previews, and
 * during bombs.
 */
export async function takeTurns(service: ServiceUnderTrial, inbox: TrialInbox, rounds: number): Promise<Loads> {
  const [pictures, bombs] = await Promise.all([makePictures(), makeBombs()]);
  const alone = loadOf('nothing else');
  const copying = loadOf('a program that copies memory, with the least priority');
  const small = loadOf('small previews');
  const large = loadOf('large previews');
  const bombing = loadOf('preview bombs');

  async function measure(load: Load, size: string, files: readonly TrialPicture[], count: number): Promise<void> {
    const paths: string[] = [];
    for (let at = 0; at < count; at += 1) {
      const id = await send(service.port, files);
      paths.push(...files.map((_, position) => `requests/${id}/files/${position}/preview?size=${size}`));
    }
    const decoder = watchDecoder(service.pid);
    const startedAt = performance.now();
    const [waits, statuses] = await Promise.all([probe(service.port, probeMs), getUntil(inbox, paths, probeMs)]);
    load.waits.push(...waits);
    load.statuses.push(...statuses);
    load.seconds += (performance.now() - startedAt) / 1000;
    load.peakMiB = Math.max(load.peakMiB, await decoder.stop());
  }

  for (let round = 0; round < rounds; round += 1) {
    await measure(alone, 'small', [], 0);
    await besideCopies(() => measure(copying, 'small', [], 0));
    await measure(small, 'small', pictures, requests.pictures);
    await measure(large, 'large', pictures, requests.pictures);
    await measure(bombing, 'small', bombs, requests.bombs);
  }
  return { alone, copying, small, large, bombing };
}

/** Measures the cost of any program that keeps a core and its memory busy, as a decoding program does. */
async function besideCopies(act: () => Promise<void>): Promise<void> {
  const copies = 'const bytes = Buffer.alloc(64 << 20); for (;;) bytes.copyWithin(1 << 20, 0, 32 << 20);';
  const program = spawn('nice', ['-n', '19', process.execPath, '-e', copies], { stdio: 'ignore' });
  const ended = once(program, 'exit');
  await act().finally(() => program.kill());
  await ended;
}

function below(name: string, peakMiB: number, maxMiB: number): Promised {
  return {
    promise: `the process that decodes ${name} stayed under ${maxMiB} MiB`,
    kept: peakMiB > 0 && peakMiB < maxMiB,
  };
}

function report({ name, waits, statuses, seconds, peakMiB }: Load): void {
  const sorted: Latencies = waits.sort((one, other) => one - other);
  const [p50, p99] = [0.5, 0.99].map((share) => percentile(sorted, share).toFixed(1));
  const made = `${statuses.length} files, ${(statuses.length / seconds).toFixed(1)} a second, ${Math.round(peakMiB)} MiB`;
  console.log(`${name}: a submission waits ${p50} and ${p99} ms (p50 and p99 of ${waits.length}); ${made}`);
}

/**
 * Requests the paths in turn on each connection until the time is over.
 * @returns The statuses.
 */
async function getUntil(inbox: TrialInbox, paths: readonly string[], forMs: number): Promise<number[]> {
  const waiting = [...paths];
  const statuses: number[] = [];
  const endAt = performance.now() + forMs;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let path = waiting.shift(); path !== undefined && performance.now() < endAt; path = waiting.shift()) {
        const response = await inbox.get(path);
        await response.arrayBuffer();
        statuses.push(response.status);
      }
    }),
  );
  return statuses;
}
