import type { Pool } from 'pg';
import { beginIntents } from '../../intake/journal/intent-clauses.ts';
import { inTurn } from '../../platform/database/transaction.ts';
import type { ObjectKey } from '../../platform/objects/object-key.ts';
import { readPictures } from './picture-rows.ts';
import { mostPictures, type PictureFile, pictureSides, type StudioPicture } from './studio-pictures.ts';

// So that the count is true.
const lockText = "select pg_advisory_xact_lock(hashtextextended('commission pictures', 0))";

const useText = 'update studio_pictures set used_at = now() where sha256 = $1';

const beginText = `with submitted as (select $1::uuid as id, $2::text[] as keys) ${beginIntents('$3')}`;

// The intent goes only when the picture's rows come. It stays, and is condemned, when there is such a picture or no room.
const completeText = `
  with claim as (
    select request_id from upload_intents where request_id = $1 and fence = 1 and state = 'PENDING' for update
  ), stored as (
    insert into studio_pictures (id, sha256) select request_id, $2 from claim
    where (select count(*) from studio_pictures) < ${mostPictures}
    on conflict (sha256) do nothing
    returning id
  ), files as (
    insert into studio_picture_files (picture_id, side, file_key, file_size, sha256, width, height)
    select id, side, key, size, sha256, width, height
    from stored, json_to_recordset($3) as file (side int, key text, size bigint, sha256 text, width int, height int)
  ), ended as (
    delete from upload_intents intent using stored where intent.request_id = stored.id
  )
  select id from stored`;

interface Upload {
  /** The identifier of the picture, which its intent has instead of a request's. */
  readonly requestId: string;
  readonly keys: readonly ObjectKey[];
}

interface UploadedPicture {
  readonly id: string;
  readonly sha256: string;
  readonly small: PictureFile;
  readonly large: PictureFile;
}

/** Notes that the picture is in use now, so that it is not removed soon. Resolves with null for an unknown picture. */
export async function usePicture(pool: Pool, sha256: string): Promise<StudioPicture | null> {
  const { rowCount } = await pool.query(useText, [sha256]);
  return rowCount === 0 ? null : ((await readPictures(pool, [sha256]))[0] ?? null);
}

export async function countPictures(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from studio_pictures');
  return rows[0]?.count ?? 0;
}

/** Names the objects that will be stored. */
export async function beginPicture(pool: Pool, { requestId, keys }: Upload, leaseMs: number): Promise<void> {
  await pool.query(beginText, [requestId, keys, leaseMs]);
}

/** Stores the rows of a picture whose objects are there. Otherwise only the intent names the objects. */
export async function completePicture(
  pool: Pool,
  { id, sha256, small, large }: UploadedPicture,
): Promise<'stored' | 'not-stored'> {
  const files = [
    { side: pictureSides.small, ...small },
    { side: pictureSides.large, ...large },
  ];
  const values = [id, sha256, JSON.stringify(files)];
  const { rows } = await inTurn(pool, lockText, (client) => client.query(completeText, values));
  return rows.length === 1 ? 'stored' : 'not-stored';
}
