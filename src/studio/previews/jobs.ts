import { untilAborted } from '../../platform/waiting/within-limit.ts';
import { type Preview, PreviewQueueFullError, type PreviewSize, type PreviewSource } from './previews.ts';

/** A preview that is to be made. */
export interface Job {
  readonly source: PreviewSource;
  readonly size: PreviewSize;
  /** Aborted when no caller waits for the preview any more. */
  readonly signal: AbortSignal;
}

/** Runs one job at a time. Callers that want the same preview share one job. */
interface Jobs {
  /** Rejects with the error of `make`, with a `PreviewQueueFullError`, or with the reason of the abort. */
  run(source: PreviewSource, size: PreviewSize, signal: AbortSignal): Promise<Preview>;
  /** Rejects the running and the waiting jobs, and all later ones. */
  close(): void;
}

interface Entry extends Job {
  readonly result: Promise<Preview>;
  readonly resolve: (preview: Preview) => void;
  readonly reject: (reason: unknown) => void;
  readonly leaving: AbortController;
  callers: number;
}

export function createJobs(make: (job: Job) => Promise<Preview>, maxWaiting: number): Jobs {
  const entries = new Map<string, Entry>();
  const waiting: Entry[] = [];
  let isWorking = false;
  let isClosed = false;

  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
      await make(entry).then(entry.resolve, entry.reject);
      forget(entry);
    }
    isWorking = false;
  }

  function add(source: PreviewSource, size: PreviewSize): Entry {
    if (isClosed) throw new Error('No more previews are made');
    if (waiting.length >= maxWaiting) throw new PreviewQueueFullError();
    const entry = entryOf(source, size);
    entries.set(nameOf(entry), entry);
    waiting.push(entry);
    void work();
    return entry;
  }

  /** Deletes the entry, unless a newer entry with the same name has replaced it. */
  function forget(entry: Entry): void {
    if (entries.get(nameOf(entry)) === entry) entries.delete(nameOf(entry));
  }

  function leave(entry: Entry): void {
    entry.callers -= 1;
    if (entry.callers > 0) return;
    forget(entry);
    abandon(entry);
    const at = waiting.indexOf(entry);
    if (at >= 0) waiting.splice(at, 1);
  }

  return {
    async run(source, size, signal) {
      signal.throwIfAborted();
      const entry = entries.get(nameOf({ source, size })) ?? add(source, size);
      entry.callers += 1;
      return untilAborted(entry.result, signal).finally(() => leave(entry));
    },
    close() {
      isClosed = true;
      for (const entry of entries.values()) abandon(entry);
      waiting.length = 0;
    },
  };
}

function entryOf(source: PreviewSource, size: PreviewSize): Entry {
  const leaving = new AbortController();
  let resolve: Entry['resolve'] = () => {};
  let reject: Entry['reject'] = () => {};
  const result = new Promise<Preview>((resolved, rejected) => {
    resolve = resolved;
    reject = rejected;
  });
  // All callers may have left. Without a handler the rejection would be unhandled.
  result.catch(() => {});
  return { source, size, leaving, signal: leaving.signal, result, resolve, reject, callers: 0 };
}

function abandon({ leaving, reject }: Entry): void {
  leaving.abort();
  reject(leaving.signal.reason);
}

function nameOf({ source, size }: Pick<Job, 'source' | 'size'>): string {
  return `${source.requestId}/${source.position}/${size}`;
}
