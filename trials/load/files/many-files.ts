import { randomUUID } from 'node:crypto';
import { link, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bucketFolder } from '../../../src/platform/objects/filesystem/bucket-folder.ts';
import { createObjectKey, parseObjectKey } from '../../../src/platform/objects/object-key.ts';
import type { ServiceUnderTrial } from '../../service/service-under-trial.ts';

const copyText = `
  with copy as (
    insert into commission_requests (
      id, created_at, status, customer_name, customer_email, message, type_id, extra_ids, has_files
    )
    select $2, now(), status, customer_name, customer_email, message, $4, extra_ids, true
    from commission_requests where id = $1
  )
  insert into commission_request_files (
    id, request_id, position, file_key, original_file, file_type, file_size, upload_date, sha256
  )
  select gen_random_uuid(), $2, 0, $3, original_file, file_type, file_size, upload_date, sha256
  from commission_request_files where request_id = $1 and position = 0`;

/**
 * Copies a request of one file this many times, with another type. The objects of the copies are links to the same
 * bytes, so that an archive has gigabytes without gigabytes on the disk.
 */
export async function multiply(
  { pool, dataDirectory }: ServiceUnderTrial,
  id: string,
  type: string,
  copies: number,
): Promise<void> {
  const text = 'select file_key as key from commission_request_files where request_id = $1';
  const { rows } = await pool.query<{ key: string }>(text, [id]);
  const folder = bucketFolder(join(dataDirectory, 'objects'), 'trial');
  const original = parseObjectKey(rows[0]?.key ?? '');
  if (original === null) throw new Error('The request has a file');
  for (let copy = 0; copy < copies; copy += 1) {
    const key = createObjectKey('image/jpeg');
    const { contentFile } = folder.paths(key);
    await mkdir(dirname(contentFile), { recursive: true });
    await link(folder.paths(original).contentFile, contentFile);
    await pool.query(copyText, [id, randomUUID(), key, type]);
  }
}
