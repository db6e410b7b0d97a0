import { beforeEach, describe, expect, it, vi } from 'vitest';
import { studioSchema } from '../../../../src/studio/document/studio.ts';
import { ApiFailure, type Problem } from '../../api/api-failure.ts';
import type { CallOptions } from '../../api/send.ts';
import type { Studio } from './draft-shapes.ts';
import { loadForm } from './form-model.ts';
import type { KeptDraft } from './kept-drafts.ts';

const studio = (given: object) => studioSchema.parse(given);
const [empty, mine, theirs] = [studio({}), studio({ title: 'Mine' }), studio({ contact: 'ann@example.org' })];

/** The stored draft, as the service keeps it. */
let draft: { version: number; document: Studio; changed: readonly string[] };
let left: KeptDraft | null;
let isResponseLost: boolean;
let publications: number;

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  draft = { version: 1, document: empty, changed: [] };
  left = null;
  isResponseLost = false;
  publications = 0;
  answers = new Map();
});

const kept = {
  read: () => left,
  write: (draft: KeptDraft) => {
    left = draft;
  },
  remove: () => {
    left = null;
  },
};

/** The answers by the keys of their changes. */
let answers: Map<string, unknown>;

async function call<Content>(method: string, path: string, options?: CallOptions): Promise<Content> {
  const { key = '' } = options ?? {};
  if (method !== 'GET' && !answers.has(key)) answers.set(key, await make(method, path, options));
  if (method !== 'GET' && isResponseLost) throw new ApiFailure('unreachable');
  return (answers.get(key) ?? (await make(method, path, options))) as Content;
}

async function make(method: string, path: string, options?: CallOptions): Promise<unknown> {
  const { version, document } = Object(options?.body);
  if (method === 'PUT' && version !== draft.version) throw new ApiFailure('conflict', { draft } as unknown as Problem);
  if (method === 'POST' && version !== draft.version) throw new ApiFailure('conflict', { draft } as unknown as Problem);
  if (method === 'POST') publications += 1;
  // The service stores it in the shape of its schema.
  if (method !== 'GET') save(studio(document ?? draft.document));
  if (path === '/studio/used-ids') return { items: [] };
  const published = { published: null, document: empty, locked: [] };
  return path === '/studio' ? published : draft;
}

function save(document: Studio): void {
  draft = { version: draft.version + 1, document, changed: [] };
}

/** Two owners have changed the form, and mine is sent last. */
async function meet() {
  const model = await loadForm(call, kept);
  model.replace(mine);
  save(theirs);
  expect(await model.flush()).toBe(false);
  return model;
}

describe('a form that somebody else has changed meanwhile', () => {
  it('keeps both versions, and mine in the browser, until one is chosen', async () => {
    const { state } = await meet();
    expect(state.value).toMatchObject({ document: mine, draft: { document: empty }, save: 'conflict' });
    expect(state.value.conflict?.document).toEqual(theirs);
    expect([draft.document, left]).toEqual([theirs, { before: empty, document: mine }]);
  });

  it('becomes theirs whole', async () => {
    const model = await meet();
    model.resolve(theirs);
    expect(model.state.value).toMatchObject({ document: theirs, save: 'saved', conflict: null });
    expect(await model.flush()).toBe(true);
    expect([draft.document, left]).toEqual([theirs, null]);
  });

  it('becomes mine whole', async () => {
    const model = await meet();
    model.resolve(mine);
    expect(left).toEqual({ before: theirs, document: mine });
    expect(await model.flush()).toBe(true);
    expect([draft.document, left]).toEqual([mine, null]);
  });

  it('asks again after a reload', async () => {
    await meet();
    const { state } = await loadForm(call, kept);
    expect(state.value).toMatchObject({ document: mine, draft: { document: empty }, save: 'conflict' });
    expect(state.value.conflict?.document).toEqual(theirs);
    expect(left?.document).toEqual(mine);
  });
});

describe('a form with a single editor', () => {
  it('is sent again when only its version is another', async () => {
    const model = await loadForm(call, kept);
    model.replace(mine);
    save(empty);
    await model.flush();
    expect(await model.flush()).toBe(true);
    expect([draft.document, left]).toEqual([mine, null]);
  });

  it('keeps saving after a lost response, also after a reload', async () => {
    const model = await loadForm(call, kept);
    isResponseLost = true;
    const { types: _, ...rest } = mine;
    model.replace({ types: [], ...rest, contact: undefined } as unknown as Studio);
    expect(await model.flush()).toBe(false);
    const later = studio({ title: 'Mine, longer' });
    model.replace(later);
    expect(await model.flush()).toBe(false);
    isResponseLost = false;
    const reloaded = await loadForm(call, kept);
    expect(reloaded.state.value).toMatchObject({ document: later, save: 'waiting' });
    expect(await reloaded.flush()).toBe(true);
    expect([draft, left, reloaded.state.value.conflict]).toEqual([
      { version: 3, document: later, changed: [] },
      null,
      null,
    ]);
  });

  it('is published once, also after a lost response', async () => {
    const model = await loadForm(call, kept);
    model.replace(mine);
    await model.flush();
    isResponseLost = true;
    await expect(model.publish('')).rejects.toThrow();
    isResponseLost = false;
    expect(await model.publish('With a note')).toBe('published');
    expect(publications).toBe(1);
  });
});
