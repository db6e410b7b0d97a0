import { parseObjectKey } from '../submission/object-key.ts';
import { requestNumberOf } from '../submission/request-number.ts';
import type { RequestWithFiles, StoredFile } from './files.ts';

/** The columns of a `FileRow`, from `commission_request_files f`. */
export const fileColumns = `
  f.position, f.original_file as name, f.file_type as type, f.file_size::float8 as size, f.sha256, f.preview,
  f.file_key as key`;

/** The columns of a `FiledRequestRow`, from `submitted_commission_requests r`. */
export const filedRequestColumns = `
  r.id, r.created_at as "createdAt", r.customer_name as "customerName",
  (select coalesce(json_agg(file order by file.position), '[]')
   from (select ${fileColumns} from commission_request_files f where f.request_id = r.id) file) as files`;

export type FileRow = Omit<StoredFile, 'key'> & { readonly key: string };

export type FiledRequestRow = Omit<RequestWithFiles, 'number' | 'files'> & { readonly files: readonly FileRow[] };

export function filedRequestOf({ files, ...row }: FiledRequestRow): RequestWithFiles {
  return { ...row, number: requestNumberOf(row.id), files: files.map(storedFileOf) };
}

export function storedFileOf(row: FileRow): StoredFile {
  const key = parseObjectKey(row.key);
  if (key === null) throw new Error('A stored key has the form of one');
  return { ...row, key };
}
