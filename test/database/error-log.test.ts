import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeError } from '../../src/platform/log/log.ts';
import { createTestDatabase, type TestDatabase } from '../support/embedded-database.ts';

/** A value that a customer sent. */
const value = 'pr1vate "quoted" text';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new Pool({ connectionString: database.url, max: 1 });
  await pool.query(`create table notes (
    body text constraint body_once unique constraint not_mine check (body <> 'pr1vate'), short varchar(3), n int not null default 0)`);
  await pool.query('insert into notes (body) values ($1)', [value]);
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function failureOf(statement: string, ...values: readonly unknown[]): Promise<unknown> {
  return pool.query(statement, [...values]).then(
    () => expect.unreachable('it succeeded'),
    (error: unknown) => error,
  );
}

describe("the log of the server's errors", () => {
  it.each([
    ['a wrong type', 'select $1::uuid', { code: '22P02', message: 'invalid input syntax for type uuid: "…"' }],
    ['a text of a number', 'select $1::text::int', { code: '22P02' }],
    ['broken JSON', 'select $1::text::json', { code: '22P02' }],
    ['a duplicate', 'insert into notes (body) values ($1)', { code: '23505', constraint: 'body_once', table: 'notes' }],
    ['a long text', 'insert into notes (short) values ($1)', { code: '22001' }],
    ['a missing number', 'insert into notes (body, n) values ($1 || 1, null)', { code: '23502', column: 'n' }],
  ])('logs %s without the value', async (_fault, statement, shown) => {
    const described = describeError(await failureOf(statement, value), (text) => text);
    expect(described).toMatchObject(shown);
    expect(JSON.stringify(described)).not.toMatch(/pr1vate|quoted/);
  });
});
