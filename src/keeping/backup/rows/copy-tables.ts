import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase, PoolClient } from 'pg';
import type { BackedUpTable, PartFile } from '../format/manifest.ts';
import { objectLinesText } from '../format/object-lines.ts';
import { writePart } from '../format/part-file.ts';
import { copyOut } from '../format/postgres-copy.ts';
import { copyOutText, tableShapes } from '../format/tables.ts';

/** The facts and the copied files of one database snapshot. */
export interface Snapshot {
  readonly createdAt: Date;
  readonly serviceId: string;
  readonly schemaVersion: number;
  readonly tables: readonly BackedUpTable[];
  readonly objects: PartFile;
}

const factsText = `
  select now() as created_at, (select service_id from service_state) as service_id,
    (select max(version)::int from commission_schema_version) as schema_version`;

interface FactsRow {
  readonly created_at: Date;
  readonly service_id: string;
  readonly schema_version: number;
}

/**
 * Copies every table into the directory, all from one snapshot. Takes no lock that blocks a submission. Takes no
 * transaction id, because an open one would stop the event feed.
 */
export async function copyTables(client: PoolClient, directory: string, signal: AbortSignal): Promise<Snapshot> {
  await mkdir(join(directory, 'tables'), { recursive: true, mode: 0o700 });
  await client.query('begin isolation level repeatable read read only');
  await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
  const [facts] = (await client.query<FactsRow>(factsText)).rows;
  if (facts === undefined) throw new Error('A query of scalars returns one row');
  const tables: BackedUpTable[] = [];
  for (const shape of await tableShapes(client)) {
    const path = `tables/${shape.name}.copy`;
    const part = await writePart(directory, path, rowsOf(client, copyOutText(shape), signal));
    tables.push({ name: shape.name, columns: [...shape.columns], ...part });
  }
  const objects = await writePart(directory, 'objects.tsv', rowsOf(client, objectLinesText, signal));
  await client.query('commit');
  const { created_at: createdAt, service_id: serviceId, schema_version: schemaVersion } = facts;
  return { createdAt, serviceId, schemaVersion, tables, objects };
}

function rowsOf(client: ClientBase, text: string, signal: AbortSignal): Readable {
  const rows = copyOut(client, text);
  const content = new PassThrough();
  pipeline(rows, content, { signal }).catch((error: unknown) => content.destroy(error as Error));
  return content;
}
