import { parseArgs } from 'node:util';

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
    seed: seed === undefined ? Math.floor(Math.random() * 2 ** 31) : readNumber('--seed', seed),
    maxExecutions: executions === undefined ? Number.POSITIVE_INFINITY : readNumber('--executions', executions),
    maxMs: (seconds === undefined ? fallbackSeconds : readNumber('--seconds', seconds)) * 1000,
    replay: replay ?? null,
  };
}

function readNumber(option: string, text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`${option} must be a whole number`);
  return Number(text);
}
