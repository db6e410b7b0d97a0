import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Without options it collects all garbage; Node 20 takes any for `minor`. */
type CollectGarbage = (options?: { readonly type: 'minor' }) => void;

let collectGarbage: CollectGarbage | null = null;

type Collection = (bytes: number) => void;

/** Makes V8 collect its young garbage for every so many bytes that have been done with. */
export function createYoungCollection(everyBytes: number): Collection {
  return createCollection(everyBytes, { type: 'minor' });
}

/** All of its garbage: some twenty milliseconds in which the process does nothing else. */
export function createFullCollection(everyBytes: number): Collection {
  return createCollection(everyBytes);
}

function createCollection(everyBytes: number, ...options: Parameters<CollectGarbage>): Collection {
  let uncollectedBytes = 0;
  return (bytes) => {
    uncollectedBytes += bytes;
    if (uncollectedBytes < everyBytes) return;
    uncollectedBytes = 0;
    collectGarbage ??= exposeGarbageCollection();
    collectGarbage(...options);
  };
}

/** The only way to the collector that needs no argument to `node`. */
export function exposeGarbageCollection(): CollectGarbage {
  setFlagsFromString('--expose-gc');
  const collect: CollectGarbage = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return collect;
}
