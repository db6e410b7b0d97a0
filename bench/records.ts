import type { BenchDatabase } from './database.ts';

/** The records that the contestants have stored. */
export interface BenchRecords {
  clear(): Promise<void>;
  count(): Promise<{ readonly requests: number; readonly files: number }>;
}

export function benchRecords(database: BenchDatabase): BenchRecords {
  return {
    clear: async () => {
      await database.query('truncate commission_requests, upload_intents, idempotency_keys cascade');
    },
    async count() {
      const [row] = await database.query<{ requests: number; files: number }>(`
        select (select count(*)::int from commission_requests) as requests,
               (select count(*)::int from commission_request_files) as files`);
      if (!row) throw new Error('A count has one row');
      return row;
    },
  };
}
