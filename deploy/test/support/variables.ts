import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { configSchema } from '../../../src/configuration/config.ts';

/** The variables that the service knows. */
export const knownVariables: ReadonlySet<string> = new Set(Object.keys(configSchema.in.shape));

/** What the image sets by itself. */
export function imageVariables(): Record<string, string> {
  const dockerfile = readFileSync(resolve(import.meta.dirname, '../../Dockerfile'), 'utf8');
  const line = /^ENV (.+)$/m.exec(dockerfile)?.[1] ?? '';
  return Object.fromEntries(line.split(' ').map((pair) => pair.split('=', 2)));
}
