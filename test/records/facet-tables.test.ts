import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { facets } from '../../src/requests/facets/registry.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';

let database: MigratedDatabase;

beforeAll(async () => {
  database = await openMigratedDatabase();
});

afterAll(() => database.close());

const tables = facets.flatMap((facet): readonly string[] => ('tables' in facet ? facet.tables : []));

describe('the rows of a facet beside its request', () => {
  it.each(tables)('go with the request: %s', async (table) => {
    const text = `
      select from pg_constraint where conrelid = $1::regclass and confrelid = 'commission_requests'::regclass
        and contype = 'f' and confdeltype = 'c'`;
    expect((await database.pool.query(text, [table])).rowCount).toBe(1);
  });
});
