import type { Pool } from 'pg';
import { parseObjectKey } from '../../platform/objects/object-key.ts';
import type { FileEntry, FileInventory } from './file-inventory.ts';

const pageRows = 1000;

// Each half is read in the order of its index. The studio's keys come after those of requests, for `s` comes after `f`.
const pageText = `
  (
    select file_key collate "C" as file_key, request_id, upload_date from commission_request_files
    where file_key collate "C" > $1
    order by file_key collate "C"
    limit $2
  ) union all (
    select f.file_key, null, p.uploaded_at from studio_picture_files f join studio_pictures p on p.id = f.picture_id
    where f.file_key > $1
    order by f.file_key
    limit $2
  )
  order by file_key
  limit $2`;

const hasRecord = `(
  exists (select from commission_request_files where file_key collate "C" = $1)
  or exists (select from studio_picture_files where file_key = $1)
)`;

const hasRecordText = `select ${hasRecord} as found`;

// One statement sees one snapshot. A single statement also replaces an upload's intent by its file records, so the key
// is always found in one of the tables.
const isNamedText = `
  select ${hasRecord}
      or exists (select from upload_intents where $1 = any(keys)) as found`;

const hasErasedText = 'select exists (select from erasures where request_id = $1) as found';

interface FileRow {
  readonly file_key: string;
  readonly request_id: string | null;
  readonly upload_date: Date;
}

/** Reads the inventory from PostgreSQL. It creates no tables: calls reject when the tables are missing. */
export function createFileInventory(pool: Pool): FileInventory {
  async function readPage(after: string): Promise<FileRow[]> {
    return (await pool.query<FileRow>({ name: 'file-page', text: pageText, values: [after, pageRows] })).rows;
  }

  async function find(name: string, text: string, value: string): Promise<boolean> {
    const { rows } = await pool.query<{ found: boolean }>({ name, text, values: [value] });
    return rows[0]?.found === true;
  }

  return {
    async *list({ signal }) {
      for (let page = await readPage(''); page.length > 0; page = await readPage(page.at(-1)?.file_key ?? '')) {
        for (const row of page) {
          signal.throwIfAborted();
          const entry = fileEntry(row);
          if (entry) yield entry;
        }
      }
    },
    hasRecord: (key) => find('file-has-record', hasRecordText, key),
    isNamed: (key) => find('file-is-named', isNamedText, key),
    hasErased: (requestId) => find('request-was-erased', hasErasedText, requestId),
  };
}

function fileEntry({ file_key, request_id, upload_date }: FileRow): FileEntry | null {
  const key = parseObjectKey(file_key);
  return key && { key, requestId: request_id, uploadDate: upload_date };
}
