import { readdir, readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const dist = resolve(import.meta.dirname, '../../dist');
const importPattern = /(?:\bfrom|^import|\bimport\(|require\()\s*"([^".\s][^"\s]*)"/gm;

async function builtFiles(): Promise<string[]> {
  const names = await readdir(dist, { recursive: true });
  return names.filter((name) => name.endsWith('.js')).map((name) => join(dist, name));
}

/** Removes comments, because JSDoc comments can import types. */
async function readCode(path: string): Promise<string> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  return lines.filter((line) => !/^\s*(\/\*|\*)/.test(line)).join('\n');
}

describe('the bundle', () => {
  it('leaves out of the built programs only what some starts alone load', async () => {
    const texts = await Promise.all((await builtFiles()).map(readCode));
    const imported = texts.flatMap((text) => [...text.matchAll(importPattern)].map(([, name]) => String(name)));
    expect(imported).toContain('node:fs/promises');
    const packages = new Set(imported.filter((name) => !isBuiltin(name) && !name.startsWith('node:')));
    expect([...packages].sort()).toEqual([
      '@aws-sdk/credential-provider-node',
      '@fastify/ajv-compiler',
      '@fastify/fast-json-stringify-compiler',
      'light-my-request',
      'pg-cloudflare',
      'pg-native',
      'pino-pretty',
      'sharp',
      'supports-color',
    ]);
  });
});
