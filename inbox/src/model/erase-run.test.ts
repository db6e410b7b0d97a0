import { describe, expect, it } from 'vitest';
import { ApiFailure } from '../api/api-failure.ts';
import { eraseAll } from './erase-run.ts';

const never = new AbortController().signal;

async function run(erase: (id: string) => Promise<unknown>, signal: AbortSignal = never) {
  const done: string[] = [];
  const ended = await eraseAll(['a', 'b', 'c'], erase, (_progress, id) => done.push(id), signal).then(
    () => 'whole',
    (error: unknown) => (error instanceof ApiFailure ? error.kind : String(error)),
  );
  return { done, ended };
}

describe('a run that erases many requests', () => {
  it('erases all, and counts requests that are gone already as erased', async () => {
    const erase = async (id: string) => {
      if (id === 'b') throw new ApiFailure('missing');
    };
    expect(await run(erase)).toEqual({ done: ['a', 'b', 'c'], ended: 'whole' });
  });

  it('ends at the first that fails', async () => {
    const erase = async (id: string) => {
      if (id === 'b') throw new ApiFailure('unreachable');
    };
    expect(await run(erase)).toEqual({ done: ['a'], ended: 'unreachable' });
  });

  it('ends when it is stopped', async () => {
    const stopping = new AbortController();
    const erase = async () => stopping.abort();
    expect(await run(erase, stopping.signal)).toEqual({ done: ['a'], ended: 'whole' });
  });
});
