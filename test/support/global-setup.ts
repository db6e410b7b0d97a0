import { Pool } from 'pg';
import { createSchema } from '../../src/intake/records/schema.ts';
import { settings } from '../../src/platform/database/embedded/postmaster.ts';
import { provideServer, provideTemplate } from './embedded-database.ts';
import { migrationsDirectory } from './open-records.ts';

/** Gives a whole run one PostgreSQL, with a template of the tables (vitest's `globalSetup`). */
export async function setup(): Promise<() => Promise<void>> {
  // Another project of the same run has set them up, and ends them at the end of the run.
  if (process.env.TEST_TEMPLATE_URL) return async () => {};
  // A service alone needs a tenth of them. Here all services of four files share one server.
  Object.assign(settings, { max_connections: '400' });
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
