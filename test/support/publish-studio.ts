import type { Pool } from 'pg';
import { expect } from 'vitest';
import { systemActor } from '../../src/events/events.ts';
import { studioSchema } from '../../src/studio/document/studio.ts';
import { createStudioRevisions } from '../../src/studio/revisions/create-studio-revisions.ts';
import type { TestService } from './service.ts';

/** Publishes a document as a studio. Resolves with its revision. */
export async function publishStudio(pool: Pool, document: object): Promise<number> {
  const publication = { version: null, note: null, actor: systemActor };
  const result = await createStudioRevisions(pool, null).publish(() => studioSchema.parse(document), publication);
  if (typeof result === 'string' || !('published' in result)) throw new Error('A revision was published');
  return result.published.revision;
}

/** Publishes a document, with a title of its own. Resolves when each of the services serves it. */
export async function publishAt(services: readonly TestService[], document: object): Promise<void> {
  const [{ pool }] = services as [TestService];
  const newest = await publishStudio(pool, { title: `${performance.now()}`, ...document });
  for (const { address } of services) {
    const served = async () => (await (await fetch(`${address}/api/v1/catalogue`)).json()) as object;
    await expect.poll(served).toMatchObject({ revision: newest });
  }
}
