import { parseArgs } from 'node:util';
import { type StoreName, storeNames } from './stores.ts';

export interface Options {
  /** The kills of replicas on one database. Those of the embedded database's trial are additional. */
  readonly kills: number;
  /** Decides what is killed where and what is sent. The time of a kill depends on the machine. */
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
    kills: readNumber('--kills', values.kills, defaultKills),
    seed: readNumber('--seed', values.seed, 1 + Math.floor(Math.random() * 1e8)),
    store: readStore(values.store),
    replicas: readNumber('--replicas', values.replicas, defaultReplicas),
  };
}

function readStore(name = 'swift'): StoreName {
  const known = storeNames.find((store) => store === name);
  if (known) return known;
  throw new Error(`--store must be one of ${storeNames.join(', ')}`);
}

function readNumber(option: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${option} must be a whole number from 1`);
  return Number(text);
}
