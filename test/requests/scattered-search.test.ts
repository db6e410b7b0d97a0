import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUuidV7 } from '../../src/intake/submission/submission.ts';
import type { RequestSort } from '../../src/requests/inbox/inbox.ts';
import type { RequestFilter } from '../../src/requests/inbox/request-filter-shape.ts';
import { lookUpIn } from '../../src/requests/inbox/search-look-up.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { type InboxStage, openInbox } from './stage.ts';

const requests = 2400;
const hourMs = 60 * 60_000;
const word = 'daguerreotype';
/** Only the newest requests contain this word. */
const news = { text: 'dragonfest', requests: 30 } as const;

let database: MigratedDatabase;
let inbox: InboxStage;
/** The requests that contain the word, oldest first. */
let having: readonly { readonly id: string; readonly status: string; readonly dueOn: string }[];

// Creates requests of two hundred days. In the first half, one in four requests contains the word.
beforeAll(async () => {
  database = await openMigratedDatabase();
  inbox = openInbox(database.pool);
  const firstMs = Date.parse('2026-01-01T00:00:00Z');
  const rows = Array.from({ length: requests }, (_, index) => {
    const at = new Date(firstMs + 2 * index * hourMs);
    return {
      id: createUuidV7(at),
      at,
      status: index % 3 === 0 ? 'DECLINED' : 'COMPLETED',
      message: messageOf(index),
      due: `2027-01-${String(1 + ((index * 7) % 28)).padStart(2, '0')}`,
    };
  });
  await database.pool.query(
    `with item as (
      select * from json_to_recordset($1) as row (id uuid, at timestamptz, status text, message text, due date)
    ), stored as (
      insert into commission_requests (id, created_at, status, customer_name, customer_email, message, extra_ids, due_on)
      select id, at, status, 'Somebody', 'somebody@example.org', message, '{}', due from item
    )
    insert into request_events (request_id, actor_kind, kind) select id, 'customer', 'created' from item`,
    [JSON.stringify(rows)],
  );
  await inbox.index();
  having = rows
    .filter(({ message }) => message.includes(word))
    .map(({ id, status, due }) => ({ id, status, dueOn: due }));
});

afterAll(() => database.close());

function messageOf(index: number): string {
  if (index >= requests - news.requests) return `A cat at the ${news.text}`;
  return index < requests / 2 && index % 4 === 0 ? `A ${word} of my cat` : 'A cat';
}

/** Simulates a table of this many rows. For a million rows, the estimate from the sample is very many matches. */
async function grow(rows = 1_000_000): Promise<void> {
  await database.pool.query(`update pg_class set reltuples = ${rows} where oid = 'request_search'::regclass`);
}

async function all(filter: RequestFilter, sort: RequestSort, rows?: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
    await grow(rows);
    const page = await inbox.reader.list({ filter, sort, cursor, limit: 70 });
    ids.push(...(page?.items ?? []).map(({ id }) => id));
    cursor = page?.next ?? null;
  }
  return ids;
}

const idsOf = (rows: typeof having) => rows.map(({ id }) => id);

describe('a search for what very many requests have, and none of the newest', () => {
  it('is taken for one', async () => {
    await grow();
    expect(await lookUpIn(database.pool)(word)).toMatchObject({ kind: 'indexed' });
  });

  it('gives each of them once, page by page, in the order of the list', async () => {
    expect(await all({ q: word }, 'newest')).toEqual(idsOf(having.toReversed()));
    expect(await all({ q: word }, 'oldest')).toEqual(idsOf(having));
  });

  it('goes by the due date too', async () => {
    const byDate = having.toSorted((a, b) => a.dueOn.localeCompare(b.dueOn) || a.id.localeCompare(b.id));
    expect(await all({ q: word }, 'due')).toEqual(idsOf(byDate));
  });

  it('goes with the other filters', async () => {
    const declined = having.filter(({ status }) => status === 'DECLINED');
    expect(await all({ q: word, status: ['DECLINED'] }, 'newest')).toEqual(idsOf(declined.toReversed()));
    const to = new Date('2026-02-01T00:00:00Z');
    expect(await all({ q: word, to }, 'oldest')).toEqual(idsOf(having.slice(0, 93)));
  });

  it('counts them by status', async () => {
    const declined = having.filter(({ status }) => status === 'DECLINED').length;
    await grow();
    const counts = await inbox.reader.counts({ q: word });
    expect(counts).toMatchObject({ DECLINED: declined, COMPLETED: having.length - declined, NEW: 0 });
  });
});

describe('a search for what many of the newest requests have, and no others', () => {
  it('is looked up in the index, so that it ends with them', async () => {
    await grow();
    expect(await lookUpIn(database.pool)(news.text)).toMatchObject({ kind: 'found' });
    expect(await all({ q: news.text }, 'newest')).toHaveLength(news.requests);
  });
});

describe('a search for what thousands have', () => {
  const rows = 60_000;

  it('is looked up by their identifiers', async () => {
    await grow(rows);
    expect(await lookUpIn(database.pool)(word)).toMatchObject({ kind: 'found' });
  });

  it('gives each of them once, page by page, in the order of the list', async () => {
    expect(await all({ q: word }, 'newest', rows)).toEqual(idsOf(having.toReversed()));
    expect(await all({ q: word }, 'oldest', rows)).toEqual(idsOf(having));
  });

  it('goes with the other filters', async () => {
    const declined = having.filter(({ status }) => status === 'DECLINED');
    expect(await all({ q: word, status: ['DECLINED'] }, 'newest', rows)).toEqual(idsOf(declined.toReversed()));
    const to = new Date('2026-02-01T00:00:00Z');
    expect(await all({ q: word, to }, 'oldest', rows)).toEqual(idsOf(having.slice(0, 93)));
    expect(await all({ q: word, unread: false }, 'newest', rows)).toEqual([]);
  });
});
