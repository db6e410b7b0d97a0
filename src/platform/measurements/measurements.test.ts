import { describe, expect, it } from 'vitest';
import { isMeasured, measured, onMeasured, timed } from './measurements.ts';

describe('measurements', () => {
  it('are passed to a listener until it is removed', () => {
    const heard: unknown[] = [];
    const end = onMeasured('commit', (facts) => heard.push(facts));
    measured('commit', { elapsedMs: 1 });
    measured('signIn', { result: 'signed-in' });
    end();
    measured('commit', { elapsedMs: 2 });
    expect(heard).toEqual([{ elapsedMs: 1 }]);
  });

  it('are asked for only while there is a listener', () => {
    expect(isMeasured('preview')).toBe(false);
    const end = onMeasured('preview', () => {});
    expect(isMeasured('preview')).toBe(true);
    end();
    expect(isMeasured('preview')).toBe(false);
  });
});

describe('timed work', () => {
  it('is reported with its result and time, and settles unchanged', async () => {
    const reported: string[] = [];
    const report = (result: string, elapsedMs: number) => void reported.push(`${result} ${elapsedMs >= 0}`);
    expect(await timed(async () => 5, report)).toBe(5);
    await expect(timed(() => Promise.reject(new Error('no')), report)).rejects.toThrow('no');
    expect(reported).toEqual(['ok true', 'failed true']);
  });
});
