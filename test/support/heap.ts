import { exposeGarbageCollection } from '../../src/memory/forced-collections.ts';

const collectGarbage = exposeGarbageCollection();

/** Bytes of the heap that are in use, without garbage. */
export function heapAfterCollection(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
