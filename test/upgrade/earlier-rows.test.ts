import { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../src/customers/records/migrate.ts';
import { createErasureCandidates } from '../../src/keeping/erasure/create-erasure-candidates.ts';
import { renewSearchRows } from '../../src/operators/inbox/search-index.ts';
import { openInbox } from '../inbox/stage.ts';
import { createTestDatabase, type TestDatabase } from '../support/embedded-database.ts';
import { migrationsDirectory } from '../support/open-records.ts';

let database: TestDatabase;
let pool: Pool;

beforeEach(async () => {
  database = await createTestDatabase();
  pool = new Pool({ connectionString: database.url, max: 2 });
});

afterEach(async () => {
  await pool.end();
  await database.drop();
});

describe('search rows without a form', () => {
  it('are made anew after the upgrade, and their requests are found by mailbox before', async () => {
    await migrate(pool, migrationsDirectory, 28);
    const inbox = openInbox(pool);
    const id = await inbox.store({ name: 'Gesamt\u00adkonzept', email: 'idn@xn--mller-kva.example' });
    await pool.query("insert into request_search (request_id, text, grams) values ($1, 'as it was', '{}')", [id]);
    await pool.query(
      'update request_search_progress p set tx = e.tx, seq = e.seq from request_events e where e.request_id = $1',
      [id],
    );
    await migrate(pool, migrationsDirectory);
    const ofPerson = async () =>
      (await createErasureCandidates(pool).ofPerson('idn@müller.example')).map((one) => one.id);
    expect([await ofPerson(), await inbox.ids({ q: 'gesamtkonzept' })]).toEqual([[id], []]);
    await renewSearchRows(pool, new AbortController().signal);
    expect([await ofPerson(), await inbox.ids({ q: 'gesamtkonzept' })]).toEqual([[id], [id]]);
  });
});

describe('links of earlier owners', () => {
  it('end by the upgrade, those of owners, of the shell and to a new password of others stay', async () => {
    await migrate(pool, migrationsDirectory, 28);
    await pool.query(`
      insert into operators (id, email, email_key, name, role, disabled_at, removed_at)
      select gen_random_uuid(), name, name, name, role, disabled::timestamptz, removed::timestamptz from (values
        ('owner', 'owner', null, null), ('lowered', 'operator', null, null), ('disabled', 'owner', 'now', null),
        ('removed', 'owner', null, 'now'), ('viewer', 'viewer', null, null)
      ) as person (name, role, disabled, removed)`);
    await pool.query(`
      insert into operator_links (id, token_hash, kind, email, email_key, role, created_by, operator_id, expires_at)
      select gen_random_uuid(), link.name, kind, email, email, 'viewer',
        (select id from operators where name = maker), (select id from operators where name = account), now() + interval '1 hour'
      from (values
        ('invitation of an owner', 'invitation', 'a@example.org', 'owner', null),
        ('invitation of the shell', 'invitation', 'b@example.org', null, null),
        ('invitation of a lowered owner', 'invitation', 'c@example.org', 'lowered', null),
        ('invitation of a removed owner', 'invitation', 'd@example.org', 'removed', null),
        ('password by an owner', 'password', null, 'owner', 'viewer'),
        ('password by a disabled owner', 'password', null, 'disabled', 'owner'),
        ('password of a disabled account', 'password', null, 'owner', 'disabled'),
        ('set-up', 'set-up', null, null, null)
      ) as link (name, kind, email, maker, account)`);
    await migrate(pool, migrationsDirectory);
    const { rows } = await pool.query<{ name: string }>('select token_hash as name from operator_links order by 1');
    expect(rows.map(({ name }) => name)).toEqual([
      'invitation of an owner',
      'invitation of the shell',
      'password by an owner',
      'set-up',
    ]);
  });
});
