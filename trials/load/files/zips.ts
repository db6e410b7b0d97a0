import { randomUUID } from 'node:crypto';
import { link, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bucketFolder } from '../../../src/platform/objects/filesystem/bucket-folder.ts';
import { createObjectKey, parseObjectKey } from '../../../src/platform/objects/object-key.ts';
import { filePart, payloadPart, postParts } from '../../../test/support/form.ts';
import type { TrialInbox } from '../../service/inbox.ts';
import type { ServiceUnderTrial } from '../../service/service-under-trial.ts';
import { type Promised, staysUnder } from '../../service/verdict.ts';
import { readWatched } from '../read-watched.ts';

interface ZipLoad {
  /** The type of the requests, used as the filter. */
  readonly type: string;
  readonly files: number;
  readonly fileBytes: number;
}

const mebibyte = 1024 * 1024;
const maxGrowthMiB = 96;

/** Reads every part of the archive of a filter to its end. */
export async function zips(service: ServiceUnderTrial, inbox: TrialInbox, load: ZipLoad): Promise<Promised[]> {
  const { type, files, fileBytes } = load;
  const parts = [payloadPart(), filePart('large.jpg', Buffer.alloc(fileBytes, 'picture'), 'image/jpeg')];
  const { body } = await postParts(`http://127.0.0.1:${service.port}/api/v1/commissions`, parts);
  await multiply(service, String(body.id), type, files);
  const { items } = (await (await inbox.get(`requests.zip/parts?type=${type}`)).json()) as {
    items: { part: string }[];
  };
  const promises: Promised[] = [];
  for (const [index, { part }] of items.entries()) {
    const name = `zip ${index + 1} of ${items.length} of ${files} files`;
    const read = await readWatched(service, () => inbox.get(`requests.zip?type=${type}&part=${part}`));
    const { bytes, seconds, beforeMiB, peakMiB } = read;
    console.log(`${name}: ${Math.round(bytes / mebibyte / seconds)} MiB a second`);
    const announced = Number(read.headers.get('content-length'));
    promises.push(
      { promise: `${name} is as long as announced`, kept: bytes === announced },
      staysUnder(`its length`, bytes / 1024 ** 3, 4, 'GiB'),
      staysUnder(`growth meanwhile`, peakMiB - beforeMiB, maxGrowthMiB),
    );
  }
  return promises;
}

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
async function multiply(
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
