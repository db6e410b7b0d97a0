import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Without options it collects all garbage. Node 20 takes any options for `minor`. */
type CollectGarbage = (options?: { readonly type: 'minor' }) => void;

let collectGarbage: CollectGarbage | null = null;

type Collection = (bytes: number) => void;

/** Returns a function that counts released bytes, and makes V8 collect its young garbage after every `everyBytes`. */
export function createMinorCollections(everyBytes: number): Collection {
  return createCollection(everyBytes, { type: 'minor' });
}

/** As `createMinorCollections`, but for all garbage: that blocks the process for about 20 milliseconds. */
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

/** Returns V8's garbage collector. There is no other way to it without an argument to `node`. */
export function exposeGarbageCollection(): CollectGarbage {
  setFlagsFromString('--expose-gc');
  const collect: CollectGarbage = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return collect;
}
