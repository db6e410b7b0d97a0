import type { Logger } from 'pino';
import { createErasureCandidates } from '../archive/create-erasure-candidates.ts';
import type { Config } from '../configuration/config.ts';
import type { Database } from '../database/database.ts';
import { createRequestEditor } from '../inbox/request-editor.ts';
import { createRequestExporter } from '../inbox/request-exporter.ts';
import { createRequestReader } from '../inbox/request-reader.ts';
import { withReadyDatabase } from './ready-database.ts';

/** The requests, for a command from the shell of the host. */
export type InboxStore = ReturnType<typeof inboxIn>;

/** Lends the requests of the service, which may be running, to `work`. */
export function withInbox<T>(config: Config, log: Logger, work: (inbox: InboxStore) => Promise<T>): Promise<T> {
  return withReadyDatabase(config, log, (database) => work(inboxIn(database)));
}

function inboxIn({ pool, openPool }: Database) {
  return {
    pool,
    reader: createRequestReader(pool),
    editor: createRequestEditor(pool),
    // Whoever reads an export may be slow.
    exporter: createRequestExporter(openPool({ poolSize: 1 })),
    candidates: createErasureCandidates(pool),
  };
}
