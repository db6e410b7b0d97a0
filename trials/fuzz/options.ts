import { parseArgs } from 'node:util';
import { readCount } from '../service/options.ts';

export interface Options {
  readonly seed: number;
  readonly maxExecutions: number;
  readonly maxMs: number;
  /** The file of an input to execute instead of a run, or null for a run. */
  readonly replay: string | null;
}

const defaultSeconds = 60;

/** @throws {Error} Names the invalid argument. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string' },
      executions: { type: 'string' },
      seconds: { type: 'string' },
      replay: { type: 'string' },
    },
  });
  const { seed, executions, seconds, replay } = values;
  const fallbackSeconds = executions === undefined ? defaultSeconds : Number.POSITIVE_INFINITY;
  return {
    seed: readCount('seed', seed, 1 + Math.floor(Math.random() * 2 ** 31)),
    maxExecutions: readCount('executions', executions, Number.POSITIVE_INFINITY),
    maxMs: readCount('seconds', seconds, fallbackSeconds) * 1000,
    replay: replay ?? null,
  };
}
