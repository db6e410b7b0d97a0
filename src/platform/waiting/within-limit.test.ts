import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { boundedCheck, TimeLimitError, withinLimit } from './within-limit.ts';

const never = new AbortController().signal;
const untilAbort = (signal: AbortSignal) => once(signal, 'abort').then(() => Promise.reject(signal.reason as unknown));

describe('work within a time limit', () => {
  it('ends after the limit, also when garbage was collected meanwhile', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = runInNewContext('gc');
    const ended = withinLimit(50, never, (signal) => {
      setImmediate(collectGarbage);
      return untilAbort(signal);
    });
    await expect(ended).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('ends when its signal is aborted, also before its start', async () => {
    const stopping = new AbortController();
    const ended = withinLimit(60_000, stopping.signal, untilAbort);
    stopping.abort(new Error('Stopped'));
    await expect(ended).rejects.toThrow('Stopped');
    const late = withinLimit(60_000, stopping.signal, async (signal) => signal.throwIfAborted());
    await expect(late).rejects.toThrow('Stopped');
  });

  it('settles like the work', async () => {
    await expect(withinLimit(60_000, never, async () => 'done')).resolves.toBe('done');
  });
});

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
