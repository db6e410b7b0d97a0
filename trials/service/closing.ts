const closers: (() => Promise<void>)[] = [];
let isEnding = false;

/**
 * Runs `work`, then `close`. Also calls `close` when SIGINT or SIGTERM interrupts the work, because servers would outlive
 * this process.
 */
export async function withClosing<T>(close: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  closers.push(close);
  try {
    return await work();
  } finally {
    // A signal closes everything and ends the process, so the work must not continue.
    if (isEnding) await new Promise<never>(() => {});
    closers.splice(closers.indexOf(close), 1);
    await close();
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (isEnding) return;
    isEnding = true;
    void closeAll().finally(() => process.exit(1));
  });
}

/** Closes the latest first. */
async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close().catch((error: unknown) => console.error(error));
}
