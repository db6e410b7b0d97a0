import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvOf, jsonLinesOf } from '../../src/http/operator/requests/export-formats.ts';
import { versionOf } from '../../src/studio/document/terms-version.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { publishStudio } from '../support/publish-studio.ts';
import { type InboxStage, openInbox } from './stage.ts';

let database: MigratedDatabase;
let inbox: InboxStage;

beforeAll(async () => {
  database = await openMigratedDatabase();
  inbox = openInbox(database.pool);
});

afterAll(() => database.close());

const publish = (document: object) => publishStudio(database.pool, document);

async function storeTold(form: object | null, request: Parameters<InboxStage['store']>[0] = {}): Promise<string> {
  const id = await inbox.store(request);
  await database.pool.query('update commission_requests set commission_form = $2 where id = $1', [id, form]);
  return id;
}

const size = (name: string) => ({
  id: 'size',
  label: `${name}?`,
  kind: 'choice',
  required: true,
  options: [
    { id: 'a4', name: { en: `${name} A4`, de: 'Kleiner Bogen' } },
    { id: 'a3', name: `${name} A3` },
  ],
});
const { signal } = new AbortController();
const exported = () => inbox.exporter.export({}, 'csv', inbox.actor, signal);

describe('the answers of a request', () => {
  it('is read by the revision that its customer saw, also after a renaming and a removal', async () => {
    const before = await storeTold(null);
    const first = await publish({ questions: [size('Paper')] });
    const second = await publish({ questions: [size('Canvas')], terms: [{ id: 'use', title: 'Use', text: 'T' }] });
    await publish({ title: 'No questions' });
    const answers = { size: 'a4' };
    const ofFirst = await storeTold({ v: 1, revision: first, answers });
    const terms = [{ id: 'use', sha256: versionOf('T'), language: 'en' }];
    const ofSecond = await storeTold({ v: 1, revision: second, answers, terms });
    const ofNone = await storeTold({ v: 1, revision: 99, answers });
    const words = { words: [{ en: 'Paper A4', de: 'Kleiner Bogen' }], label: { en: 'Paper?' } };
    expect(await inbox.reader.find(ofFirst)).toMatchObject({ answers: [{ id: 'size', value: 'a4', ...words }] });
    const shown = await inbox.reader.find(ofSecond);
    expect(shown).toMatchObject({ answers: [{ label: { en: 'Canvas?' } }], termsState: 'agreed' });
    expect(shown?.terms).toEqual([{ ...terms[0], at: shown?.createdAt, title: { en: 'Use' } }]);
    expect(await inbox.reader.find(ofNone)).toMatchObject({ answers: [{ label: null, problem: 'unknown-question' }] });
    expect(Object.keys((await inbox.reader.find(before)) ?? {})).not.toContain('missing');
  });

  it('is the same in the result of a change and in JSON Lines, and a list has what cannot be long', async () => {
    const terms = [{ id: 'use', title: 'Use', text: 'T' }];
    const revision = await publish({ questions: [size('Linen')], terms });
    const agreed = [{ id: 'use', sha256: versionOf('T'), language: 'en' }];
    const id = await storeTold({ v: 1, revision, answers: { size: 'a5' }, terms: agreed });
    const found = await inbox.reader.find(id);
    expect(found).toMatchObject({ missing: ['size'], answers: [{ problem: 'wrong-kind', value: 'a5' }] });
    const { answers: _, missing: __, terms: ___, ...listed } = { ...found };
    expect((await inbox.list({ id: [id] }))[0]).toEqual(listed);
    expect(listed).toMatchObject({ termsState: 'agreed' });
    const result = await inbox.editor.change(id, 1, { labels: ['x'] }, inbox.actor);
    expect(result).toEqual({ changed: { ...found, version: 2, labels: ['x'] }, statusBefore: 'NEW' });
    const lines = (await text(jsonLinesOf(exported()))).trim().split('\n');
    const line = JSON.parse(lines.find((one) => one.includes(id)) ?? '{}');
    expect(line).toMatchObject({ missing: ['size'], answers: JSON.parse(JSON.stringify(found?.answers)) });
  });

  it('has the name for the queue in lists, search, CSV and JSON Lines, and whether an operator shows it', async () => {
    const id = await storeTold({ v: 1, queueName: 'Mondvogel\u202e' });
    const told = { queueName: 'Mondvogel', queueNameShown: null };
    expect(await inbox.reader.find(id)).toMatchObject(told);
    expect(await inbox.editor.change(id, 1, { queueNameShown: true }, inbox.actor)).toMatchObject({
      changed: { queueName: 'Mondvogel', queueNameShown: true, version: 2 },
    });
    expect(await inbox.reader.events(id)).toMatchObject([{}, { kind: 'queue-name', from: null, to: true }]);
    await inbox.index();
    expect(await inbox.list({ q: 'mondvogel' })).toMatchObject([{ id, queueName: 'Mondvogel', queueNameShown: true }]);
    expect(await text(csvOf(exported(), []))).toContain(',Mondvogel,true,,\r\n');
    expect(await text(jsonLinesOf(exported()))).toContain('"queueName":"Mondvogel","queueNameShown":true');
  });

  it('has no name for the queue that has an address in it', async () => {
    const id = await storeTold({ v: 1, queueName: 'now at strange.example' });
    expect(Object.keys((await inbox.reader.find(id)) ?? {}).filter((key) => /queue/.test(key))).toEqual([]);
  });

  it('has the names of the choices as they were, also in exports, after a renaming and a removal', async () => {
    const rush = (name: string) => ({ extras: [{ id: 'rush', name }] });
    await publish({ types: [{ id: 'bust', name: { en: 'Bust', de: 'Büste' } }], ...rush('Rush') });
    const id = await inbox.store({ typeId: 'bust' });
    await database.pool.query(`update commission_requests set extra_ids = '{rush}' where id = $1`, [id]);
    await database.pool.query("insert into commission_request_extras values ($1, 'rush')", [id]);
    await publish({ types: [], ...rush('Express') });
    const names = {
      chosen: {
        type: { en: 'Bust', de: 'Büste' },
        option: null,
        customCard: null,
        extras: [{ id: 'rush', name: { en: 'Rush' } }],
      },
      extras: [{ id: 'rush', name: 'Rush' }],
    };
    expect(await inbox.reader.find(id)).toMatchObject(names);
    expect((await inbox.list({ id: [id] }))[0]).toMatchObject(names);
    const lines = (await text(jsonLinesOf(exported()))).trim().split('\n');
    expect(JSON.parse(lines.find((one) => one.includes(id)) ?? '{}')).toMatchObject(names);
  });

  it('says that it came in time where the studio had set when its form is open', async () => {
    const before = await storeTold(null);
    await publish({ opening: { requestLimit: 5 } });
    const id = await storeTold(null);
    expect(await inbox.reader.find(id)).toHaveProperty('arrival', null);
    expect(await inbox.reader.find(before)).not.toHaveProperty('arrival');
    const lines = (await text(jsonLinesOf(exported()))).trim().split('\n');
    expect(lines.filter((line) => line.includes('"arrival":null')).map((line) => JSON.parse(line).id)).toEqual([id]);
    await publish({});
  });

  it('lists what a direct caller left out, by the revision of that time', async () => {
    await publish({ questions: [size('Silk')], terms: [{ id: 'use', title: 'Use', text: 'T' }] });
    const id = await storeTold(null);
    expect(await inbox.reader.find(id)).toMatchObject({ missing: ['size'], termsState: 'not-recorded' });
  });
});

