import { describe, expect, it } from 'vitest';
import { createObjectKey } from '../../platform/objects/object-key.ts';
import { deleteObjects } from './delete-objects.ts';

const keys = [createObjectKey('image/png'), createObjectKey('image/png')];

/** A store whose deletions hang until the call is aborted. */
const silent = {
  delete: (_key: unknown, { signal }: { readonly signal: AbortSignal }) =>
    new Promise<void>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    }),
};

describe('the deletion of an upload', () => {
  it('ends after its timeout', async () => {
    await expect(deleteObjects(keys, silent, 50)).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('ends when it is stopped', async () => {
    const stopping = new AbortController();
    const deletion = deleteObjects(keys, silent, 60_000, stopping.signal);
    stopping.abort(new Error('stopped'));
    await expect(deletion).rejects.toThrow('stopped');
  });

  it('tries every key, even after a failure', async () => {
    const tried: unknown[] = [];
    const store = {
      async delete(key: unknown) {
        tried.push(key);
        if (key === keys[0]) throw new Error('denied');
      },
    };
    await expect(deleteObjects(keys, store, 1000)).rejects.toThrow('denied');
    expect(tried).toEqual(keys);
  });
});
