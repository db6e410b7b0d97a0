import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createFilesystemObjectStore } from '../../src/platform/objects/filesystem/object-store.ts';
import { parseObjectKey } from '../../src/platform/objects/object-key.ts';
import { headersInFolder, type StoredHeaders } from './object-headers.ts';
import type { TestService } from './service.ts';

export interface RequestRow {
  readonly id: string;
  readonly created_at: Date;
  readonly status: string;
  readonly customer_name: string;
  readonly customer_email: string;
  readonly customer_socials: string | null;
  readonly message: string;
  readonly type_id: string | null;
  readonly option_id: string | null;
  readonly custom_card_id: string | null;
  readonly ip_address: string | null;
  readonly user_agent: string | null;
  readonly language: string | null;
  readonly extra_ids: string[];
}

export interface FileRow {
  readonly id: string;
  readonly request_id: string;
  readonly position: number;
  readonly file_key: string;
  readonly original_file: string;
  readonly file_type: string;
  /** A string, because `pg` returns a bigint as a string. */
  readonly file_size: string;
  readonly upload_date: Date;
  readonly sha256: string;
}

export interface StoredBytes extends StoredHeaders {
  readonly bytes: Buffer;
}

const submittedColumns = `
  id, created_at, status, customer_name, customer_email, customer_socials, message, type_id, option_id, custom_card_id,
  ip_address, user_agent, language, extra_ids`;

export async function requestRow({ pool }: TestService, id: unknown): Promise<RequestRow> {
  const { rows } = await pool.query<RequestRow>(`select ${submittedColumns} from commission_requests where id = $1`, [
    id,
  ]);
  const [row] = rows;
  if (!row) throw new Error(`No request ${id}`);
  return row;
}

/** Resolves with the file rows in the order of the form. */
export async function fileRows({ pool }: TestService, id: unknown): Promise<FileRow[]> {
  const text = 'select * from commission_request_files where request_id = $1 order by position';
  return (await pool.query<FileRow>(text, [id])).rows;
}

/** Resolves with an object of the filesystem store, or null when the key does not exist. */
export async function readObject({ dataDirectory }: TestService, key: string): Promise<StoredBytes | null> {
  const parsed = parseObjectKey(key);
  if (parsed === null) throw new Error(`${key} is no object key`);
  const directory = join(dataDirectory, 'objects');
  const store = createFilesystemObjectStore({ directory, bucket: 'attachments' });
  try {
    const object = await store.get(parsed, { signal: AbortSignal.timeout(10_000) });
    if (object === null) return null;
    return { bytes: await buffer(object.content), ...(await headersInFolder(directory, 'attachments', parsed)) };
  } finally {
    await store.close();
  }
}
