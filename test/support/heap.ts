import { exposeGarbageCollection } from '../../src/memory/young-garbage.ts';

const collectGarbage = exposeGarbageCollection();

/** Bytes of the heap that are in use, without garbage. */
export function heapAfterCollection(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
