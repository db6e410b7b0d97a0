import { createBlockPool } from './block-pool.ts';
import { createReadBuffers } from './read-buffers.ts';
import { createRequestSpool } from './request-spool.ts';
import type { Spool } from './spool.ts';
import { removeTemporaryFiles } from './temporary-file.ts';

export interface SpoolOptions {
  /** For the temporary files. Made, for this user alone, when the first one is needed. */
  readonly directory: string;
  /**
   * Shared by all requests, in blocks of 64 KiB. Three quarters of it keep bytes; those beyond go to disk, through the
   * last quarter.
   */
  readonly memoryBudgetBytes: number;
}

/**
 * A spool whose temporary files lose their names as soon as they are open: a process that is killed leaves at worst an
 * empty file. `memoryBytes` counts what is on its way to disk too, about 512 KiB a request.
 */
export function createSpool({ directory, memoryBudgetBytes }: SpoolOptions): Spool {
  const pool = createBlockPool(memoryBudgetBytes);
  const buffers = createReadBuffers();
  return {
    open: () => createRequestSpool(directory, pool, buffers),
    get memoryBytes() {
      return pool.usedBytes;
    },
    removeLeftOvers: () => removeTemporaryFiles(directory),
  };
}
