import { parseArgs } from 'node:util';
import { readCount } from '../service/options.ts';
import { mutants } from './mutants.ts';
import { type Plan, parsePlan, randomPlan } from './plan.ts';
import { asBuilt, type Protocol } from './protocol.ts';

export type Options =
  | { readonly kind: 'replay'; readonly plan: Plan; readonly protocol: Protocol }
  | { readonly kind: 'trial'; readonly extent: Extent };

export interface Extent {
  readonly firstSeed: number;
  /** The number of schedules in random order. */
  readonly seeds: number;
  /** Plays every `pairStride`-th schedule with two faults. */
  readonly pairStride: number;
  /** The number of schedules in random order that each mutant plays after it has first been caught. */
  readonly mutantSeeds: number;
}

// The strides have no common factor with the number of effects.
const short: Extent = { firstSeed: 1, seeds: 200, pairStride: 499, mutantSeeds: 20 };
const long: Extent = { firstSeed: 1, seeds: 20_000, pairStride: 5, mutantSeeds: 1000 };

/** @throws {Error} Names the invalid argument. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      short: { type: 'boolean', default: false },
      schedules: { type: 'string' },
      'first-seed': { type: 'string' },
      'pair-stride': { type: 'string' },
      seed: { type: 'string' },
      plan: { type: 'string' },
      mutant: { type: 'string' },
    },
  });
  const plan = readPlan(values.seed, values.plan);
  if (plan) return { kind: 'replay', plan, protocol: readProtocol(values.mutant) };
  if (values.mutant !== undefined) throw new Error('--mutant goes with --seed or --plan');
  const extent = values.short ? short : long;
  return {
    kind: 'trial',
    extent: {
      ...extent,
      firstSeed: readCount('first-seed', values['first-seed'], extent.firstSeed),
      seeds: readCount('schedules', values.schedules, extent.seeds),
      pairStride: readCount('pair-stride', values['pair-stride'], extent.pairStride),
    },
  };
}

function readPlan(seed: string | undefined, plan: string | undefined): Plan | null {
  if (seed !== undefined) return randomPlan(readCount('seed', seed, 0));
  return plan === undefined ? null : parsePlan(plan);
}

function readProtocol(name: string | undefined): Protocol {
  if (name === undefined) return asBuilt;
  const known = mutants.find((mutant) => mutant.name === name);
  if (known) return known;
  throw new Error(`--mutant must be one of ${mutants.map((mutant) => mutant.name).join(', ')}`);
}
