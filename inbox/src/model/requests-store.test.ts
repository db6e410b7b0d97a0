import { describe, expect, it } from 'vitest';
import type { Api } from '../api/api.ts';
import { ApiFailure } from '../api/api-failure.ts';
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

describe('a change whose answer was lost', () => {
  it('is sent again as it was, also when its request is loaded meanwhile', async () => {
    const sent: unknown[] = [];
    let isLost = true;
    const changed = { ...whole, version: 2, status: 'ACCEPTED' } as InboxRequest;
    const api = {
      find: async () => (sent.length === 0 ? whole : changed),
      change: async (...call: unknown[]) => {
        sent.push(call);
        if (isLost) throw new ApiFailure('unreachable');
        return changed;
      },
    } as unknown as Api;
    const requests = createRequestsStore(api, async () => 'discard');
    await requests.load('a');
    const accept = () => requests.change('a', { status: 'ACCEPTED' }, { message: { text: 'Yes' } });
    await expect(accept()).rejects.toThrow();
    await requests.load('a');
    await expect(requests.change('a', { unread: false })).rejects.toThrow();
    isLost = false;
    expect(await accept()).toMatchObject({ kind: 'changed' });
    expect(sent[2]).toEqual(sent[0]);
    await accept();
    expect(sent[3]).not.toEqual(sent[0]);
  });
});
