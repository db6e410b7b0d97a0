import { afterEach, describe, expect, it, vi } from 'vitest';
import { storedSentRequest } from './sent-request.ts';

const texts = { message: 'Two cats', customerName: 'Zoë', customerEmail: 'zoe@example.org', customerSocials: '' };
const receipt = { id: '1', createdAt: '2026-11-28T09:00:00.000Z' };

function readStored(value: unknown) {
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(value) });
  return storedSentRequest.read('./');
}

describe('a stored receipt', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('can be of a page that knew no links, sizes and answers', () => {
    const old = { ...texts, receipt, choices: [], fileNames: ['cat.png'] };
    expect(readStored(old)).toEqual({ ...old, receipt: { ...receipt, location: null }, fileSizes: [], details: [] });
  });

  it('is null where it has another shape', () => {
    expect(readStored({ ...texts, receipt, choices: 'Portrait', fileNames: [] })).toBeNull();
    expect(readStored({ ...texts, receipt: { ...receipt, location: 7 }, choices: [], fileNames: [] })).toBeNull();
    expect(readStored(7)).toBeNull();
  });
});
