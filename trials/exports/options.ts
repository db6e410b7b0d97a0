import { parseArgs } from 'node:util';

export interface ExportsOptions {
  /** Of a database that has requests; null for the embedded one, which the trial fills. */
  readonly databaseUrl: string | null;
  /** That the trial stores. */
  readonly requests: number;
}

const defaultRequests = 250_000;

/** @throws {Error} that names the argument at fault. */
export function readOptions(args: readonly string[]): ExportsOptions {
  const { values } = parseArgs({
    args: [...args],
    options: { requests: { type: 'string' }, 'database-url': { type: 'string' } },
  });
  const requests = values.requests ?? String(defaultRequests);
  if (!/^[1-9]\d{0,6}$/.test(requests)) throw new Error('--requests must be a whole number');
  return { databaseUrl: values['database-url'] ?? null, requests: Number(requests) };
}
