import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvOf, jsonLinesOf } from '../../src/http/operator/requests/export-formats.ts';
import { readCommissionForm } from '../../src/intake/submission/commission-form.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { publishStudio } from '../support/publish-studio.ts';
import { worstForms, worstStudio } from '../support/worst-forms.ts';
import { type InboxStage, openInbox } from './stage.ts';

const kibibyte = 1024;
const names = Object.keys(worstForms);
const asked = new Set(worstStudio.questions.map(({ id }) => id));
const ids = new Map<string, string>();

let database: MigratedDatabase;
let inbox: InboxStage;

beforeAll(async () => {
  database = await openMigratedDatabase();
  inbox = openInbox(database.pool);
  await publishStudio(database.pool, worstStudio);
  for (const [name, json] of Object.entries(worstForms)) {
    const form = readCommissionForm(Buffer.from(json), (id) => asked.has(id))?.content;
    const id = await inbox.store({ typeId: 'bust' });
    ids.set(name, id);
    await database.pool.query('update commission_requests set commission_form = $2 where id = $1', [id, form]);
  }
});

afterAll(() => database.close());

const idOf = (name: string) => ids.get(name) ?? '';
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const exported = (id: string) => inbox.exporter.export({ id: [id] }, 'csv', inbox.actor, new AbortController().signal);

describe.each(names)('a request with the worst part commission-form: %s', (name) => {
  it('takes no more than 4 KiB of a list, also of those that are held', async () => {
    const id = idOf(name);
    const [listed] = await inbox.list({ id: [id] });
    expect(bytesOf(listed)).toBeLessThan(4 * kibibyte);
    await database.pool.query(`update commission_requests set hold = 'held' where id = $1`, [id]);
    const [held] = await inbox.list({ held: true });
    await database.pool.query('update commission_requests set hold = null where id = $1', [id]);
    expect([held?.id, bytesOf(held) < 4 * kibibyte]).toEqual([id, true]);
    const others = await inbox.reader.sameCustomer(idOf(names.find((other) => other !== name) ?? ''));
    expect(bytesOf(others) / names.length).toBeLessThan(4 * kibibyte);
  });

  it('takes no more than its part twice of JSON Lines, and the longest cell of CSV', async () => {
    const id = idOf(name);
    expect((await text(jsonLinesOf(exported(id)))).length).toBeLessThan(640 * kibibyte);
    const row = await text(csvOf(exported(id), [...asked, 'made-up 1']));
    expect(Buffer.byteLength(row)).toBeLessThan(128 * kibibyte);
  });
});

describe('a request with as many and as long identifiers as a payload holds', () => {
  it('has some of them in a list, and all where it is read alone', async () => {
    const id = await inbox.store({ typeId: 'b'.repeat(90_000) });
    const extraIds = Array.from({ length: 80_000 }, (_, index) => (index === 1 ? 'é'.repeat(50_000) : `${index}`));
    await database.pool.query('update commission_requests set extra_ids = $2 where id = $1', [id, extraIds]);
    const [listed] = await inbox.list({ id: [id] });
    expect(listed?.extraIds).toEqual(extraIds.slice(0, 100).map((one) => one.slice(0, 200)));
    expect(listed?.typeId).toBe('b'.repeat(4000));
    expect(await inbox.reader.find(id)).toMatchObject({ extraIds, typeId: 'b'.repeat(90_000) });
    await database.pool.query('delete from commission_requests where id = $1', [id]);
  });
});

describe('a list of requests with the worst parts', () => {
  it('has the state of the terms and the estimate that each request has, but for one that may depend on a long list', async () => {
    const answers = { list: ['a', 'option 498'], 'number 1': 3, text: 'x'.repeat(2000) };
    const told = await inbox.store({ typeId: 'bust' });
    const text = 'update commission_requests set commission_form = $2 where id = $1';
    await database.pool.query(text, [told, { answers, estimate: { amount: 1000, currency: 'EUR' } }]);
    const factsOf = ({ termsState, estimate, chosen }: Partial<Awaited<ReturnType<typeof inbox.list>>[number]>) => ({
      termsState,
      estimate,
      chosen,
    });
    const listed = await inbox.list();
    const found = await Promise.all(listed.map(({ id }) => inbox.reader.find(id)));
    const cut = ['a list of 40,000 texts', 'a list of texts of eleven letters', 'a list of one option'].map(idOf);
    const expected = found.map((one) => ({
      ...factsOf(one ?? {}),
      ...(cut.includes(one?.id ?? '') && { estimate: undefined }),
    }));
    expect(listed.map(factsOf)).toEqual(expected);
    expect(listed[0]).toMatchObject({ id: told, estimate: { own: 3000, differs: true } });
    expect(listed).toHaveLength(names.length + 1);
  });

  it('is searched by their answers', async () => {
    await inbox.index();
    expect(await inbox.ids({ q: '青い背景' })).toEqual([idOf('one long answer in Japanese')]);
    expect(await inbox.ids({ q: 'abcdefghi abc' })).toEqual([idOf('one long answer')]);
    expect(await inbox.ids({ answer: { list: ['a'] } })).toEqual(
      expect.arrayContaining([idOf('a list of one option')]),
    );
  });
});
