const closers: (() => Promise<void>)[] = [];
let isEnding = false;

/** Does `work`, then `close`, also when a signal breaks the work off: engines would go on without this process. */
export async function withClosing<T>(close: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  closers.push(close);
  try {
    return await work();
  } finally {
    // A signal closes everything and ends the process, whatever that does to the work.
    if (isEnding) await new Promise<never>(() => {});
    closers.splice(closers.indexOf(close), 1);
    await close();
  }
}

/** SIGINT and SIGTERM close what is open, the latest first, and end the process with code 1. */
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
