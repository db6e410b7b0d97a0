import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import type { Stage } from './stage.ts';

/** What an alert did. Each is null when it did not. */
export interface Outcome {
  readonly alert: string;
  readonly broken: string;
  readonly wasQuiet: boolean;
  /** Since the fault was complete. */
  readonly firedAfterS: number | null;
  /** Since the repair was complete. */
  readonly resolvedAfterS: number | null;
}

const pollMs = 250;
const quietMs = 60_000;
/** The longest wait or range is 216 seconds, and counts in the database are up to 30 seconds old. */
const fireMs = 280_000;
const resolveMs = 45_000;

/** Breaks one thing, waits for its alerts, repairs it, and waits until they are over. */
export async function watchFault(stage: Stage, fault: Fault): Promise<readonly Outcome[]> {
  const { prometheus } = stage;
  const stateOf = async (alert: string) => (await prometheus.active()).get(alert) ?? 'quiet';

  async function secondsUntil(alert: string, states: readonly string[], limitMs: number): Promise<number | null> {
    const startedAt = performance.now();
    while (performance.now() - startedAt < limitMs) {
      if (states.includes(await stateOf(alert))) return (performance.now() - startedAt) / 1000;
      await sleep(pollMs);
    }
    return null;
  }

  async function each<T>(act: (alert: string) => Promise<T>): Promise<readonly T[]> {
    return Promise.all(fault.alerts.map(act));
  }

  const quiet = await each((alert) => secondsUntil(alert, ['quiet'], quietMs));
  const repair = await fault.begin(stage);
  const fired = await each((alert) => secondsUntil(alert, ['firing'], fireMs));
  await repair();
  const resolved = await each((alert) => secondsUntil(alert, ['quiet', 'pending'], resolveMs));
  return fault.alerts.map((alert, index) => ({
    alert,
    broken: fault.broken,
    wasQuiet: quiet[index] !== null,
    firedAfterS: fired[index] ?? null,
    resolvedAfterS: resolved[index] ?? null,
  }));
}
