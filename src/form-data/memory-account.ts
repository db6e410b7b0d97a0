/** Counts the bytes that all requests of one spool hold in memory. */
export interface MemoryAccount {
  readonly usedBytes: number;
  /** Takes the bytes and says true, or takes none and says false where they are over the budget. */
  reserve(bytes: number): boolean;
  /** Takes the bytes whatever the budget: for what is in memory already, on its way to disk. */
  charge(bytes: number): void;
  giveBack(bytes: number): void;
}

export function createMemoryAccount(budgetBytes: number): MemoryAccount {
  let usedBytes = 0;
  return {
    get usedBytes() {
      return usedBytes;
    },
    reserve(bytes) {
      if (usedBytes + bytes > budgetBytes) return false;
      usedBytes += bytes;
      return true;
    },
    charge(bytes) {
      usedBytes += bytes;
    },
    giveBack(bytes) {
      usedBytes -= bytes;
    },
  };
}
