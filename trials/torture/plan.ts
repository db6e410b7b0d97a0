import { createRandom } from '../random.ts';
import { type Effect, type EffectName, effectNames, effects } from './effects.ts';

/** Everything that determines a schedule. */
export type Plan = OrderedPlan | RandomPlan;

/**
 * A plan with one submission. Calls are executed in the order in which they were made. Time advances only when nothing
 * else is left to do.
 */
export interface OrderedPlan {
  readonly kind: 'ordered';
  readonly fileCount: number;
  /** True for a customer with a key who repeats failed submissions until one is stored. */
  readonly isRepeated: boolean;
  /** The faults by call number, from 1. */
  readonly faults: ReadonlyMap<number, EffectName>;
}

export interface Visit {
  readonly process: 'p1' | 'p2';
  readonly fileCount: number;
  /** True for a customer with a key who repeats failed submissions until one is stored. */
  readonly isRepeated: boolean;
  readonly startMs: number;
}

/**
 * A plan in which random numbers from the seed determine submissions, faults, the order of events, and the passing of
 * time.
 */
interface RandomPlan {
  readonly kind: 'random';
  readonly seed: number;
  readonly submissions: readonly Visit[];
  readonly faults: ReadonlyMap<number, EffectName>;
}

export const fileCounts: readonly number[] = [0, 1, 3, 10];

const mostSubmissions = 3;
const mostFaults = 4;
const mostDeaths = 3;
const latestStartMs = 60_000;

export function randomPlan(seed: number): RandomPlan {
  const random = createRandom(seed);
  const submissions = Array.from({ length: 1 + random.below(mostSubmissions) }, () => ({
    process: random.pick(['p1', 'p2'] as const),
    fileCount: random.pick(fileCounts),
    isRepeated: random.chance(0.4),
    startMs: random.chance(0.7) ? 0 : random.below(latestStartMs),
  }));
  // The number of calls in a schedule without failures. Failures make it longer.
  const calls = submissions.reduce((sum, { fileCount }) => sum + fileCount + 4, 0);
  const faults = Array.from(
    { length: random.below(mostFaults + 1) },
    () => [1 + random.below(calls * 2), random.pick(effectNames)] as const,
  );
  return { kind: 'random', seed, submissions, faults: new Map(faults.filter(survivedByOne())) };
}

/** One of the four processes must survive to run recovery. */
function survivedByOne(): (fault: readonly [number, EffectName]) => boolean {
  let deaths = 0;
  return ([, name]) => {
    const { afterwards }: Effect = effects[name];
    return afterwards !== 'the process dies' || ++deaths <= mostDeaths;
  };
}

export function randomPlans(firstSeed: number, count: number): RandomPlan[] {
  return Array.from({ length: count }, (_, index) => randomPlan(firstSeed + index));
}

/**
 * `3/5:response-lost/9:late`, or `3k/…` for a customer who repeats with one key: three files, the response to call 5
 * lost, call 9 late.
 */
export function planText({ fileCount, isRepeated, faults }: OrderedPlan): string {
  return [`${fileCount}${isRepeated ? 'k' : ''}`, ...[...faults].map(([call, effect]) => `${call}:${effect}`)].join(
    '/',
  );
}

/** @throws {Error} Names the error in the text. */
export function parsePlan(text: string): OrderedPlan {
  const [who = '', ...faults] = text.split('/');
  if (!/^\d{1,2}k?$/.test(who)) throw new Error(`A plan begins with a number of files: ${text}`);
  return {
    kind: 'ordered',
    fileCount: Number.parseInt(who, 10),
    isRepeated: who.endsWith('k'),
    faults: new Map(faults.map(parseFault)),
  };
}

function parseFault(text: string): [number, EffectName] {
  const [call = '', effect] = text.split(':');
  const known = effectNames.find((name) => name === effect);
  if (!/^\d+$/.test(call) || !known) {
    throw new Error(`A fault is <call>:<effect>, the effect one of ${effectNames.join(', ')}: ${text}`);
  }
  return [Number(call), known];
}
