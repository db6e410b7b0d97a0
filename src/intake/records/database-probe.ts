import type { Pool } from 'pg';
import { type ObjectKey, parseObjectKey } from '../../platform/objects/object-key.ts';
import type { Schema } from './schema.ts';

/** Shorter than the time limit of a readiness check, so that the reason reaches the log. */
const schemaTimeoutMs = 2000;

// Prepared by name, like the statements of a submission, so that a pooler without prepared statements fails here too.
const writeQuery = { name: 'readiness-probe', text: 'select write_readiness_probe()' };

// Request identifiers ascend with time.
const newestKeysText = `
  select file_key from commission_request_files order by request_id desc, position desc limit $1`;

/** Creates the database part of the readiness check. */
export function createDatabaseProbe(pool: Pool, schema: Schema) {
  return {
    async write(): Promise<void> {
      await schema.readyWithin(schemaTimeoutMs);
      await pool.query(writeQuery);
    },
    newestKeys: (limit: number) => readNewestKeys(pool, limit),
  };
}

/** Resolves with the keys of the files that were stored last, the newest first. */
export async function readNewestKeys(pool: Pool, limit: number): Promise<readonly ObjectKey[]> {
  const { rows } = await pool.query<{ file_key: string }>(newestKeysText, [limit]);
  return rows.map(({ file_key }) => parseObjectKey(file_key)).filter((key) => key !== null);
}
