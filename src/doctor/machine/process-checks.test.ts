import { describe, expect, it } from 'vitest';
import { createMemoryCheck } from './process-checks.ts';

const mebibyte = 1024 ** 2;
const small = { spoolMemoryBytes: 32 * mebibyte, maxUploads: 8, maxConnections: 64, isDatabaseEmbedded: false };
const { signal } = new AbortController();

function verdictWith(memoryMebibytes: number, changes: Partial<typeof small> = {}) {
  return createMemoryCheck({ memoryBytes: memoryMebibytes * mebibyte, ...small, ...changes }).run(signal);
}

describe('the check of memory', () => {
  it('has nothing against settings that fit', async () => {
    // 160 + 3 × 32 + 8 × 2.5 + 64 / 8
    expect(await verdictWith(284)).toMatchObject([
      { verdict: 'ok', found: expect.stringContaining('284 MiB at most') },
    ]);
  });

  it('warns where all uploads and connections together do not fit', async () => {
    expect(await verdictWith(283)).toMatchObject([{ verdict: 'warning' }]);
  });

  it('counts the embedded database', async () => {
    expect(await verdictWith(284, { isDatabaseEmbedded: true })).toMatchObject([{ verdict: 'wrong' }]);
    expect(await verdictWith(384, { isDatabaseEmbedded: true })).toMatchObject([{ verdict: 'ok' }]);
  });

  it('says that the spool alone is too large', async () => {
    expect(await verdictWith(512, { spoolMemoryBytes: 256 * mebibyte })).toMatchObject([
      { verdict: 'wrong', remedy: expect.stringContaining(`SPOOL_MEMORY_BYTES, which is ${256 * mebibyte}`) },
    ]);
  });
});
