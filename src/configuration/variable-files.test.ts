import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEnvFile } from './variable-files.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'env-'));
});

afterEach(() => rm(folder, { recursive: true }));

async function faultsOf(text: string): Promise<readonly string[]> {
  const path = join(folder, '.env');
  await writeFile(path, text);
  const faults = readEnvFile(path)?.faults ?? [];
  return faults.map((fault) => fault.replace(`${path}: `, ''));
}

describe('a file .env', () => {
  it.each([
    ['DATABASE_URL=postgres://me:hunter2#1@db/x', 'DATABASE_URL'],
    ['A=1\nexport OIDC_CLIENT_SECRET = hunter2#1\n', 'OIDC_CLIENT_SECRET'],
    ['A=h#2', 'A'],
  ])('is rejected, without its values, when a value ends at a # inside it: %j', async (text, name) => {
    expect(await faultsOf(text)).toEqual([expect.stringMatching(`^${name} ends at a #`)]);
    expect((await faultsOf(text)).join()).not.toContain('hunter2');
  });

  it.each([
    "A='pa#ss'",
    'A="pa#ss" # a comment',
    'A=3000 # a comment',
    '# A=pa#ss',
    'A=# a comment',
    'B="two lines\nA=pa#ss"',
    'A=pa%23ss',
  ])('may have comments, and a # in quotation marks: %j', async (text) => {
    expect(await faultsOf(text)).toEqual([]);
  });
});
