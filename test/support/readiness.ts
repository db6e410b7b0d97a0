import { expect } from 'vitest';
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

/** Polls for longer than a result is cached and longer than a check may take. */
export async function expectReadiness(service: Served, expected: object): Promise<void> {
  await expect.poll(() => askReadiness(service)).toEqual(expected);
}

/** Returns the warnings, followed by the lines that were logged when the service was ready again. */
export function readinessLog({ logLines }: Pick<TestService, 'logLines'>): string[] {
  const lines = logLines.filter(({ level, msg }) => level === 'warn' || /^Ready/.test(String(msg)));
  return lines.map(({ msg }) => String(msg));
}
