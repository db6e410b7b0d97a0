import { parseArgs } from 'node:util';
import { type Contestant, contestants } from './contestants.ts';
import { type Load, loads } from './loads.ts';

export interface Options {
  readonly rounds: number;
  readonly loads: readonly Load[];
  readonly contestants: readonly Contestant[];
  /** Where each contestant leaves a CPU profile when it ends; null for none. */
  readonly cpuProfileDirectory: string | null;
}

const defaultRounds = 5;

/** @throws {Error} that names the argument at fault. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string' },
      load: { type: 'string', multiple: true },
      only: { type: 'string', multiple: true },
      'cpu-profile': { type: 'string' },
    },
  });
  return {
    rounds: values.rounds === undefined ? defaultRounds : readRounds(values.rounds),
    loads: chosen(loads, values.load, '--load'),
    contestants: chosen(contestants, values.only, '--only'),
    cpuProfileDirectory: values['cpu-profile'] ?? null,
  };
}

function readRounds(text: string): number {
  const rounds = Number(text);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds must be a whole number from 1');
  return rounds;
}

/** Those named, in the order of the list; all of them when none is named. */
function chosen<T extends { name: string }>(all: readonly T[], names: readonly string[] | undefined, option: string) {
  if (names === undefined) return all;
  const known = all.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`${option} ${unknown}: must be one of ${known.join(', ')}`);
  return all.filter(({ name }) => names.includes(name));
}
