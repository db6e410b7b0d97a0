import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { createErasureCandidates } from '../archive/create-erasure-candidates.ts';
import type { ErasureCandidates } from '../archive/erasure.ts';
import type { Config } from '../configuration/config.ts';
import type { RequestEditor, RequestExporter, RequestReader } from '../inbox/inbox.ts';
import { createRequestEditor } from '../inbox/request-editor.ts';
import { createRequestExporter } from '../inbox/request-exporter.ts';
import { createRequestReader } from '../inbox/request-reader.ts';
import { readySchema } from './ready-schema.ts';
import { openSharedDatabase } from './stores.ts';

/** The requests, for a command from the shell of the host. */
export interface InboxStore {
  readonly pool: Pool;
  readonly reader: RequestReader;
  readonly editor: RequestEditor;
  readonly exporter: RequestExporter;
  readonly candidates: ErasureCandidates;
}

/** Lends the requests of the service, which may be running, to `work`. */
export async function withInbox<T>(config: Config, log: Logger, work: (inbox: InboxStore) => Promise<T>): Promise<T> {
  const database = await openSharedDatabase(config, log);
  try {
    const { pool } = database;
    await readySchema(config, pool);
    return await work({
      pool,
      reader: createRequestReader(pool),
      editor: createRequestEditor(pool),
      // Whoever reads an export may be slow.
      exporter: createRequestExporter(database.openPool({ poolSize: 1 })),
      candidates: createErasureCandidates(pool),
    });
  } finally {
    await database.close();
  }
}
