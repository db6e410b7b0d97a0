import { systemActor } from '../../../src/events/events.ts';
import { studioSchema } from '../../../src/studio/document/studio.ts';
import { createStudioRevisions } from '../../../src/studio/revisions/create-studio-revisions.ts';
import type { InboxPageStage } from './stage.ts';

/** Publishes a studio. Resolves with its revision. */
export async function publishStudio({ service }: InboxPageStage, document: object): Promise<number> {
  const result = await createStudioRevisions(service.pool, null).publish(() => studioSchema.parse(document), {
    version: null,
    note: null,
    actor: systemActor,
  });
  if (typeof result === 'string' || !('published' in result)) throw new Error('A revision was published');
  return result.published.revision;
}

/** Stores the details of a request, and that the service served the revision that they name. */
export async function tell({ service }: InboxPageStage, id: string, form: object): Promise<void> {
  const text = `
    update commission_requests
    set commission_form = $2, served_revision = coalesce(($2::jsonb->>'revision')::int, 0) where id = $1`;
  await service.pool.query(text, [id, form]);
}

/** Returns types for a studio, all with the same description. */
export const typesOf = (count: number, description: Readonly<Record<string, string>>) =>
  Array.from({ length: count }, (_, index) => ({
    id: `type-${index}`,
    name: { en: `Type ${index}`, de: `Art ${index}` },
    description,
  }));
