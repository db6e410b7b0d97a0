import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { studioSchema } from '../../src/studio/document/studio.ts';
import { lockStudioText } from '../../src/studio/revisions/revision-rows.ts';
import { whileUncommitted } from '../support/while-uncommitted.ts';
import { api, type Caller, type OperatorStage, openOperatorStage } from './stage.ts';

const file = { studio: studioSchema.parse({ contact: 'file@example.org' }), keys: ['contact'] as const };

let stage: OperatorStage;

beforeAll(async () => {
  stage = await openOperatorStage({ studio: { file } });
});

afterAll(() => stage.close());

const draftOf = async (caller: Caller = stage.owner) => (await caller.call('GET', `${api}/studio/draft`)).body;
const save = (version: number | undefined, document: unknown, caller: Caller = stage.owner) =>
  caller.call('PUT', `${api}/studio/draft`, { body: { version, document } });
const publish = (version: number | undefined, caller: Caller = stage.owner, note?: string) =>
  caller.call('POST', `${api}/studio/publish`, { body: { version, note } });

/** Resolves with the new revision. */
async function published(document: unknown, note?: string): Promise<number> {
  const saved = await save((await draftOf()).version, document);
  return (await publish(saved.body.version, stage.owner, note)).body.revision;
}

const extras = async () => (await stage.database.pool.query('select id, name from commission_extras order by id')).rows;

describe('the draft of the studio', () => {
  it('is as published until somebody changes it', async () => {
    const revision = await published({ title: 'As published' });
    const { headers, body } = await stage.owner.call('GET', `${api}/studio/draft`);
    expect(body).toMatchObject({ basedOn: revision, changed: [], actor: null, changedAt: null });
    expect(body.document).toMatchObject({ title: { en: 'As published' }, types: [], theme: null });
    expect(headers.get('etag')).toBe(`"${body.version}"`);
  });

  it('keeps what was entered, and says who, when and what', async () => {
    const before = await draftOf();
    const saved = await save(before.version, { ...before.document, afterwards: { en: 'Soon', de: 'Bald' } });
    expect(saved.body).toMatchObject({
      version: before.version + 1,
      changed: ['afterwards'],
      changedAt: expect.any(String),
      actor: { kind: 'operator', name: expect.any(String) },
      document: { afterwards: { en: 'Soon', de: 'Bald' } },
    });
    expect(await draftOf()).toEqual(saved.body);
  });

  it('is not overwritten by who has not seen it', async () => {
    const { version, document } = await draftOf();
    const first = await save(version, { ...document, title: { en: 'First' } });
    const second = await save(version, { ...document, title: { en: 'Second' } });
    expect([second.status, second.body.type]).toEqual([412, 'urn:commissions:problem:draft-conflict']);
    expect(second.body.draft).toEqual(first.body);
  });

  it('is not overwritten after another owner has published it', async () => {
    const { version, document } = await draftOf();
    const saved = await save(version, { ...document, title: { en: 'Ann' } });
    expect((await publish(saved.body.version)).status).toBe(201);
    const late = await save(saved.body.version, { ...document, title: { en: 'Ben' } });
    expect(late.status).toBe(412);
    expect(late.body.draft).toMatchObject({ changed: [], document: { title: { en: 'Ann' } } });
  });

  it('needs the version that was seen', async () => {
    expect((await save(undefined, {})).status).toBe(428);
    const { version } = await draftOf();
    const byHeader = await stage.owner.call('PUT', `${api}/studio/draft`, {
      body: { document: {} },
      headers: { 'if-match': `"${version}"` },
    });
    expect(byHeader.status).toBe(200);
  });

  it('says each fault with its path', async () => {
    const { version } = await draftOf();
    const { status, body } = await save(version, {
      types: [{ id: 'a/b', name: { de: 'nur' } }, { id: 'c' }],
      theme: { accent: { light: '#eeeeee' } },
      holidays: [],
    });
    expect(status).toBe(422);
    expect(body.issues).toEqual([
      {
        path: '/document/types/0/name',
        message: '`types[0].name` must have a text for "en", which other languages fall back to',
        code: 'rule',
      },
      { path: '/document/types/1/name', message: '`types[1].name` is missing', code: 'missing' },
      {
        path: '/document/theme/accent/light',
        message: '`theme.accent.light` has a contrast of 1.1:1 on the light page, and text needs 4.5:1',
        code: 'rule',
      },
      { path: '/document/holidays', message: '`holidays` is no key of a catalogue', code: 'unknown' },
    ]);
  });

  it('refuses questions that wait for each other in a circle, and names each of them', async () => {
    const { version } = await draftOf();
    const gift = (id: string, question: string) => ({ id, label: id, kind: 'yes-no', when: { question, is: true } });
    const { status, body } = await save(version, { questions: [gift('a', 'b'), gift('b', 'a')] });
    expect(status).toBe(422);
    expect(body.issues.map(({ path }: { path: string }) => path)).toEqual([
      '/document/questions/0/when/question',
      '/document/questions/1/when/question',
    ]);
  });

  it('keeps hostile text as it was sent', async () => {
    const { version } = await draftOf();
    const hostile = `</script><img src=x onerror=alert(1)>"'=cmd|' /C calc'!A0\u202e${'🐈'.repeat(100)}`;
    const document = { title: hostile, types: [{ id: hostile, name: hostile, description: hostile }] };
    const saved = await save(version, document);
    expect(saved.body.document.types[0]).toMatchObject({
      id: hostile,
      name: { en: hostile },
      description: { en: hostile },
    });
  });

  it('is changed by an operator in `opening` alone', async () => {
    const operator = await stage.person('operator');
    await published({ title: 'Ours' });
    const before = await draftOf();
    expect((await save(before.version, { ...before.document, title: 'Mine' }, operator)).status).toBe(403);
    const saved = await save(before.version, { ...before.document, opening: { mode: 'closed' } }, operator);
    expect(saved.body.changed).toEqual(['opening']);
    expect((await publish(saved.body.version, operator)).body).toMatchObject({ changed: ['opening'] });
    const owners = await save((await draftOf()).version, { title: 'Theirs', opening: { mode: 'open' } });
    expect((await publish(owners.body.version, operator)).status).toBe(403);
  });

  it('is not published by an operator who names the version that an owner is about to save', async () => {
    const operator = await stage.person('operator');
    await published({ title: 'Ours' });
    const { version, document } = await draftOf();
    const { status } = await whileUncommitted(
      stage.database.pool,
      async (client) => {
        await client.query(lockStudioText);
        const unfinished = JSON.stringify({ ...document, title: { en: 'Unfinished' } });
        await client.query('update studio_draft set version = $1, document = $2', [version + 1, unfinished]);
      },
      () => publish(version + 1, operator),
    );
    expect(status).toBe(403);
    expect((await stage.owner.call('GET', `${api}/studio`)).body.published.document.title).toEqual({ en: 'Ours' });
  });
});

