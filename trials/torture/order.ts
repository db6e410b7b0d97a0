import type { Random } from '../random.ts';
import type { LateCall, World } from './world.ts';

/** Decides the next event. */
export interface Order {
  /** Lets one event happen. Resolves with false when no event is left. */
  move(world: World): Promise<boolean>;
  /** Returns the late calls that reach their store at this border between two phases of a schedule. */
  landing(late: readonly LateCall[], border: Border): readonly LateCall[];
  /** Whether a call that its caller abandoned before its execution still reaches the store. */
  landsGivenUp(): boolean;
}

export type Border = 'all are answered' | 'swept once' | 'grace ends';

/** First come, first served. Time advances only when no other event can happen. */
export const firstCome: Order = {
  async move(world) {
    const [timer] = world.time.due();
    if (timer) {
      world.time.fire(timer);
      return true;
    }
    const [call] = world.waiting();
    if (!call) return world.time.toNextTimer();
    const overtaken = world.late().filter(({ landing }) => landing === 'after the next call');
    await world.carryOut(call);
    for (const late of overtaken) await world.land(late);
    return true;
  },
  landing: (late, border) =>
    border === 'all are answered' ? late.filter(({ landing }) => landing !== 'after a sweep') : late,
  landsGivenUp: () => false,
};

/** Longer than a lease. Simulates that every process was suspended for this time. */
const suspensionMs = 70_000;

export function randomOrder(random: Random): Order {
  return {
    async move(world) {
      const move = pickByWeight(movesIn(world), random);
      await move.act();
      return true;
    },
    landing: (late, border) => (border === 'grace ends' ? late : late.filter(() => random.chance(0.4))),
    landsGivenUp: () => random.chance(0.4),
  };
}

interface Move {
  readonly weight: number;
  act(): unknown;
}

function pickByWeight(moves: readonly Move[], random: Random): Move {
  let rest = random.fraction() * moves.reduce((sum, { weight }) => sum + weight, 0);
  for (const move of moves) {
    if (rest < move.weight) return move;
    rest -= move.weight;
  }
  throw new Error('The dice fell beside all moves');
}

function movesIn(world: World): Move[] {
  const due = world.time.due().map((timer) => ({ weight: 10, act: () => world.time.fire(timer) }));
  const calls = world.waiting().map((call) => ({ weight: 10, act: () => world.carryOut(call) }));
  const late = world.late().map((call) => ({ weight: 0.5, act: () => world.land(call) }));
  const wait = { weight: 0.5, act: () => world.time.toNextTimer() };
  const suspension = { weight: 0.1, act: () => world.time.jump(suspensionMs) };
  return [...due, ...calls, ...late, wait, suspension];
}
