import { parseObjectKey } from '../submission/object-key.ts';
import { requestNumberOf } from '../submission/request-number.ts';
import type { FiledRequest, StoredFile } from './files.ts';

/** What a `StoredFile` is made of, of `commission_request_files f`. */
export const fileColumns = `
  f.position, f.original_file as name, f.file_type as type, f.file_size::float8 as size, f.sha256, f.preview,
  f.file_key as key`;

/** What a `FiledRequest` is made of, of `submitted_commission_requests r`. */
export const filedRequestColumns = `
  r.id, r.created_at, r.customer_name,
  (select coalesce(json_agg(file order by file.position), '[]')
   from (select ${fileColumns} from commission_request_files f where f.request_id = r.id) file) as files`;

export type FileRow = Omit<StoredFile, 'key'> & { readonly key: string };

export interface FiledRequestRow {
  readonly id: string;
  readonly created_at: Date;
  readonly customer_name: string;
  readonly files: readonly FileRow[];
}

export function filedRequestOf({ id, created_at, customer_name, files }: FiledRequestRow): FiledRequest {
  return {
    id,
    number: requestNumberOf(id),
    createdAt: created_at,
    customerName: customer_name,
    files: files.map(storedFileOf),
  };
}

export function storedFileOf(row: FileRow): StoredFile {
  const key = parseObjectKey(row.key);
  if (key === null) throw new Error('A stored key has the form of one');
  return { ...row, key };
}
