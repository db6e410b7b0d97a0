import { exposeGarbageCollection } from '../../src/memory/forced-collections.ts';

const collectGarbage = exposeGarbageCollection();

/** Returns the bytes of heap in use after a garbage collection. */
export function heapAfterCollection(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
