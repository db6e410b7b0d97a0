import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type CollectGarbage = (options: { readonly type: 'minor' | 'major' }) => void;

let collectGarbage: CollectGarbage | null = null;

/** Makes V8 collect its young garbage for every so many bytes that have been done with. */
export function createYoungCollection(everyBytes: number): (bytes: number) => void {
  let uncollectedBytes = 0;
  return (bytes) => {
    uncollectedBytes += bytes;
    if (uncollectedBytes < everyBytes) return;
    uncollectedBytes = 0;
    collectGarbage ??= exposeGarbageCollection();
    collectGarbage({ type: 'minor' });
  };
}

/** The only way to the collector that needs no argument to `node`. */
export function exposeGarbageCollection(): CollectGarbage {
  setFlagsFromString('--expose-gc');
  const collect: CollectGarbage = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return collect;
}
