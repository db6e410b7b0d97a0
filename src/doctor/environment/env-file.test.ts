import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEnvFileCheck } from './env-file.ts';

let folder: string;
let path: string;

const { signal } = new AbortController();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'env-file-'));
  path = join(folder, '.env');
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function checkOf(names: readonly string[] | null, mode: number, dataDirectory: string | null = null) {
  await writeFile(path, '');
  await chmod(path, mode);
  return createEnvFileCheck({ path, names, dataDirectory });
}

describe('the check of .env', () => {
  it('warns of credentials that every account can read', async () => {
    const check = await checkOf(['PORT', 'DATABASE_URL', 'SECRETS_KEY'], 0o644);
    expect(await check.run(signal)).toMatchObject([
      {
        verdict: 'warning',
        found: expect.stringContaining('DATABASE_URL, SECRETS_KEY'),
        command: `chmod o= ${path}`,
      },
    ]);
  });

  it.each([
    [['DATABASE_URL'], 0o640],
    [['DATABASE_URL'], 0o600],
    [['PORT'], 0o644],
  ])('has nothing against %j at mode %o', async (names, mode) => {
    expect(await (await checkOf(names, mode)).run(signal)).toMatchObject([{ verdict: 'ok' }]);
  });

  it('skips a file that is not there, and tells of one that cannot be read', async () => {
    const absent = createEnvFileCheck({ path, names: [], dataDirectory: null });
    expect(await absent.run(signal)).toMatchObject([{ verdict: 'skipped' }]);
    expect(await (await checkOf(null, 0o600)).run(signal)).toMatchObject([{ verdict: 'wrong' }]);
  });

  it('takes the rights of others away where the account of the service owns the file', async () => {
    const dataDirectory = join(folder, 'data');
    await mkdir(dataDirectory);
    const check = await checkOf(['DATABASE_URL'], 0o664, dataDirectory);
    expect(await check.fix?.(signal)).toEqual([expect.stringContaining(path)]);
    expect((await stat(path)).mode & 0o777).toBe(0o660);
    expect(await check.run(signal)).toMatchObject([{ verdict: 'ok' }]);
  });

  it('touches no file of another account than that of the data', async () => {
    for (const dataDirectory of [null, join(folder, 'absent')]) {
      const check = await checkOf(['DATABASE_URL'], 0o644, dataDirectory);
      await expect(check.fix?.(signal)).rejects.toThrow('not known');
      expect((await stat(path)).mode & 0o777).toBe(0o644);
    }
  });
});
