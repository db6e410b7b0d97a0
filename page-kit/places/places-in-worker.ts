import type { placeTasks, Removal } from './picture-place.ts';

export interface PlaceQuestion {
  readonly task: keyof typeof placeTasks;
  readonly file: Blob;
}

/** The readers have bounds of their own, which a slow phone reaches within seconds. */
const mostReadingMs = 10_000;

let startWorker: (() => Worker) | null = null;

/** Sets how `place-worker.ts` is started. Each page loads its script in a way of its own. */
export function readPlacesInWorkersOf(start: () => Worker): void {
  startWorker = start;
}

/** Resolves with whether a picture says where it was taken, or with null where the file cannot be read for that. */
export const findPlace = (file: Blob): Promise<boolean | null> => answerTo({ task: 'find', file });

/** Resolves with a copy of a picture that does not say where it was taken, or with null where it cannot be read for that. */
export const removePlace = (file: Blob): Promise<Removal | null> => answerTo({ task: 'remove', file });

/** In this thread where the page that has the form lets no worker start: the readers' bounds hold there too. */
async function answerTo<T>(question: PlaceQuestion): Promise<T | null> {
  const worker = await startedWorker();
  if (worker !== null) return answerOf<T>(worker, question);
  startWorker = null;
  const { placeTasks } = await import('./picture-place.ts');
  return placeTasks[question.task](question.file) as Promise<T | null>;
}

function startedWorker(): Promise<Worker | null> {
  return new Promise<Worker | null>((resolve) => {
    const worker = startWorker?.();
    if (worker === undefined) return resolve(null);
    worker.onmessage = () => resolve(worker);
    worker.onerror = () => resolve(null);
  }).catch(() => null);
}

async function answerOf<T>(worker: Worker, question: PlaceQuestion): Promise<T | null> {
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
