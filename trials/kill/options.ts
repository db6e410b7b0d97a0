import { parseArgs } from 'node:util';
import { readCount } from '../service/options.ts';
import { type StoreName, storeNames } from './stores.ts';

export interface Options {
  /** The kills of replicas on one database. Those of the embedded database's trial are additional. */
  readonly kills: number;
  /** Decides the kills, their steps and the forms. The time of a kill depends on the machine. */
  readonly seed: number;
  readonly store: StoreName;
  readonly replicas: number;
}

const defaultKills = 50;
const defaultReplicas = 3;

/** @throws {Error} Names the invalid argument. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      kills: { type: 'string' },
      seed: { type: 'string' },
      store: { type: 'string' },
      replicas: { type: 'string' },
    },
  });
  return {
    kills: readCount('kills', values.kills, defaultKills),
    seed: readCount('seed', values.seed, 1 + Math.floor(Math.random() * 1e8)),
    store: readStore(values.store),
    replicas: readCount('replicas', values.replicas, defaultReplicas),
  };
}

function readStore(name = 'swift'): StoreName {
  const known = storeNames.find((store) => store === name);
  if (known) return known;
  throw new Error(`--store must be one of ${storeNames.join(', ')}`);
}
