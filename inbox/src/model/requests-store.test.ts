import { describe, expect, it } from 'vitest';
import type { Api } from '../api/api.ts';
import type { InboxRequest } from '../api/shapes.ts';
import { createRequestsStore } from './requests-store.ts';

const whole = {
  id: 'a',
  version: 1,
  answers: [{ id: 'size' }],
  missing: ['style'],
  terms: [{ id: 'use' }],
  held: { reasons: [] },
  extraIds: ['a', 'b'],
} as unknown as InboxRequest;

describe('a loaded request', () => {
  it('keeps the loaded facts that lists leave out, and no others', async () => {
    const api = { find: async () => whole } as unknown as Api;
    const requests = createRequestsStore(api, async () => 'discard');
    await requests.load('a');
    const { answers, missing, terms, held: _, ...listed } = whole;
    requests.put({ ...listed, version: 2 });
    expect(requests.cell('a').value).toEqual({ ...listed, version: 2, answers, missing, terms });
  });

  it('keeps the extras that lists cut, and gets them after a list', async () => {
    const api = { find: async () => whole } as unknown as Api;
    const requests = createRequestsStore(api, async () => 'discard');
    const cut = { ...whole, extraIds: ['a'] };
    requests.put(cut);
    await requests.load('a');
    requests.put(cut);
    expect(requests.cell('a').value?.extraIds).toEqual(['a', 'b']);
  });
});
