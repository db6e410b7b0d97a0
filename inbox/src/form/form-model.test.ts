import { beforeEach, describe, expect, it, vi } from 'vitest';
import { studioSchema } from '../../../src/customers/studio/studio.ts';
import { ApiFailure, type Problem } from '../api/api-failure.ts';
import type { CallOptions } from '../api/call.ts';
import type { Studio } from './draft-shapes.ts';
import { loadForm } from './form-model.ts';
import type { KeptDraft } from './kept-drafts.ts';

const studio = (given: object) => studioSchema.parse(given);
const [empty, mine, theirs] = [studio({}), studio({ title: 'Mine' }), studio({ contact: 'ann@example.org' })];

/** The stored draft, as the service keeps it. */
let draft: { version: number; document: Studio };
let left: KeptDraft | null;
let isResponseLost: boolean;

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  draft = { version: 1, document: empty };
  left = null;
  isResponseLost = false;
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

async function call<Content>(method: string, path: string, options?: CallOptions): Promise<Content> {
  const { version, document } = Object(options?.body);
  if (method === 'PUT' && version !== draft.version) throw new ApiFailure('conflict', { draft } as unknown as Problem);
  if (method === 'PUT') save(document);
  if (method === 'PUT' && isResponseLost) throw new ApiFailure('unreachable');
  const published = { published: null, document: empty, locked: [] };
  return (path === '/studio' ? published : draft) as Content;
}

function save(document: Studio): void {
  draft = { version: draft.version + 1, document };
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

  it('recognises its own draft after a lost response', async () => {
    const model = await loadForm(call, kept);
    isResponseLost = true;
    model.replace(mine);
    expect(await model.flush()).toBe(false);
    isResponseLost = false;
    const later = studio({ title: 'Mine, longer' });
    model.replace(later);
    await model.flush();
    expect(await model.flush()).toBe(true);
    expect([draft.document, left]).toEqual([later, null]);
  });
});
