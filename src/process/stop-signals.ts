/** The signals that ask a process to stop. SIGHUP says that its terminal was closed. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type StopSignal = (typeof stopSignals)[number];

/**
 * One request to stop may arrive several times: a terminal signals every process, and npm or a shell passes the same
 * signal on to its child.
 */
const sameRequestMs = 1000;

/**
 * Calls `stop` at the first signal, and `stopAtOnce` at each signal that arrives more than a second after the first.
 * @param now The time in milliseconds.
 */
export function onStopSignal(
  stop: (signal: StopSignal) => void,
  stopAtOnce: (signal: StopSignal) => void,
  now: () => number = performance.now.bind(performance),
): void {
  let firstAt: number | null = null;
  for (const signal of stopSignals) {
    process.on(signal, () => {
      if (firstAt === null) {
        firstAt = now();
        stop(signal);
      } else if (now() - firstAt > sameRequestMs) {
        stopAtOnce(signal);
      }
    });
  }
}
