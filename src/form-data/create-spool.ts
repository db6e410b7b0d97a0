import { createMemoryAccount } from './memory-account.ts';
import { createRequestSpool } from './request-spool.ts';
import type { Spool } from './spool.ts';
import { removeTemporaryFiles } from './temporary-file.ts';

export interface SpoolOptions {
  /** For the temporary files. Made, for this user alone, when the first one is needed. */
  readonly directory: string;
  /** Shared by all requests. Bytes beyond it go to disk. */
  readonly memoryBudgetBytes: number;
}

/**
 * A spool whose temporary files lose their names as soon as they are open: a process that is killed leaves at worst an
 * empty file. `memoryBytes` counts what is on its way to disk too, about 1 MiB a request beyond the budget.
 */
export function createSpool({ directory, memoryBudgetBytes }: SpoolOptions): Spool {
  const account = createMemoryAccount(memoryBudgetBytes);
  return {
    open: () => createRequestSpool(directory, account),
    get memoryBytes() {
      return account.usedBytes;
    },
    removeLeftOvers: () => removeTemporaryFiles(directory),
  };
}