describe('a revision of the studio', () => {
  it('is the published one, under what a file on the server sets', async () => {
    const revision = await published({ title: 'Published', contact: 'draft@example.org' }, ' The new year ');
    const { body } = await stage.owner.call('GET', `${api}/studio`);
    expect(body).toMatchObject({
      published: { revision, note: 'The new year', restores: null, document: { contact: 'draft@example.org' } },
      document: { title: { en: 'Published' }, contact: 'file@example.org' },
      locked: ['contact'],
    });
  });

  it('takes the extras along that requests can be linked to', async () => {
    await published({
      extras: [
        { id: 'frame', name: { en: 'Oak frame', de: 'Eiche' } },
        { id: 'rush', name: 'Rush' },
      ],
    });
    expect(await extras()).toEqual([
      { id: 'frame', name: 'Oak frame' },
      { id: 'rush', name: 'Rush' },
    ]);
    await published({ extras: [{ id: 'frame', name: 'Frame', hidden: true }] });
    expect(await extras()).toEqual([{ id: 'frame', name: 'Frame' }]);
  });

  it('is published again, as the newest one, and the draft stays', async () => {
    const first = await published({ title: 'One', extras: [{ id: 'one', name: 'One' }] });
    const second = await published({ title: 'Two' });
    const saved = await save((await draftOf()).version, { title: 'Three' });
    const path = `${api}/studio/revisions/${first}/publish`;
    const { status, body } = await stage.owner.call('POST', path, { body: { version: saved.body.version } });
    expect([status, body.revision, body.restores]).toEqual([201, second + 1, first]);
    expect(body.document.title).toEqual({ en: 'One' });
    expect(await extras()).toEqual([{ id: 'one', name: 'One' }]);
    expect(await draftOf()).toMatchObject({
      basedOn: second + 1,
      changed: ['title', 'extras'],
      document: { title: { en: 'Three' } },
    });
  });

  it('stays readable when later ones have renamed or removed its entries', async () => {
    const first = await published({ types: [{ id: 'bust', name: 'Bust' }] });
    await published({ types: [] });
    const { body } = await stage.owner.call('GET', `${api}/studio/revisions/${first}`);
    expect(body.document.types).toMatchObject([{ id: 'bust', name: { en: 'Bust' } }]);
  });

  it('is listed with the newest first, in pages', async () => {
    const revision = await published({ title: 'Newest' }, 'Why');
    const first = await stage.owner.call('GET', `${api}/studio/revisions?limit=2`);
    expect(first.body.items.map((one: { revision: number }) => one.revision)).toEqual([revision, revision - 1]);
    expect(first.body.items[0]).toMatchObject({ note: 'Why', changed: expect.arrayContaining(['title']) });
    expect(first.body.items[0]).not.toHaveProperty('document');
    const next = await stage.owner.call('GET', `${api}/studio/revisions?limit=200&cursor=${first.body.next}`);
    expect(next.body.items[0].revision).toBe(revision - 2);
    expect(next.body.next).toBeNull();
    const rejected = await stage.owner.call('GET', `${api}/studio/revisions?cursor=nonsense`);
    expect(rejected.status).toBe(400);
  });

  it('is not made while nothing has changed, nor twice by two owners', async () => {
    const saved = await save((await draftOf()).version, { title: `Once` });
    const both = await Promise.all([publish(saved.body.version), publish(saved.body.version)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 412]);
    expect((await publish((await draftOf()).version)).status).toBe(409);
  });

  it('is read without what this version does not know when a later one has stored it', async () => {
    await published({ title: 'Before' });
    await stage.database.pool.query(
      `insert into studio_revisions (revision, actor_kind, changed, document)
       select max(revision) + 1, 'system', '{}', '{"title":{"en":"Later"},"holidays":[1]}' from studio_revisions`,
    );
    expect((await draftOf()).document).toEqual(studioSchema.parse({ title: 'Later' }));
  });
});

