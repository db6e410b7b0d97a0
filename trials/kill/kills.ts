import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Senders } from './customers.ts';
import type { Fleet } from './fleet.ts';
import type { Replica } from './replica.ts';
import { type Moment, type Step, steps } from './steps.ts';

/** The step of a kill, or any time. It is also any time when no replica reached the step. */
export interface Kill {
  readonly where: string;
  readonly senders: Senders;
  readonly moment: Moment | 'any time' | 'nothing came';
}

export interface Plan {
  readonly senders: Senders;
  readonly target: Target;
}

type Target = { readonly step: Step; readonly moment: Moment } | 'one' | 'all';

const stepLimitMs = 30_000;
const randomEvery = 4;
const allEvery = 12;
const maxRandomPauseMs = 300;
const sendersInTurn: readonly Senders[] = ['keyed', 'keyless', 'mixed'];

/**
 * Yields every step once in random order, each with the next of its moments: first while all customers have keys, then
 * while no attachment has, then while some have. Then repeats. Other kills are interspersed.
 */
export function* planKills(random: Random): Generator<Plan> {
  const decks = sendersInTurn.map((senders) => ({ senders, cards: deckOf(senders, random) }));
  for (let round = 0; ; round++) {
    for (const { senders, cards } of decks) {
      for (const target of targetsOf(cards, round, random)) yield { senders, target };
    }
  }
}

type Deck = readonly { readonly step: Step; readonly moments: readonly Moment[] }[];

function deckOf(senders: Senders, random: Random): Deck {
  const met = steps.filter((step) => senders === 'mixed' || step.senders === 'any' || step.senders === senders);
  return met.map((step) => ({ step, moments: shuffled(step.moments, random) }));
}

function* targetsOf(deck: Deck, round: number, random: Random): Generator<Target> {
  for (const { step, moments } of shuffled(deck, random)) {
    const moment = moments[round % moments.length];
    if (moment) yield { step, moment };
    if (random.below(randomEvery) === 0) yield random.below(allEvery / randomEvery) === 0 ? 'all' : 'one';
  }
}

/** Kills one replica or all of them, as planned. Resolves with one entry for each process that died. */
export async function execute({ target, senders }: Plan, fleet: Fleet, random: Random): Promise<Kill[]> {
  if (target === 'one' || target === 'all') {
    await sleep(random.below(maxRandomPauseMs));
    const victims = fleet.replicas.filter(({ isAlive }) => isAlive);
    const killAny = (victim: Replica, where: string) => killed(victim, { where, senders, moment: 'any time' });
    if (target === 'all') return victims.map((victim) => killAny(victim, 'all at once'));
    return [killAny(random.pick(victims), 'at random')];
  }
  const { step, moment } = target;
  const isReached = await killAtStep(step, moment, fleet);
  if (isReached) return [{ where: step.name, senders, moment }];
  return [killed(random.pick(fleet.replicas), { where: step.name, senders, moment: 'nothing came' })];
}

/** Returns the steps at which processes were to die while these customers sent, but none did. */
export function missedSteps(kills: readonly Kill[]): string[] {
  const describe = ({ where, senders }: Kill) => `${where}, ${senders} customers`;
  const missed = kills.filter(({ moment }) => moment === 'nothing came').map(describe);
  const met = new Set(kills.filter(({ moment }) => moment !== 'nothing came').map(describe));
  return [...new Set(missed)].filter((step) => !met.has(step));
}

async function killAtStep(step: Step, moment: Moment, fleet: Fleet): Promise<boolean> {
  const timeout = new AbortController();
  const reached = fleet.trap.set(step, moment).then(() => true);
  const gaveUp = sleep(stepLimitMs, false, { signal: timeout.signal }).catch(() => false);
  const isReached = await Promise.race([reached, gaveUp]);
  timeout.abort();
  if (!isReached) fleet.trap.clear();
  return isReached;
}

function killed(replica: Replica, kill: Kill): Kill {
  replica.kill();
  return kill;
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const rest = [...list];
  return list.flatMap(() => rest.splice(random.below(rest.length), 1));
}
