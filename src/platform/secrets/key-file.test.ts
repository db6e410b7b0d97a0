import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FileFault, failFileCalls } from '../../../test/support/failing-file-calls.ts';
import { keysOf, readOrMakeKeys, replaceKeys } from './key-file.ts';
import { createSecretKeyText } from './key-ring.ts';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'key-file-'));
  path = join(folder, 'secrets.key');
});

afterEach(() => rm(folder, { recursive: true }));

/** Breaks the work off at its first call, then at its second, and so on. Calls `check` after each. */
async function breakOffAtEachCall(
  fault: FileFault,
  work: () => Promise<unknown>,
  check: () => Promise<void>,
): Promise<number> {
  for (let call = 1; ; call += 1) {
    const failing = await failFileCalls(call, fault);
    await work()
      .catch(() => {})
      .finally(failing.end);
    if (failing.calls < call) return call;
    await check();
  }
}

const left = async () => (await readdir(folder)).filter((name) => name !== 'secrets.key');

describe.each<FileFault>(['ENOSPC', 'kill'])('the file of the keys, broken off at any call (%s)', (fault) => {
  it('is made by the next start when it is missing', async () => {
    const calls = await breakOffAtEachCall(
      fault,
      () => readOrMakeKeys(path),
      async () => {
        if (fault === 'ENOSPC') expect(await left()).toEqual([]);
        expect(await readOrMakeKeys(path)).toHaveLength(1);
        await rm(path);
      },
    );
    expect(calls).toBeGreaterThan(4);
  });

  it('holds the old keys or the new ones when it is replaced', async () => {
    const before = await readOrMakeKeys(path);
    const after = [...keysOf([createSecretKeyText()]), ...before];
    await breakOffAtEachCall(
      fault,
      () => replaceKeys(path, after),
      async () => {
        if (fault === 'ENOSPC') expect(await left()).toEqual([]);
        expect([before, after]).toContainEqual(await readOrMakeKeys(path));
        await replaceKeys(path, before);
      },
    );
    expect(await readOrMakeKeys(path)).toEqual(after);
  });
});
