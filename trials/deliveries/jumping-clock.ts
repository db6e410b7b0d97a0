/**
 * Loaded into a worker before its program. Makes the wall clock jump, like that of a suspended or misconfigured
 * machine. Timers are not affected.
 */
const jumpEveryMs = 2000;
const hourMs = 60 * 60_000;
const offsetsMs: readonly number[] = [0, 24 * hourMs, -hourMs, 10 * 365 * 24 * hourMs, -30 * 24 * hourMs];

const RealDate = Date;
const startedAt = performance.now();

function offsetMs(): number {
  const jumps = Math.floor((performance.now() - startedAt) / jumpEveryMs);
  return offsetsMs[jumps % offsetsMs.length] ?? 0;
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given: [], newTarget) =>
    Reflect.construct(target, given.length === 0 ? [RealDate.now() + offsetMs()] : given, newTarget),
  get: (target, name) => (name === 'now' ? () => RealDate.now() + offsetMs() : Reflect.get(target, name)),
});
