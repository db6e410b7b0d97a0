import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { payloadPart, postParts, type RawPart } from '../../../test/support/form.ts';
import type { TrialInbox } from '../../service/inbox.ts';
import { peakMiBOf } from '../../service/process-memory.ts';
import type { ServiceUnderTrial } from '../../service/service-under-trial.ts';
import { type Promised, staysUnder } from '../../service/verdict.ts';
import { inParallel } from '../at-once.ts';
import { describeLatencies, probe } from '../customers.ts';
import { makeBombs, makePictures } from './pictures.ts';

const rounds = 4;
const probeMs = 8000;
/** As many as a browser opens. */
const connections = 6;
/** The number of requests of each kind in a round. A round asks for no more than these. */
const pictureRequests = 8;
const bombRequests = 4;
const maxDecoderMiB = 512;
/**
 * Allows for growth that the parent, which polls every 20 ms, notices late, and for the memory of a process before its
 * first file.
 */
const maxBombMiB = 700;

/** The waiting times of customers and operators under one kind of load, over all rounds. */
interface Load {
  readonly waits: number[];
  readonly statuses: number[];
  peakMiB: number;
}

const emptyLoad = (): Load => ({ waits: [], statuses: [], peakMiB: 0 });

/**
 * Measures customers' waiting times in turns: without other load, during previews, and during bombs.
 */
export async function previews(service: ServiceUnderTrial, inbox: TrialInbox): Promise<readonly Promised[]> {
  const [pictures, bombs] = await Promise.all([makePictures(), makeBombs()]);
  const [alone, small, large, bombing] = [emptyLoad(), emptyLoad(), emptyLoad(), emptyLoad()];

  async function measure(load: Load, paths: readonly string[]): Promise<void> {
    const ended = new AbortController();
    const decoderMiB = watchDecoder(service.pid, ended.signal);
    const [waits, statuses] = await Promise.all([probe(service.port, probeMs), getUntil(inbox, paths, probeMs)]);
    load.waits.push(...waits);
    load.statuses.push(...statuses);
    ended.abort();
    load.peakMiB = Math.max(load.peakMiB, await decoderMiB);
  }

  for (let round = 0; round < rounds; round += 1) {
    await measure(alone, []);
    await measure(small, await previewPaths(service, pictures, pictureRequests, 'small'));
    await measure(large, await previewPaths(service, pictures, pictureRequests, 'large'));
    await measure(bombing, await previewPaths(service, bombs, bombRequests, 'small'));
  }
  report('nothing else', alone);
  report('small previews', small);
  report('large previews', large);
  report('preview bombs', bombing);
  const made = [...small.statuses, ...large.statuses];
  return [
    { promise: `${made.length} previews are made`, kept: made.length > 0 && made.every((status) => status === 200) },
    {
      // One bomb has so few pixels that it may be decoded before its memory use is noticed.
      promise: `${bombing.statuses.length} bombs are answered, most with 404`,
      kept: bombing.statuses.includes(404) && bombing.statuses.every((status) => status === 404 || status === 200),
    },
    { promise: 'the processes that decode are seen', kept: small.peakMiB > 0 && bombing.peakMiB > 0 },
    staysUnder('the process that decodes pictures', Math.max(small.peakMiB, large.peakMiB), maxDecoderMiB),
    staysUnder('the process that decodes bombs', bombing.peakMiB, maxBombMiB),
  ];
}

/** Submits requests with these files. Resolves with the paths of all their previews. */
async function previewPaths(
  { port }: ServiceUnderTrial,
  files: readonly RawPart[],
  requests: number,
  size: 'small' | 'large',
): Promise<readonly string[]> {
  const paths: string[] = [];
  for (let at = 0; at < requests; at += 1) {
    const endpoint = `http://127.0.0.1:${port}/api/v1/commissions`;
    const { body } = await postParts(endpoint, [payloadPart(), ...files], { connection: 'close' });
    paths.push(...files.map((_, position) => `requests/${body.id}/files/${position}/preview?size=${size}`));
  }
  return paths;
}

function report(name: string, { waits, statuses, peakMiB }: Load): void {
  const latencies = describeLatencies(waits.toSorted((one, other) => one - other));
  console.log(`${name}: ${latencies}; ${statuses.length} files, ${Math.round(peakMiB)} MiB`);
}

/** Requests the paths until the time is over. Resolves with the statuses. */
async function getUntil(inbox: TrialInbox, paths: readonly string[], forMs: number): Promise<number[]> {
  const statuses: number[] = [];
  const endAt = performance.now() + forMs;
  await inParallel(paths.length, connections, async (at) => {
    if (performance.now() > endAt) return;
    const response = await inbox.get(paths[at] ?? '');
    await response.arrayBuffer();
    statuses.push(response.status);
  });
  return statuses;
}

const intervalMs = 50;

/** Resolves, after the signal, with the largest resident memory of all preview processes of a service, in MiB. */
async function watchDecoder(servicePid: number, signal: AbortSignal): Promise<number> {
  let peakMiB = 0;
  for (; !signal.aborted; await sleep(intervalMs)) {
    const children = await readOf(servicePid, `task/${servicePid}/children`);
    for (const child of children.split(' ').map(Number).filter(Boolean)) {
      if ((await readOf(child, 'cmdline')).includes('preview-program'))
        peakMiB = Math.max(peakMiB, await peakMiBOf(child));
    }
  }
  return peakMiB;
}

/** Resolves with a text of proc(5), which is empty when the process has ended. */
function readOf(pid: number, name: string): Promise<string> {
  return readFile(`/proc/${pid}/${name}`, 'latin1').catch(() => '');
}
