import { buffer } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { measured } from '../../platform/measurements/measurements.ts';
import { createJobs, type Job } from './jobs.ts';
import { type PictureFacts, withoutSize } from './picture-facts.ts';
import { type PictureFormat, type PictureLimits, pictureFormatOf, pictureLimits } from './picture-format.ts';
import type { PreviewCache } from './preview-cache.ts';
import { type PreviewProcess, startPreviewProcess } from './preview-process.ts';
import { type Preview, type PreviewSize, type PreviewSource, type Previews, previewPixels } from './previews.ts';
import { isFaultOfFile, type RenderResult } from './result.ts';

export interface PreviewsOptions {
  /** Path of the built program that decodes pictures. */
  readonly program: string;
  readonly cache: PreviewCache;
  readonly log: Logger;
  readonly limits?: Readonly<Record<PictureFormat, PictureLimits>>;
  /** Formats that are not decoded on this machine. */
  readonly leftOut?: readonly PictureFormat[];
  /** Maximum previews that wait in the queue. */
  readonly maxWaiting?: number;
  /** The process is ended this long after its last picture. */
  readonly idleMs?: number;
}

/** Pause before a file is retried that was too slow or whose process was killed from outside. */
const pauseMs = 60 * 60_000;
const maxPaused = 10_000;
const batchIds = 1000;

const results = { picture: 'made', none: 'none', 'not now': 'failed' } as const;

const notNow: Preview = { kind: 'not now' };

function none(facts: PictureFacts): Preview {
  return { kind: 'none', facts };
}

/** Creates previews in one child process, one file at a time, and keeps them in the cache. */
export function createPreviews(options: PreviewsOptions): Previews {
  const { cache, log, limits = pictureLimits, leftOut = [], maxWaiting = 200, idleMs = 30_000 } = options;
  const jobs = createJobs(makeMeasured, maxWaiting);
  const pausedUntil = new Map<string, number>();
  let process: PreviewProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let isUnable = false;
  let isClosed = false;
  let hasFullDisk = false;

  async function makeMeasured(job: Job): Promise<Preview> {
    const preview = await make(job);
    measured('preview', { result: results[preview.kind] });
    return preview;
  }

  async function make({ source, size, signal }: Job): Promise<Preview> {
    const bytes = await buffer(await source.open(signal));
    const format = pictureFormatOf(bytes);
    if (format === null) return none(withoutSize('not-a-picture'));
    if (leftOut.includes(format)) return paused(source);
    // Decoding a HEIC takes much longer than resizing, so both sizes are made at once.
    const sizes: readonly PreviewSize[] = format === 'heic' ? ['small', 'large'] : [size];
    const { pixels } = limits[format];
    const sides = sizes.map((each) => previewPixels[each]);
    const result = await render(bytes, { format, pixels, sides, purpose: 'preview' }, limits[format]);
    if (result.kind !== 'rendered') return withoutPicture(source, result);
    for (const [index, picture] of result.pictures.entries()) await keep(source, sizes[index] ?? size, picture);
    const picture = result.pictures[sizes.indexOf(size)];
    const { facts, hash } = result;
    return picture === undefined ? none(facts) : { kind: 'picture', picture, facts: { ...facts, hash } };
  }

  const render: PreviewProcess['render'] = async (...picture) => {
    clearTimeout(idle);
    try {
      return await (await usableProcess()).render(...picture);
    } finally {
      idle = setTimeout(() => void endProcess(), idleMs).unref();
    }
  };

  async function usableProcess(): Promise<PreviewProcess> {
    if (isClosed) throw new Error('The previews are closed');
    if (process !== null && !process.isUsable()) await endProcess();
    process ??= startPreviewProcess(options.program);
    return process;
  }

  async function endProcess(): Promise<void> {
    clearTimeout(idle);
    const ending = process;
    process = null;
    await ending?.end();
  }

  async function keep({ requestId, position }: PreviewSource, size: PreviewSize, picture: Buffer): Promise<void> {
    try {
      await cache.write({ requestId, position, size }, picture);
      hasFullDisk = false;
    } catch (error) {
      if (!hasFullDisk) log.warn({ err: error }, 'Previews cannot be cached: each preview is made again');
      hasFullDisk = true;
    }
  }

  function withoutPicture({ requestId, position }: PreviewSource, result: RenderResult): Preview {
    if (result.kind === 'refused') return none(result.facts);
    if (result.kind === 'unable') {
      isUnable = true;
      log.warn(`There are no previews: sharp does not run on this machine (${result.reason})`);
      return notNow;
    }
    log.warn({ requestId, position, ...result }, 'The process that makes previews was ended');
    if (isFaultOfFile(result)) return none(withoutSize('too-costly'));
    return paused({ requestId, position });
  }

  /** The file is not read again for a while. */
  function paused({ requestId, position }: Pick<PreviewSource, 'requestId' | 'position'>): Preview {
    if (pausedUntil.size >= maxPaused) pausedUntil.clear();
    pausedUntil.set(`${requestId}/${position}`, Date.now() + pauseMs);
    return notNow;
  }

  return {
    async get(source, size, signal) {
      const { requestId, position } = source;
      const kept = await cache.read({ requestId, position, size });
      if (kept !== null) return { kind: 'picture', picture: kept, facts: null };
      return this.remake(source, size, signal);
    },
    async remake(source, size, signal) {
      const { requestId, position } = source;
      const isPaused = (pausedUntil.get(`${requestId}/${position}`) ?? 0) > Date.now();
      return isUnable || isPaused ? notNow : jobs.run(source, size, signal);
    },
    async forgetOthers(existing, signal) {
      const ids = await cache.requestIds();
      for (let at = 0; at < ids.length && !signal.aborted; at += batchIds) {
        const batch = ids.slice(at, at + batchIds);
        const kept = new Set(await existing(batch));
        for (const id of batch) if (!kept.has(id)) await cache.forget(id);
      }
    },
    async close() {
      isClosed = true;
      jobs.close();
      await endProcess();
    },
  };
}