describe('a setting that is changed at once', () => {
  const change = (body: object, caller: Caller = stage.owner) => caller.call('PATCH', `${api}/studio`, { body });

  it('is published alone, and taken over by the draft', async () => {
    await published({ title: 'At once' });
    const { version, document } = await draftOf();
    await save(version, { ...document, title: { en: 'A draft' } });
    const changed = await change({ queue: { isShown: true }, guard: { mode: 'hold' }, note: 'A flood' });
    expect(changed.body).toMatchObject({
      published: { changed: ['queue', 'guard'], note: 'A flood', document: { title: { en: 'At once' } } },
      document: { queue: { isShown: true }, guard: { mode: 'hold' }, contact: 'file@example.org' },
    });
    const kept = await draftOf();
    expect(kept).toMatchObject({ changed: ['title'], document: { guard: { mode: 'hold' } } });
    expect((await change({ queue: null })).body.document).toMatchObject({ queue: null, guard: { mode: 'hold' } });
    await change({ guard: null });
  });

  it('is refused with the path of each fault, while a file sets it, and unless an owner changes it', async () => {
    const faulty = await change({ guard: { mode: 'ajar', networkMebibytes: 0 } });
    expect(faulty.body.issues.map((issue: { path: string }) => issue.path)).toEqual([
      '/guard/mode',
      '/guard/networkMebibytes',
    ]);
    expect((await change({ title: { en: 'No' } })).status).toBe(422);
    expect((await change({ queue: { isShown: true } }, await stage.person('operator'))).status).toBe(403);
    const ofFile = { studio: studioSchema.parse({ guard: { mode: 'hold' } }), keys: ['guard'] as const };
    const locked = await openOperatorStage({ studio: { file: ofFile } });
    const refused = await locked.owner.call('PATCH', `${api}/studio`, { body: { guard: { mode: 'off' } } });
    expect([refused.status, refused.body.type]).toEqual([409, 'urn:commissions:problem:locked-by-file']);
    await locked.close();
  });
});

describe('an id of the studio that was published', () => {
  const size = { id: 'size', label: 'Size', kind: 'number' };

  async function refusal(document: object) {
    const saved = await save((await draftOf()).version, document);
    const { status, body } = await publish(saved.body.version);
    return [status, body.issues?.[0]];
  }

  it('comes back as the same entry alone, but for a roll-back', async () => {
    const revision = await published({ questions: [size] });
    const message = '`questions[0].id` was the id of another entry before: size. Choose an id that was never used';
    const refused = [422, { path: '/document/questions/0/id', message, code: 'rule' }];
    expect(await refusal({ questions: [{ ...size, kind: 'text' }] })).toEqual(refused);
    await published({ title: 'Without questions' });
    expect(await refusal({ questions: [{ ...size, label: 'Budget' }] })).toEqual(refused);
    expect(await refusal({ questions: [size] })).toEqual([201, undefined]);
    await published({ questions: [{ ...size, id: 'height' }] });
    const { items } = (await stage.owner.call('GET', `${api}/studio/used-ids`)).body;
    expect(items).toEqual(expect.arrayContaining(['size', 'height']));
    const { version } = await draftOf();
    const path = `${api}/studio/revisions/${revision}/publish`;
    expect((await stage.owner.call('POST', path, { body: { version } })).status).toBe(201);
  });
});
