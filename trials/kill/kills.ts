import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Fleet } from './fleet.ts';
import { type Moment, type Step, steps } from './steps.ts';

/** Where a process was killed: at a step, or at any time. */
export interface Kill {
  readonly where: string;
  readonly moment: Moment | 'any time';
}

export type Plan = { readonly step: Step; readonly moment: Moment } | 'one' | 'all';

const springMs = 10_000;
const randomEvery = 4;
const allEvery = 12;
const maxRandomPauseMs = 300;

/** Every step once in a random order, each with the next of its moments, then all of them again; and kills between. */
export function* planKills(random: Random): Generator<Plan> {
  const decks = steps.map((step) => ({ step, moments: shuffled(step.moments, random) }));
  for (let round = 0; ; round++) {
    for (const { step, moments } of shuffled(decks, random)) {
      const moment = moments[round % moments.length];
      if (moment) yield { step, moment };
      if (random.below(randomEvery) === 0) yield random.below(allEvery / randomEvery) === 0 ? 'all' : 'one';
    }
  }
}

/** Kills one replica, or all of them, as planned; when the step does not come in time, one at any time. */
export async function carryOut(plan: Plan, fleet: Fleet, random: Random): Promise<Kill> {
  if (plan === 'one' || plan === 'all') {
    await sleep(random.below(maxRandomPauseMs));
    const victims = plan === 'all' ? fleet.replicas : [random.pick(fleet.replicas)];
    for (const victim of victims) victim.kill();
    return { where: plan === 'all' ? 'all at once' : 'at random', moment: 'any time' };
  }
  const { step, moment } = plan;
  const patience = new AbortController();
  const killed = fleet.trap.set(step, moment).then(() => true);
  const gaveUp = sleep(springMs, false, { signal: patience.signal }).catch(() => false);
  const isKilled = await Promise.race([killed, gaveUp]);
  patience.abort();
  if (isKilled) return { where: step.name, moment };
  fleet.trap.clear();
  random.pick(fleet.replicas).kill();
  return { where: `at random, for nothing came to ${step.name}`, moment };
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const rest = [...list];
  return list.flatMap(() => rest.splice(random.below(rest.length), 1));
}
