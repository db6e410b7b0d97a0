import { describe, expect, it } from 'vitest';
import type { ObjectKey } from '../../platform/objects/object-key.ts';
import { createRestoreCheck } from './restore-check.ts';

const keys = ['first', 'second', 'third'] as unknown as readonly ObjectKey[];
const { signal } = new AbortController();

/** Returns a check of a bucket that has these keys, and the calls that it makes. */
function checkOf(present: readonly string[]) {
  const asked: unknown[] = [];
  const check = createRestoreCheck(
    { newestKeys: async () => keys },
    {
      async stat(key) {
        asked.push(key);
        return present.includes(key as unknown as string) ? ({ size: 1 } as never) : null;
      },
    },
  );
  return { check, asked };
}

describe('the check of a restored bucket', () => {
  it('asks for one object after the other, until one is there', async () => {
    const { check, asked } = checkOf(['second']);
    expect(await check(signal)).toBe(true);
    expect(asked).toEqual(['first', 'second']);
    expect(await check(signal)).toBe(true);
    expect(asked).toHaveLength(2);
  });

  it('reports a bucket without any of them', async () => {
    const { check, asked } = checkOf([]);
    expect(await check(signal)).toBe(false);
    expect(asked).toEqual(keys);
  });
});
