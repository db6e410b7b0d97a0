import { exposeGarbageCollection } from '../../src/platform/waiting/forced-collections.ts';

const collectGarbage = exposeGarbageCollection();

/** Returns the bytes of heap in use after a garbage collection. */
export function heapAfterCollection(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
