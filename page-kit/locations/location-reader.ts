import type { locationTasks, Removal } from './picture-location.ts';

interface LocationTask {
  readonly task: keyof typeof locationTasks;
  readonly file: Blob;
}

/** The readers have bounds of their own, which a slow phone reaches within seconds. */
const mostReadingMs = 10_000;

interface LocationReader {
  /** Resolves with whether a picture says where it was taken, or with null where the file cannot be read for that. */
  find(file: Blob): Promise<boolean | null>;
  /** Resolves with a copy of a picture that does not say so, or with null where the file cannot be read for that. */
  remove(file: Blob): Promise<Removal | null>;
}

/** @param start Starts `location-worker.ts`. Each page loads its script in a way of its own. */
export function createLocationReader(start: () => Worker): LocationReader {
  let mayStart = true;
  /** In this thread where the page that has the form lets no worker start: the readers' bounds hold there too. */
  async function answerTo<T>(question: LocationTask): Promise<T | null> {
    const worker = mayStart ? await startedBy(start) : null;
    if (worker !== null) return answerOf<T>(worker, question);
    mayStart = false;
    const { locationTasks } = await import('./picture-location.ts');
    return locationTasks[question.task](question.file) as Promise<T | null>;
  }
  return {
    find: (file) => answerTo({ task: 'find', file }),
    remove: (file) => answerTo({ task: 'remove', file }),
  };
}

function startedBy(start: () => Worker): Promise<Worker | null> {
  return new Promise<Worker | null>((resolve) => {
    const worker = start();
    worker.onmessage = () => resolve(worker);
    worker.onerror = () => resolve(null);
  }).catch(() => null);
}

async function answerOf<T>(worker: Worker, question: LocationTask): Promise<T | null> {
  let timer = 0;
  const answer = new Promise<T | null>((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = () => resolve(null);
    timer = window.setTimeout(() => resolve(null), mostReadingMs);
    worker.postMessage(question);
  });
  return answer.finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
}

/** Says that the worker has started. Then it answers one question, unless it is stopped from outside. */
export function serveLocations(tasks: typeof locationTasks): void {
  self.onmessage = async ({ data }: MessageEvent<LocationTask>) => {
    self.postMessage(await tasks[data.task](data.file));
  };
  self.postMessage('started');
}
