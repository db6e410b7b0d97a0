import { parseArgs } from 'node:util';
import { type Contestant, contestants, variants } from './contestants.ts';
import type { Entrant } from './entrants.ts';
import { insert } from './limits/insert.ts';
import { pgbench } from './limits/pgbench.ts';
import { drain, put } from './limits/upload-floor.ts';
import { type Load, loads } from './loads.ts';
import { scrapedService } from './scraped-service.ts';
import { serverEntrant } from './server-entrant.ts';
import { studioService } from './studio-service.ts';

/** A measurement other than the loads that all entrants share. */
interface Experiment {
  readonly name: 'eight-uploads' | 'start-up' | 'grown-table' | 'inbox' | 'deliveries' | 'availability' | 'size';
  /** Whether it runs without being named. */
  readonly isUsual: boolean;
}

const experiments: readonly Experiment[] = [
  { name: 'eight-uploads', isUsual: true },
  { name: 'start-up', isUsual: true },
  { name: 'grown-table', isUsual: false },
  { name: 'inbox', isUsual: false },
  { name: 'deliveries', isUsual: false },
  { name: 'availability', isUsual: false },
  { name: 'size', isUsual: false },
];

export interface Options {
  readonly rounds: number;
  /** The number of requests in the tables of `inbox`, `availability` and `size`. */
  readonly requests: number;
  /** The number of waiting deliveries in the experiment `deliveries`. */
  readonly deliveries: number;
  /** Whether everything that runs by default takes part. */
  readonly isWhole: boolean;
  readonly loads: readonly Load[];
  readonly experiments: readonly Experiment['name'][];
  readonly entrants: readonly Entrant[];
  /** The entrants that are servers. */
  readonly contestants: readonly Contestant[];
  /** The directory in which each contestant on Node writes a CPU profile when it ends, or null for no profiles. */
  readonly cpuProfileDirectory: string | null;
}

const defaultRounds = 5;
const defaultRequests = 1_000_000;
const defaultDeliveries = 50_000;
const usualEntrants: readonly Entrant[] = [...contestants.map(serverEntrant), drain, put, insert, pgbench];
const entrants: readonly Entrant[] = [...usualEntrants, ...variants.map(serverEntrant), scrapedService, studioService];

/** @throws {Error} Names the invalid argument. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string' },
      requests: { type: 'string' },
      deliveries: { type: 'string' },
      load: { type: 'string', multiple: true },
      with: { type: 'string', multiple: true },
      only: { type: 'string', multiple: true },
      connections: { type: 'string', multiple: true },
      'cpu-profile': { type: 'string' },
    },
  });
  const connections = values.connections?.map((text) => readCount(text, '--connections'));
  const usual = [...loads, ...experiments.filter(({ isUsual }) => isUsual)].map(({ name }) => name);
  const named = [...(values.load ?? usual), ...(values.with ?? [])];
  const taking = values.only ?? usualEntrants.map(({ name }) => name);
  assertKnown(named, [...loads, ...experiments], '--load');
  assertKnown(taking, entrants, '--only');
  return {
    isWhole: !values.load && !values.only && !values.connections,
    rounds: values.rounds === undefined ? defaultRounds : readCount(values.rounds, '--rounds'),
    requests: values.requests === undefined ? defaultRequests : readCount(values.requests, '--requests'),
    deliveries: values.deliveries === undefined ? defaultDeliveries : readCount(values.deliveries, '--deliveries'),
    loads: namedOf(loads, named).map((load) => withConnections(load, connections)),
    experiments: namedOf(experiments, named).map(({ name }) => name),
    entrants: namedOf(entrants, taking),
    contestants: namedOf([...contestants, ...variants], taking),
    cpuProfileDirectory: values['cpu-profile'] ?? null,
  };
}

function readCount(text: string, option: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new Error(`${option} must be a whole number from 1`);
  return count;
}

function withConnections(load: Load, connections: readonly number[] | undefined): Load {
  if (!connections) return load;
  return { ...load, steps: load.steps.filter(({ concurrency }) => connections.includes(concurrency)) };
}

function namedOf<T extends { name: string }>(all: readonly T[], names: readonly string[]): T[] {
  return all.filter(({ name }) => names.includes(name));
}

function assertKnown(names: readonly string[], all: readonly { name: string }[], option: string): void {
  const known = all.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`${option} ${unknown}: must be one of ${known.join(', ')}`);
}