describe('a search', () => {
  it('finds the words of answers, and the names of chosen options in any language', async () => {
    const paragraph = { id: 'idea', label: 'Idea?', kind: 'paragraph' };
    const revision = await publish({ questions: [size('Vellum'), paragraph] });
    const id = await storeTold({ v: 1, revision, answers: { size: 'a4', idea: 'Ein Fuchs im Regenmantel' } });
    await storeTold({ v: 1, revision, answers: { size: 'a3' } });
    await inbox.index();
    expect(await inbox.ids({ q: 'fuchs im' })).toEqual([id]);
    expect(await inbox.ids({ q: 'vellum a4' })).toEqual([id]);
    expect(await inbox.ids({ q: 'regenmantel', answer: { size: ['a4'] } })).toEqual([id]);
  });
});

describe('a filter by answers', () => {
  it('finds a choice, one of several choices, and yes or no', async () => {
    const print = await storeTold({ v: 1, answers: { medium: 'print', tags: ['a', 'b'], gift: true } });
    const web = await storeTold({ v: 1, answers: { medium: 'web', tags: ['b'], gift: false } });
    await storeTold({ v: 1, answers: { mediums: 'web' } });
    await inbox.index();
    const found = (answer: Record<string, string[]>) => inbox.ids({ answer });
    expect(await found({ medium: ['print'] })).toEqual([print]);
    expect(await found({ medium: ['print', 'web'] })).toEqual([web, print]);
    expect(await found({ tags: ['b'], medium: ['web'] })).toEqual([web]);
    expect(await found({ gift: ['true'] })).toEqual([print]);
    expect(await found({ gift: ['false'] })).toEqual([web]);
    expect(await found({ medium: ["'; drop table commission_requests; --"] })).toEqual([]);
    expect((await inbox.reader.counts({ answer: { tags: ['b'] } })).NEW).toBe(2);
  });
});

describe('an export as CSV', () => {
  it('has a column for each question that was ever asked, the newest first', async () => {
    const gift = { id: '=gift', label: 'Gift?', kind: 'yes-no' };
    const revision = await publish({ questions: [gift, size('Cotton')] });
    await storeTold({ v: 1, revision, answers: { '=gift': true, size: 'a3', other: 'x' } }, { name: 'Column' });
    const [heading = '', ...rows] = (await text(csvOf(exported(), await inbox.exporter.questionIds()))).split('\r\n');
    expect(heading).toMatch(/,version,q:=gift,q:size,q:idea,arrival,rank,/);
    expect(rows.find((row) => row.includes(',Column,'))).toMatch(/,1,yes,Cotton A3,,,,false,/);
    expect(await text(csvOf(exported(), []))).not.toContain('q:');
  });
});
