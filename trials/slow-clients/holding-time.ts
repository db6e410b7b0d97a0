/** The size of the crowd for which the times of the trial are stated. */
export const defaultConnections = 5000;
const least = 0.25;

/** Returns the time for a crowd of this size. A smaller crowd gathers faster and is held for a shorter time. */
export function scaledMs(ms: number, connections: number): number {
  return ms * Math.min(1, Math.max(least, connections / defaultConnections));
}
