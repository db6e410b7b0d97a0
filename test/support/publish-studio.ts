import type { Pool } from 'pg';
import { systemActor } from '../../src/customers/events/events.ts';
import { createStudioRevisions } from '../../src/customers/revisions/create-studio-revisions.ts';
import { studioSchema } from '../../src/customers/studio/studio.ts';

/** Publishes a document as a studio. Resolves with its revision. */
export async function publishStudio(pool: Pool, document: object): Promise<number> {
  const publication = { version: null, note: null, actor: systemActor };
  const result = await createStudioRevisions(pool, null).publish(() => studioSchema.parse(document), publication);
  if (typeof result === 'string' || !('published' in result)) throw new Error('A revision was published');
  return result.published.revision;
}
