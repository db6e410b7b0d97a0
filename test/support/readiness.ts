import { expect } from 'vitest';
import { advanceClock } from './clock.ts';
import type { TestService } from './service.ts';

interface Served {
  readonly address: string;
}

export const ready = { status: 200, body: { status: 'ready' } };

export const notReady = (part: 'database' | 'object store') => ({
  status: 503,
  body: { error: 'Not ready', message: `The ${part} is not ready` },
});

/** Resolves with the response of `/readyz`. */
export async function askReadiness({ address }: Served) {
  const response = await fetch(`${address}/readyz`);
  return { status: response.status, body: await response.json() };
}

/** How long the service takes a result for valid. */
const validMs = 5000;

/** Asks again as if the result before were no longer valid, or until it is not in the case of another process. */
export async function expectReadiness(service: Served, expected: object): Promise<void> {
  const askAnew = () => {
    advanceClock(validMs);
    return askReadiness(service);
  };
  await expect.poll(askAnew).toEqual(expected);
}

/** Returns the warnings, followed by the lines that were logged when the service was ready again. */
export function readinessLog({ logLines }: Pick<TestService, 'logLines'>): string[] {
  const lines = logLines.filter(({ level, msg }) => level === 'warn' || /^Ready/.test(String(msg)));
  return lines.map(({ msg }) => String(msg));
}
