import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { configSchema } from '../../../src/configuration/config.ts';

/** The variables that the service reads. */
export const knownVariables: ReadonlySet<string> = new Set(Object.keys(configSchema.in.shape));

/** Returns the variables that the image sets. */
export function imageVariables(): Record<string, string> {
  const dockerfile = readFileSync(resolve(import.meta.dirname, '../../Dockerfile'), 'utf8');
  const line = /^ENV (.+)$/m.exec(dockerfile)?.[1] ?? '';
  return Object.fromEntries(line.split(' ').map((pair) => pair.split('=', 2)));
}
