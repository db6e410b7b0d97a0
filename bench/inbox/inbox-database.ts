import pg from 'pg';
import { createApiTokens } from '../../src/accounts/api-tokens.ts';
import { indexNextEvents } from '../../src/requests/inbox/search-index.ts';
import { fillInbox } from './fill-inbox.ts';

/** Fills the tables unless they are filled, makes the search rows, and resolves with a token of the API. */
export async function prepareInbox(url: string, requests: number, log: (line: string) => void): Promise<string> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    const { rowCount } = await pool.query('select from commission_requests limit 1');
    if (rowCount === 0) {
      log(`inbox: ${requests.toLocaleString('en')} requests`);
      await fillInbox(pool, requests);
      log('inbox: search rows');
      await makeSearchRows(pool);
    }
    const name = `bench ${Date.now()}`;
    const { secret } = await createApiTokens(pool).create({
      name,
      scopes: ['write'],
      expiresAt: null,
      createdBy: null,
    });
    return secret;
  } finally {
    await pool.end();
  }
}

/** Uses the service's own indexer. Creating the index after the rows takes a fifth of the time. */
async function makeSearchRows(pool: pg.Pool): Promise<void> {
  await pool.query('drop index request_search_grams_idx');
  await indexEvents(pool);
  await pool.query("set maintenance_work_mem = '1GB'");
  await pool.query('create index request_search_grams_idx on request_search using gin (grams)');
  await pool.query('vacuum (freeze, analyze) request_search');
  await pool.query('checkpoint');
}

/** Makes the search rows of all requests that have none. */
export async function indexEvents(pool: pg.Pool): Promise<void> {
  while ((await indexNextEvents(pool)) > 0);
}
