import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { systemActor } from '../../events/events.ts';
import { recordChange } from '../../events/record-change.ts';
import { inTurn } from '../../platform/database/transaction.ts';
import { effectiveStudio, type PublishedStudio, type StudioOfFile } from '../document/offer.ts';
import { changedKeys, emptyStudio } from '../document/studio.ts';
import { lockStudioText } from './revision-rows.ts';

const findText = 'select revision from studio_revisions where file_sha256 = $1';

const storeText = `
  insert into studio_revisions (revision, actor_kind, changed, document, file_sha256)
  select coalesce(max(revision), 0) + 1, 'file', $2, $3, $1 from studio_revisions
  on conflict (file_sha256) do nothing
  returning revision`;

/**
 * Resolves with the revision that customers see under a file (S7, S10): each content has one, which is stored when a process
 * first serves it. It is that of the publication when both have the same content.
 */
export async function fileRevision(pool: Pool, file: StudioOfFile, published: PublishedStudio | null) {
  const studio = effectiveStudio(file, published);
  const changed = changedKeys(published?.studio ?? emptyStudio, studio);
  if (changed.length === 0) return published?.revision ?? null;
  const document = JSON.stringify(studio);
  const sha256 = createHash('sha256').update(document).digest('hex');
  const find = async () => (await pool.query<{ revision: number }>(findText, [sha256])).rows[0]?.revision ?? null;
  const found = await find();
  if (found !== null) return found;
  await inTurn(pool, lockStudioText, async (client) => {
    const [row] = (await client.query<{ revision: number }>(storeText, [sha256, changed, document])).rows;
    if (row === undefined) return;
    const from = published && { revision: published.revision };
    const to = { revision: row.revision, changed, restores: null };
    await recordChange(client, systemActor, { kind: 'studio', from, to });
  });
  return find();
}
