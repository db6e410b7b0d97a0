import { describe, expect, it } from 'vitest';
import { isMeasured, measured, onMeasured, timed } from './measurements.ts';

describe('measurements', () => {
  it('are told to who listens, until that ends', () => {
    const heard: unknown[] = [];
    const end = onMeasured('commit', (facts) => heard.push(facts));
    measured('commit', { elapsedMs: 1 });
    measured('signIn', { result: 'signed-in' });
    end();
    measured('commit', { elapsedMs: 2 });
    expect(heard).toEqual([{ elapsedMs: 1 }]);
  });

  it('are asked for only while somebody listens', () => {
    expect(isMeasured('preview')).toBe(false);
    const end = onMeasured('preview', () => {});
    expect(isMeasured('preview')).toBe(true);
    end();
    expect(isMeasured('preview')).toBe(false);
  });
});

describe('timed work', () => {
  it('tells how it ended, and ends as it does', async () => {
    const told: string[] = [];
    const tell = (result: string, elapsedMs: number) => void told.push(`${result} ${elapsedMs >= 0}`);
    expect(await timed(async () => 5, tell)).toBe(5);
    await expect(timed(() => Promise.reject(new Error('no')), tell)).rejects.toThrow('no');
    expect(told).toEqual(['ok true', 'failed true']);
  });
});
