import { describe, expect, it } from 'vitest';
import { TimeLimitError } from '../../platform/waiting/within-limit.ts';
import { boundedCheck } from './checks.ts';

describe('a check that hangs or ends', () => {
  it('settles like the check', async () => {
    let outcome = Promise.resolve('fine');
    const check = boundedCheck(() => outcome, 1000);
    expect(await check()).toBe('fine');
    outcome = Promise.reject(new Error('refused'));
    await expect(check()).rejects.toThrow('refused');
  });

  it('starts no second check beside one that hangs', async () => {
    let end = () => {};
    const signals: AbortSignal[] = [];
    const check = boundedCheck((signal) => {
      signals.push(signal);
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    }, 20);
    await expect(check()).rejects.toThrow(TimeLimitError);
    await expect(check()).rejects.toThrow(TimeLimitError);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    const third = check();
    end();
    await third;
    const fourth = check();
    end();
    await fourth;
    expect(signals).toHaveLength(2);
  });
});
