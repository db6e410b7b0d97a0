import { text } from 'node:stream/consumers';
import { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { csvOf, jsonLinesOf } from '../../src/http/operator/requests/export-formats.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { type InboxStage, openInbox } from './stage.ts';

let database: MigratedDatabase;
let inbox: InboxStage;

const { signal } = new AbortController();

beforeEach(async () => {
  database = await openMigratedDatabase();
  inbox = openInbox(database.pool);
});

afterEach(() => database.close());

const exported = () => inbox.exporter.export({}, 'csv', inbox.actor, signal);
const idOf = (json: string) => (JSON.parse(json) as { id: string }).id;

/**
 * Everything that a text column accepts: all characters of one and two bytes in UTF-8, the characters around
 * surrogates, and characters with a meaning in the export formats.
 */
const hostileTexts = [
  Array.from({ length: 0x7ff }, (_, index) => String.fromCodePoint(index + 1)).join(''),
  '\ud7ff\ue000\ufdd0\ufeff\ufffd\uffff\u{10000}\u{10ffff}',
  '\u2028\u2029\u200b\u200e\u202e\u0085\u00a0\u00ad',
  '"}],"id":"\\u0041\\\\\\"\\n',
  '\r\n=1+1,"a"\n\t@x',
  '=1',
  "'=1",
  '\u200b\u3000＝1',
  'e\u0301 é 👩\u200d👩\u200d👧 \u0600 हिन्दी',
  '',
  ' ',
  'null',
  '{}',
];

describe('an export', () => {
  it('holds all of the filter, the newest first, and is recorded', async () => {
    const ids = [];
    for (let index = 0; index < 220; index += 1) ids.unshift(await inbox.store());
    const taken = [];
    for await (const requests of exported()) taken.push(...requests.map(idOf));
    expect(taken).toEqual(ids);
    const { rows } = await database.pool.query('select "to" from request_events where kind = \'export\'');
    expect(rows).toEqual([{ to: { format: 'csv', filter: {} } }]);
  });

  it('is of one snapshot', async () => {
    for (let index = 0; index < 220; index += 1) await inbox.store();
    let taken = 0;
    for await (const requests of exported()) {
      if (taken === 0) await database.pool.query('delete from commission_requests');
      taken += requests.length;
    }
    expect(taken).toBe(220);
  });

  it('has what the guard holds, with the reasons, when it is asked for', async () => {
    const id = await inbox.store();
    await database.pool.query("update commission_requests set hold = 'held' where id = $1", [id]);
    await database.pool.query("insert into request_signals (request_id, kind, held) values ($1, 'blocked', true)", [
      id,
    ]);
    expect(await text(jsonLinesOf(exported()))).toBe('');
    const held = inbox.exporter.export({ held: true }, 'csv', inbox.actor, signal);
    expect(await text(csvOf(held, []))).toMatch(/,true,Its sender is blocked,/);
  });

  it('gives its connection back when its reader stops reading', async () => {
    const id = await inbox.store();
    for (let index = 0; index < 20; index += 1) {
      for await (const _ of exported()) break;
    }
    expect(database.pool.waitingCount).toBe(0);
    expect(await inbox.ids()).toEqual([id]);
  });

  it.each(['UTC', 'America/St_Johns'])('says what the list says, byte for byte, in the time zone %s', async (zone) => {
    const pool = new Pool({ connectionString: database.url, options: `-c timezone=${zone}` });
    inbox = openInbox(pool);
    for (const [index, hostile] of hostileTexts.entries()) await storeHostile(index, hostile);
    const items = await inbox.list();
    expect(items.map(({ message }) => message)).toEqual(hostileTexts.toReversed());
    expect(await text(jsonLinesOf(exported()))).toBe(items.map((item) => `${JSON.stringify(item)}\n`).join(''));
    async function* listed() {
      for (const item of items) yield [JSON.stringify(item)];
    }
    expect(await text(csvOf(exported(), []))).toBe(await text(csvOf(listed(), [])));
    await pool.end();
  });
});

async function storeHostile(index: number, hostile: string): Promise<void> {
  const createdAt = new Date(Date.UTC(2026, 1, 28, 23, 59, 59, index));
  // Short enough for an index.
  const short = hostile.slice(0, 40);
  const names = [short, `${short}.png`].filter((name) => name !== '');
  const id = await inbox.store({
    name: hostile,
    message: hostile,
    socials: index % 2 === 0 ? hostile : null,
    typeId: index % 3 === 0 ? short : null,
    createdAt,
    files: names,
  });
  const extras = names.map((name, position) => `${name} ${index} ${position}`);
  await database.pool.query(
    "insert into commission_extras (id, name) select id, nullif($2, '') from unnest($1::text[]) as id",
    [extras, hostile],
  );
  await database.pool.query(
    'insert into commission_request_extras (request_id, extra_id) select $1, unnest($2::text[])',
    [id, extras],
  );
  await database.pool.query(
    `update commission_requests
     set created_at = created_at + interval '999 microseconds', due_on = '2026-12-31'::date + $2::int, labels = $3, extra_ids = $4,
       user_agent = $5, language = $5, option_id = nullif($5, ''), unread = $2::int % 2 = 0, version = 1 + $2::int,
       status = case $2::int % 2 when 0 then 'WAITLISTED' else 'NEW' end, arrival = (array['closed', 'full'])[$2::int % 3]
     where id = $1`,
    [id, index, names, extras, hostile],
  );
  await database.pool.query(
    "insert into request_entries (request_id, kind, author, via, text) values ($1, 'public-message', 'program', 'api', $2)",
    [id, hostile],
  );
  await database.pool.query(
    `update commission_request_files set preview = case position when 0 then $2::boolean end, file_size = 9007199254740991
     where request_id = $1`,
    [id, index % 2 === 0],
  );
  await database.pool.query(
    `insert into request_signals (request_id, kind, at, held)
     select $1, kind, '2026-11-22T10:00:00.123456Z', true from unnest($2::text[]) as kind`,
    [id, ['many-links', 'blocked', 'proof-missing'].slice(0, index % 4)],
  );
}
