const closers: (() => Promise<void>)[] = [];
let isEnding = false;

/**
 * Runs `work`, then `close`. Also calls `close` when a signal interrupts the work, because engines would outlive this
 * process.
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

/** Makes SIGINT and SIGTERM close what is open, latest first, and end the process with code 1. */
export function closeOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isEnding) return;
      isEnding = true;
      void closeAll().finally(() => process.exit(1));
    });
  }
}

async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close().catch((error: unknown) => console.error(error));
}
