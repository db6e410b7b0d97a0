import type { Pool } from 'pg';
import { condemnErased } from '../../intake/journal/intent-clauses.ts';
import { inTurn } from '../../platform/database/transaction.ts';
import type { ObjectKey } from '../../platform/objects/object-key.ts';
import { lockStudioText } from '../../studio/revisions/revision-rows.ts';

/** Leaves time to restore a picture that was removed from the draft by mistake. */
const isLongUnused = "p.used_at < now() - interval '7 days'";
const isInRevision = 'exists (select from studio_revisions r where position(p.sha256 in r.document::text) > 0)';
const isInDraft = 'exists (select from studio_draft d where position(p.sha256 in d.document::text) > 0)';

/** Revisions stay, so a published picture is not checked again for a while. Takes no lock that others wait for. */
const keepPublishedText = `update studio_pictures p set used_at = now() where ${isLongUnused} and ${isInRevision}`;

// A picture that is uploaded again meanwhile is used now: `for update` sees that.
const eraseText = (which: string) => `
  with erased as (
    select p.id, array(select f.file_key::text from studio_picture_files f where f.picture_id = p.id) as keys
    from studio_pictures p
    where ${which} and p.sha256 <> all($1::text[]) and not ${isInDraft} and not ${isInRevision}
    for update of p
  ), condemned as (${condemnErased}
  ), removed as (
    delete from studio_pictures p using erased where p.id = erased.id
  )
  select id, keys from erased`;

interface ErasedPicture {
  readonly id: string;
  /** Its objects, which are condemned. */
  readonly keys: readonly ObjectKey[];
}

/**
 * Removes the pictures that no revision and no draft has named for seven days. The sweep deletes their objects. Several
 * processes may run it at once. Resolves with their number.
 * @param ofFile The pictures that `CATALOGUE_FILE` names
 */
export async function eraseUnusedPictures(pool: Pool, ofFile: readonly string[]): Promise<number> {
  await pool.query(keepPublishedText);
  return (await erase(pool, isLongUnused, [ofFile])).length;
}

/**
 * Removes those of the named pictures that no revision, no draft and no `CATALOGUE_FILE` names, however new they are.
 * The caller deletes their objects; else the sweep does.
 */
export function eraseUnnamedPictures(
  pool: Pool,
  ofFile: readonly string[],
  sha256s: readonly string[],
): Promise<readonly ErasedPicture[]> {
  return erase(pool, 'p.sha256 = any($2::text[])', [ofFile, sha256s]);
}

function erase(pool: Pool, which: string, values: readonly unknown[]): Promise<readonly ErasedPicture[]> {
  // No document can begin to name one of them before they are gone.
  return inTurn(pool, lockStudioText, async (client) => {
    return (await client.query<ErasedPicture>(eraseText(which), [...values])).rows;
  });
}
