import type { Pool } from 'pg';
import { type Extra, writeExtras } from '../../intake/records/extras.ts';
import { inTurn } from '../../platform/database/transaction.ts';
import { effectiveStudio, type PublishedStudio, type StudioOfFile } from '../document/offer.ts';
import { writeTerms } from './create-terms-versions.ts';
import { lockStudioText, readRevision } from './revision-rows.ts';

/**
 * Returns the extras that requests can be linked to, in English. A hidden extra stays one of them, because a form that is
 * open already may name it. Null until some are set: those in the database then stay.
 */
export function extrasOf(file: StudioOfFile | null, published: PublishedStudio | null): readonly Extra[] | null {
  if (file === null && published === null) return null;
  return effectiveStudio(file, published).extras.map(({ id, name }) => ({ id, name: name.en ?? id }));
}

/** Makes the extras those that are published now, and keeps the terms of a file. */
export async function publishCurrentExtras(pool: Pool, file: StudioOfFile | null): Promise<void> {
  await inTurn(pool, lockStudioText, async (client) => {
    const newest = await readRevision(client, null);
    const extras = extrasOf(file, newest && { revision: newest.revision, studio: newest.document });
    if (extras !== null) await writeExtras(client, extras);
    if (file?.keys.includes('terms')) await writeTerms(client, file.studio.terms);
  });
}
