import { parseArgs } from 'node:util';

export interface ExportsOptions {
  /** The URL of a database that has requests, or null for the embedded one, which the trial fills. */
  readonly databaseUrl: string | null;
  /** The number of requests that the trial stores. */
  readonly requests: number;
}

const defaultRequests = 250_000;

/** @throws {Error} Names the invalid argument. */
export function readOptions(args: readonly string[]): ExportsOptions {
  const { values } = parseArgs({
    args: [...args],
    options: { requests: { type: 'string' }, 'database-url': { type: 'string' } },
  });
  const requests = values.requests ?? String(defaultRequests);
  if (!/^[1-9]\d{0,6}$/.test(requests)) throw new Error('--requests must be a whole number');
  return { databaseUrl: values['database-url'] ?? null, requests: Number(requests) };
}
