import { Pool } from 'pg';
import { createSchema } from '../../src/customers/records/schema.ts';
import { provideServer, provideTemplate } from './embedded-database.ts';
import { migrationsDirectory } from './open-records.ts';

/** Gives a whole run one PostgreSQL, with a template of the tables (vitest's `globalSetup`). */
export async function setup(): Promise<() => Promise<void>> {
  const stopServer = await provideServer();
  const dropTemplate = await provideTemplate(createTables);
  return async () => {
    await dropTemplate();
    await stopServer();
  };
}

async function createTables(url: string): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 1 });
  await createSchema({ pool, directory: migrationsDirectory }).ready();
  await pool.end();
}
