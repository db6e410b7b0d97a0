import { describe, expect, it, vi } from 'vitest';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import type { RequestFiles, StoredFile } from '../../requests/inbox/files.ts';
import type { Preview, Previews } from '../../studio/previews/previews.ts';
import { compareAnew } from './compare-anew.ts';

const claimed = { requestId: '01a22505-c532-7a8f-b8bb-2423105fa273', position: 0 };
const running = new AbortController().signal;

function filesOf() {
  const claimUncompared = vi.fn<RequestFiles['claimUncompared']>().mockResolvedValue(claimed);
  const unclaimUncompared = vi.fn<RequestFiles['unclaimUncompared']>().mockResolvedValue();
  const find = async () => ({}) as StoredFile;
  return { find, claimUncompared, unclaimUncompared } as Pick<
    RequestFiles,
    'find' | 'claimUncompared' | 'unclaimUncompared'
  > as RequestFiles;
}

const compare = (files: RequestFiles, remake: () => Promise<Preview>) =>
  compareAnew({ remake } as Pick<Previews, 'remake'> as Previews, files, {} as ObjectStore, running);

describe('a picture without a hash', () => {
  it('can be claimed again, and ends the run, when it cannot be tried now', async () => {
    const files = filesOf();
    await compare(files, async () => ({ kind: 'not now' }));
    expect(files.claimUncompared).toHaveBeenCalledTimes(1);
    expect(files.unclaimUncompared).toHaveBeenCalledWith(claimed);
  });

  it('can be claimed again when the object store is away', async () => {
    const files = filesOf();
    await expect(compare(files, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(files.unclaimUncompared).toHaveBeenCalledWith(claimed);
  });
});
