import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestNumberOf } from '../../src/intake/submission/request-number.ts';
import { fillSearchRows } from '../../src/requests/inbox/search-index.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { type InboxStage, openInbox } from './stage.ts';

let database: MigratedDatabase;
let inbox: InboxStage;
const ids: Record<string, string> = {};

beforeAll(async () => {
  database = await openMigratedDatabase();
  inbox = openInbox(database.pool);
  ids.zoe = await inbox.store({
    name: 'Zoë Müller',
    email: 'zoe@example.org',
    message: 'Two CATS in a 100% cosy room',
  });
  ids.japanese = await inbox.store({ name: '田中', message: '猫の絵をお願いします', files: ['参考画像.png'] });
  ids.greek = await inbox.store({ name: 'Σίσυφος', socials: '@sisyphos' });
  ids.korean = await inbox.store({ name: '김철수', message: '고양이 그림' });
  ids.curly = await inbox.store({ name: 'Finn O’Neil', email: 'finn@example.org' });
  ids.straight = await inbox.store({ name: "Lena D'Angelo", email: 'lena@example.org', message: "d'or" });
  ids.file = await inbox.store({ name: 'Plain', files: ['Fox Reference_Sheet.png'] });
  ids.invisible = await inbox.store({
    name: 'Gesamt\u00adkonzept',
    socials: 'Ida\u200bPlum',
    message: '\u2068Isolate\u2069d',
  });
  ids.arabic = await inbox.store({
    name: 'محـــمد',
    message: 'می\u200cخواهم',
    files: ['\ufe8d\ufedf\ufecc\ufeae\ufe91.png'],
  });
  ids.domain = await inbox.store({ email: 'idn@müller.example' });
  ids.punycode = await inbox.store({ email: 'idn@XN--MLLER-KVA.example' });
  await inbox.index();
});

afterAll(() => database.close());

const found = async (q: string) =>
  (await inbox.ids({ q })).map((id) => Object.keys(ids).find((key) => ids[key] === id));

describe('the search', () => {
  it.each([
    ['zoe', ['zoe']],
    ['ZOË MUL', ['zoe']],
    ['oe@exam', ['zoe']],
    ['cats in', ['zoe']],
    ['100% co', ['zoe']],
    ['猫の', ['japanese']],
    ['田中', ['japanese']],
    ['考画像', ['japanese']],
    ['σισυφος', ['greek']],
    ['sisyphos', ['greek']],
    ['그림', ['korean']],
    ['reference_sheet', ['file']],
    ["O'Neil", ['curly']],
    ["finn o'neil", ['curly']],
    ['D’Angelo', ['straight']],
    ["d'or", ['straight']],
    ["O'Neal", []],
    ['gesamtkonzept', ['invisible']],
    ['ida\u2060plum', ['invisible']],
    ['isolated', ['invisible']],
    ['محمد', ['arabic']],
    ['ميخواهم', ['arabic']],
    ['العرب', ['arabic']],
    ['idn@müller.example', ['punycode', 'domain']],
    ['idn@xn--mller-kva.example', ['punycode', 'domain']],
    ['IDN@MU\u0308LLER.EXAMPLE', ['punycode', 'domain']],
    ['idn@ｍüｌｌｅｒ.example', ['punycode', 'domain']],
    ['@müller', ['punycode', 'domain']],
    ['\u200b\u00ad\u2060\u200b', []],
    ['nothing like this', []],
    ['___', []],
    ['zoe mueller', []],
  ])('finds %s', async (q, expected) => {
    expect(await found(q)).toEqual(expected);
  });

  it('finds a request by its id', async () => {
    const id = ids.greek ?? '';
    expect(await found(id)).toEqual(['greek']);
    expect(await found(` ${id.toUpperCase()} `)).toEqual(['greek']);
    expect(await found(id.replace(/^./, 'f'))).toEqual([]);
  });

  it('finds a request by its number', async () => {
    const number = (await inbox.reader.find(ids.greek ?? ''))?.number ?? '';
    expect(await found(number)).toEqual(['greek']);
    expect(await found(number.toLowerCase())).toEqual(['greek']);
    expect(await found(`\u2068${number.replace('-', '\u2011')}\u2069`)).toEqual(['greek']);
  });

  it.each([
    ['a blank', (number: string) => number.replace('-', ' ')],
    ['nothing', (number: string) => number.replace('-', '')],
    ['blanks around it', (number: string) => ` ${number.replace('-', ' - ')} `],
  ])('finds a request by its number with %s for the hyphen, in lower case too', async (_, written) => {
    const typed = written(requestNumberOf(ids.greek ?? ''));
    expect(await found(typed)).toEqual(['greek']);
    expect(await found(typed.toLowerCase())).toEqual(['greek']);
  });

  it('finds what has eight letters as text, though they read as a number', async () => {
    expect(await found('sisyphos')).toEqual(['greek']);
    expect(await found('referenc')).toEqual(['file']);
  });

  it('finds nothing for what is too short', async () => {
    expect(await found('zo')).toEqual([]);
    expect(await found('猫')).toEqual([]);
  });

  it('does not match across fields', async () => {
    expect(await found('müller zoe@')).toEqual([]);
  });

  it('goes with the other filters, and with the counts', async () => {
    expect(await inbox.ids({ q: 'cats', status: ['SPAM'] })).toEqual([]);
    expect((await inbox.reader.counts({ q: 'cats in a' })).NEW).toBe(1);
  });

  it('finds words that nearly every request has, in the order of the list', async () => {
    const more: string[] = [];
    for (let index = 0; index < 40; index += 1)
      more.push(await inbox.store({ message: `Commission of number ${index}` }));
    await inbox.index();
    const page = await inbox.reader.list({ filter: { q: 'commission of' }, sort: 'newest', cursor: null, limit: 10 });
    expect(page?.items.map(({ id }) => id)).toEqual(more.reverse().slice(0, 10));
  });

  it('indexes each request once when several processes do it at once', async () => {
    for (let index = 0; index < 20; index += 1) await inbox.store({ message: `unusual${index}` });
    await Promise.all([inbox.index(), inbox.index(), inbox.index()]);
    await inbox.index();
    expect(await inbox.ids({ q: 'unusual' })).toHaveLength(20);
  });

  it('forgets an erased request', async () => {
    const id = await inbox.store({ message: 'erase me soon' });
    await inbox.index();
    await database.pool.query('delete from commission_requests where id = $1', [id]);
    const { rowCount } = await database.pool.query('select from request_search where request_id = $1', [id]);
    expect(rowCount).toBe(0);
  });
});

describe('empty search rows', () => {
  const signal = new AbortController().signal;

  it('are filled once when several processes do it at once, and then found as others are', async () => {
    await database.pool.query("update request_search set text = '', grams = '{}'");
    expect(await found('idaplum')).toEqual([]);
    await Promise.all([1, 2, 3].map(() => fillSearchRows(database.pool, signal)));
    expect((await database.pool.query("select from request_search where text = ''")).rowCount).toBe(0);
    expect(await found('idaplum')).toEqual(['invisible']);
    expect(await found('idn@müller.example')).toEqual(['punycode', 'domain']);
  });

  it('leave the others as they are', async () => {
    const rows = async () => (await database.pool.query('select xmin, * from request_search order by request_id')).rows;
    const before = await rows();
    await fillSearchRows(database.pool, signal);
    expect(await rows()).toEqual(before);
  });
});
