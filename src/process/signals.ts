import type { Logger } from 'pino';

interface StopOptions {
  readonly log: Logger;
  /** Limit for a graceful shutdown. After it the process exits with code 1. */
  readonly limitMs: number;
  /** Finishes the requests under way and releases everything. Never rejects. */
  close(): Promise<void>;
}

/** The first SIGINT or SIGTERM shuts down gracefully, the second ends the process at once with code 1. */
export function stopOnSignals({ log, limitMs, close }: StopOptions) {
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      log.info(`${signal}: finishing the submissions under way`);
      setTimeout(() => process.exit(1), limitMs).unref();
      void close().then(() => {
        log.info('Stopped');
        process.exit();
      });
    });
  }
  return {
    /** True from the first signal on. */
    isUnderWay: () => isStopping,
  };
}
