import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createObjectKey } from '../../platform/objects/object-key.ts';
import type { DueUpload } from './intent-journal.ts';
import { sweep } from './sweep.ts';

const batchSize = 20;
const log = pino({ level: 'silent' });
const { signal } = new AbortController();

/** Creates parts with this many due uploads in each batch, and counts the calls. */
function partsOf(batches: number[], deletion: () => Promise<void> = async () => {}) {
  const calls = { claims: 0, deletions: 0, forgotten: 0 };
  const dueUpload = (_: unknown, index: number): DueUpload => {
    return { requestId: `request ${index}`, keys: [createObjectKey('image/png')], attempts: 1 };
  };
  const journal = {
    async claimDue() {
      calls.claims += 1;
      return Array.from({ length: batches.shift() ?? 0 }, dueUpload);
    },
    async forget() {
      calls.forgotten += 1;
    },
  };
  const objects = {
    delete() {
      calls.deletions += 1;
      return deletion();
    },
  };
  return { parts: { journal, objects, log }, calls };
}

const refuse = () => Promise.reject(new Error('rejected by the test'));

describe('sweep', () => {
  it('cleans up batch after batch until no more is due', async () => {
    const { parts, calls } = partsOf([batchSize, batchSize, 1]);
    await sweep(parts, signal);
    expect(calls).toEqual({ claims: 3, deletions: 41, forgotten: 41 });
  });

  it('keeps uploads whose objects could not be deleted, and ends with a batch of them', async () => {
    const { parts, calls } = partsOf([batchSize, batchSize], refuse);
    await sweep(parts, signal);
    expect(calls).toEqual({ claims: 1, deletions: batchSize, forgotten: 0 });
  });

  it('goes on while any upload of a batch can be cleaned up', async () => {
    let deletions = 0;
    const { parts, calls } = partsOf(
      [batchSize, batchSize],
      async () => void (++deletions % 7 ? await refuse() : null),
    );
    await sweep(parts, signal);
    expect(calls.claims).toBe(3);
  });

  it('ends with its signal', async () => {
    const stopping = new AbortController();
    const { parts, calls } = partsOf([batchSize, batchSize], async () => stopping.abort());
    await sweep(parts, stopping.signal);
    expect(calls).toMatchObject({ claims: 1, deletions: 1 });
  });

  it('rejects when the database fails', async () => {
    const { parts } = partsOf([]);
    await expect(sweep({ ...parts, journal: { ...parts.journal, claimDue: refuse } }, signal)).rejects.toThrow();
  });
});
