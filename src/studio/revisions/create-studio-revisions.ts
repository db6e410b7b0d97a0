import type { Pool, PoolClient } from 'pg';
import type { Actor } from '../../events/events.ts';
import { recordChange } from '../../events/record-change.ts';
import { writeExtras } from '../../intake/records/extras.ts';
import { inTurn } from '../../platform/database/transaction.ts';
import { effectiveStudio, type StudioOfFile } from '../document/offer.ts';
import { impossibleTypes } from '../document/read-studio.ts';
import { changedKeys, emptyStudio, type Studio, type StudioKey, studioKeys } from '../document/studio.ts';
import { faultsOfReuse, newIdsOf } from '../document/used-ids.ts';
import { usePictures } from '../pictures/picture-rows.ts';
import { writeTerms } from './create-terms-versions.ts';
import { textOf } from './known-documents.ts';
import { extrasOf } from './published-extras.ts';
import { readUsedIds } from './read-used-ids.ts';
import { lockStudioText, notifyFollowers, readDraft, readFacts, readRevision } from './revision-rows.ts';
import type {
  DraftConflict,
  FaultyDraft,
  Publication,
  Published,
  StudioDraft,
  StudioRevisions,
  UnknownPictures,
} from './studio-revisions.ts';

const insertText = `
  insert into studio_revisions (revision, actor_kind, actor_id, note, changed, restores, document)
  select coalesce(max(revision), 0) + 1, $1, $2, $3, $4, $5, $6 from studio_revisions
  returning revision`;

const writeDraftText = `
  insert into studio_draft (version, document, actor_kind, actor_id) values ($1, $2, $3, $4)
  on conflict (id) do update set version = excluded.version, document = excluded.document,
    changed_at = now(), actor_kind = excluded.actor_kind, actor_id = excluded.actor_id`;

/** @param file The keys of `CATALOGUE_FILE`. Its extras win over published ones. */
export function createStudioRevisions(pool: Pool, file: StudioOfFile | null): StudioRevisions {
  const changing = <T>(work: (client: PoolClient) => Promise<T>) => inTurn(pool, lockStudioText, work);

  async function append(
    client: PoolClient,
    document: Studio,
    { note, actor }: Publication,
    restores: number | null,
  ): Promise<Published | UnknownPictures | 'unchanged'> {
    const newest = await readRevision(client, null);
    const before = newest?.document ?? emptyStudio;
    const changed = changedKeys(before, document);
    if (changed.length === 0) return 'unchanged';
    const unknownPictures = await usePictures(client, before, document);
    if (unknownPictures.length > 0) return { unknownPictures };
    const values = [actor.kind, actor.id, note, changed, restores, textOf(document)];
    const [row] = (await client.query<{ revision: number }>(insertText, values)).rows;
    const published = await readRevision(client, row?.revision ?? null);
    if (published === null) throw new Error('An inserted revision is there');
    const extras = extrasOf(file, { revision: published.revision, studio: published.document });
    if (extras !== null) await writeExtras(client, extras);
    await writeTerms(client, published.document.terms);
    await recordChange(client, actor, {
      kind: 'studio',
      from: newest && { revision: newest.revision },
      to: { revision: published.revision, changed, restores },
    });
    return { published };
  }

  /** Publishes the document of `choose`. Followers are notified after the commit: `NOTIFY` would delay other commits. */
  async function publish<Refusal>(
    publication: Publication,
    choose: (client: PoolClient, draft: StudioDraft) => Promise<Choice | { readonly refused: Refusal }>,
  ): Promise<Published | DraftConflict | UnknownPictures | 'unchanged' | Refusal> {
    const result = await changing<Published | DraftConflict | UnknownPictures | 'unchanged' | Refusal>(
      async (client) => {
        const draft = await readDraft(client);
        const { version } = publication;
        if (version !== null && version !== draft.version) return { conflict: draft };
        const choice = await choose(client, draft);
        if ('refused' in choice) return choice.refused;
        const appended = await append(client, choice.document, publication, choice.restores);
        if (appended === 'unchanged' || 'unknownPictures' in appended) return appended;
        const kept = draft.changed.length > 0 ? choice.draftOf(draft.document) : null;
        await writeDraft(client, draft.version + 1, kept, publication.actor);
        return appended;
      },
    );
    if (result instanceof Object && 'published' in result) await notifyFollowers(pool);
    return result;
  }

  return {
    published: () => readRevision(pool, null),
    find: (revision) => readRevision(pool, revision),
    list: (before, limit) => readFacts(pool, before, limit),
    usedIds: async () => [...new Set((await readUsedIds(pool, null)).map(({ id }) => id))],
    draft: () => readDraft(pool),
    saveDraft: (version, document, actor, mayChange = studioKeys) =>
      changing(async (client) => {
        const draft = await readDraft(client);
        if (version !== draft.version) return { conflict: draft };
        if (!areAmong(changedKeys(draft.document, document), mayChange)) return 'forbidden';
        const unknownPictures = await usePictures(client, draft.document, document);
        if (unknownPictures.length > 0) return { unknownPictures };
        await writeDraft(client, version + 1, document, actor);
        return { saved: await readDraft(client) };
      }),
    publishDraft: (publication, mayChange = studioKeys) =>
      publish<'forbidden' | FaultyDraft>(publication, async (client, { changed, document }) => {
        if (!areAmong(changed, mayChange)) return { refused: 'forbidden' };
        const published = await readRevision(client, null);
        const added = newIdsOf(document, published?.document ?? emptyStudio);
        const ids = added.map(({ id }) => id);
        const held = effectiveStudio(file, { studio: document });
        // The opening of a file is served in spite of faults.
        const impossible = held.opening === document.opening ? impossibleTypes(held) : [];
        const faults = [...faultsOfReuse(added, await readUsedIds(client, ids)), ...impossible];
        return faults.length > 0 ? { refused: { faults } } : { document, restores: null, draftOf: () => null };
      }),
    publish: (change, publication) =>
      publish<never>(publication, async (client) => {
        const published = await readRevision(client, null);
        return { document: change(published?.document ?? emptyStudio), restores: null, draftOf: same };
      }),
    amend: (change, publication) =>
      publish<never>(publication, async (client) => {
        const published = await readRevision(client, null);
        const document = change(published?.document ?? emptyStudio);
        return { document, restores: null, draftOf: (draft) => change(draft, document) };
      }),
    publishAgain: (revision, publication) =>
      publish<'missing'>(publication, async (client) => {
        const earlier = await readRevision(client, revision);
        return earlier === null
          ? { refused: 'missing' }
          : { document: earlier.document, restores: revision, draftOf: same };
      }),
  };
}

const areAmong = (changed: readonly StudioKey[], mayChange: readonly StudioKey[]) =>
  changed.every((key) => mayChange.includes(key));

const same = (draft: Studio): Studio => draft;

interface Choice {
  readonly document: Studio;
  /** The revision that is brought back. */
  readonly restores: number | null;
  /** The rest of a draft that was changed. */
  draftOf(draft: Studio): Studio | null;
}

async function writeDraft(client: PoolClient, version: number, document: Studio | null, actor: Actor): Promise<void> {
  const text = document === null ? null : textOf(document);
  await client.query(writeDraftText, [version, text, actor.kind, actor.id]);
}
