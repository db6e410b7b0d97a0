import { Pool } from 'pg';
import { createSchema } from '../../src/intake/records/schema.ts';
import { createTestDatabaseWithTables } from './embedded-database.ts';
import { migrationsDirectory } from './open-records.ts';

/** A database for one test, with all tables of the service. */
export interface MigratedDatabase {
  readonly pool: Pool;
  readonly url: string;
  close(): Promise<void>;
}

export async function openMigratedDatabase(): Promise<MigratedDatabase> {
  const database = await createTestDatabaseWithTables();
  const pool = new Pool({ connectionString: database.url, max: 8 });
  await createSchema({ pool, directory: migrationsDirectory }).ready();
  return {
    pool,
    url: database.url,
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}
