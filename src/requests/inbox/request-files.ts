import type { Pool } from 'pg';
import { timeLimited } from '../../events/time-limited.ts';
import { requestNumberOf } from '../../intake/submission/request-number.ts';
import { parseObjectKey } from '../../platform/objects/object-key.ts';
import type { Download, RequestFiles, RequestWithFiles, StoredFile, UncomparedFile } from './files.ts';

/** The columns of a `FileRow`, from `commission_request_files f`. */
const fileColumns = `
  f.position, f.original_file as name, f.file_type as type, f.file_size::float8 as size, f.sha256, f.preview,
  f.width, f.height, f.preview_problem as "previewProblem", f.file_key as key`;

/** The columns of a `FiledRequestRow`, from `submitted_commission_requests r`. */
export const filedRequestColumns = `
  r.id, r.created_at as "createdAt", r.customer_name as "customerName",
  (select coalesce(json_agg(file order by file.position), '[]')
   from (select ${fileColumns} from commission_request_files f where f.request_id = r.id) file) as files`;

const findText = `
  select ${fileColumns} from submitted_commission_requests r
  join commission_request_files f on f.request_id = r.id where r.id = $1 and f.position = $2`;

const requestText = `select ${filedRequestColumns} from submitted_commission_requests r where r.id = $1`;

// The lock waits for a running erasure.
const downloadText = (condition = '') => `
  insert into request_events (request_id, actor_kind, actor_id, kind, "to")
  select r.id, $2, $3, 'download', $4::jsonb from submitted_commission_requests r
  where r.id = $1 ${condition} for key share of r`;

const continuedText = downloadText(`and not exists (
    select from request_events e
    where e.request_id = r.id and e.kind = 'download' and e.actor_id = $3 and e."to" @> $4::jsonb
      and e.at > now() - interval '1 day'
  )`);

const previewText = `
  update commission_request_files set
    preview = $3, width = coalesce($4, width), height = coalesce($5, height), preview_problem = coalesce($6, preview_problem),
    picture_hash = case when $7 then $8::bigint else picture_hash end,
    picture_look = case when $7 then coalesce(decode($9, 'hex'), '') else picture_look end
  where request_id = $1 and position = $2`;

/** Digits of the hash of 64 bits, the size of a `bigint`. */
const fewDigits = 16;

// A picture that fails is not claimed again: its columns stay empty.
const uncomparedText = `
  update commission_request_files set picture_look = '', picture_hash = null
  where (request_id, position) = (
    select request_id, position from commission_request_files where preview and picture_look is null
    order by request_id desc, position desc limit 1 for update skip locked
  ) returning request_id as "requestId", position`;

const unclaimText =
  "update commission_request_files set picture_look = null where request_id = $1 and position = $2 and picture_look = ''";

export function createRequestFiles(pool: Pool): RequestFiles {
  const record = (text: string, { requestId, positions, actor }: Download) =>
    timeLimited(async () => {
      await pool.query(text, [requestId, actor.kind, actor.id, JSON.stringify(positions)]);
    });

  return {
    find: (requestId, position) =>
      timeLimited(async () => {
        const query = { name: 'inbox-file', text: findText, values: [requestId, position] };
        const [row] = (await pool.query<FileRow>(query)).rows;
        return row === undefined ? null : storedFileOf(row);
      }),
    ofRequest: (requestId) =>
      timeLimited(async () => {
        const [row] = (await pool.query<FiledRequestRow>(requestText, [requestId])).rows;
        return row === undefined ? null : filedRequestOf(row);
      }),
    recordDownload: (download) => record(downloadText(), download),
    recordContinuedDownload: (download) => record(continuedText, download),
    existing: (requestIds) =>
      timeLimited(async () => {
        const text = 'select id from commission_requests where id = any($1::uuid[])';
        return (await pool.query<{ id: string }>(text, [requestIds])).rows.map(({ id }) => id);
      }),
    recordPreview: (requestId, position, { preview, width, height, problem, hash }) =>
      timeLimited(async () => {
        const few = hash ? signedOf(hash.slice(0, fewDigits)) : null;
        const many = hash ? hash.slice(fewDigits) : null;
        const facts = [preview, width, height, problem];
        await pool.query(previewText, [requestId, position, ...facts, hash !== undefined, few, many]);
      }),
    claimUncompared: () => timeLimited(async () => (await pool.query<UncomparedFile>(uncomparedText)).rows[0] ?? null),
    unclaimUncompared: ({ requestId, position }) =>
      timeLimited(async () => {
        await pool.query(unclaimText, [requestId, position]);
      }),
  };
}

/** PostgreSQL has no unsigned numbers. */
function signedOf(hash: string): string {
  return String(BigInt.asIntN(64, BigInt(`0x${hash}`)));
}

type FileRow = Omit<StoredFile, 'key'> & { readonly key: string };

export type FiledRequestRow = Omit<RequestWithFiles, 'number' | 'files'> & { readonly files: readonly FileRow[] };

export function filedRequestOf({ files, ...row }: FiledRequestRow): RequestWithFiles {
  return { ...row, number: requestNumberOf(row.id), files: files.map(storedFileOf) };
}

function storedFileOf(row: FileRow): StoredFile {
  const key = parseObjectKey(row.key);
  if (key === null) throw new Error('A stored key has the form of one');
  return { ...row, key };
}
