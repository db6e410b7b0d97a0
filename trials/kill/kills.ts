import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Fleet } from './fleet.ts';
import type { Replica } from './replica.ts';
import { type Moment, type Step, steps } from './steps.ts';

/** Where a process was killed: at a step, or at any time; there too when nothing came to its step. */
export interface Kill {
  readonly where: string;
  readonly moment: Moment | 'any time' | 'nothing came';
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

/** Kills one replica, or all of them, as planned; gives one for each process that died. */
export async function carryOut(plan: Plan, fleet: Fleet, random: Random): Promise<Kill[]> {
  if (plan === 'one' || plan === 'all') {
    await sleep(random.below(maxRandomPauseMs));
    const victims = fleet.replicas.filter(({ isAlive }) => isAlive);
    if (plan === 'all') return victims.map((victim) => killed(victim, { where: 'all at once', moment: 'any time' }));
    return [killed(random.pick(victims), { where: 'at random', moment: 'any time' })];
  }
  return [await killAtStep(plan.step, plan.moment, fleet, random)];
}

/** Steps at which processes were to die, and none did. */
export function missedSteps(kills: readonly Kill[]): string[] {
  const missed = kills.filter(({ moment }) => moment === 'nothing came').map(({ where }) => where);
  const isMissed = (name: string) => kills.every(({ where, moment }) => where !== name || moment === 'nothing came');
  return [...new Set(missed)].filter(isMissed);
}

async function killAtStep(step: Step, moment: Moment, fleet: Fleet, random: Random): Promise<Kill> {
  const patience = new AbortController();
  const sprung = fleet.trap.set(step, moment).then(() => true);
  const gaveUp = sleep(springMs, false, { signal: patience.signal }).catch(() => false);
  const isSprung = await Promise.race([sprung, gaveUp]);
  patience.abort();
  if (isSprung) return { where: step.name, moment };
  fleet.trap.clear();
  return killed(random.pick(fleet.replicas), { where: step.name, moment: 'nothing came' });
}

function killed(replica: Replica, kill: Kill): Kill {
  replica.kill();
  return kill;
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const rest = [...list];
  return list.flatMap(() => rest.splice(random.below(rest.length), 1));
}
