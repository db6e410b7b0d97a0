import type { ClientBase, Pool } from 'pg';
import { actorColumn, actorJoins } from '../../events/event-row.ts';
import { changedKeys, emptyStudio } from '../document/studio.ts';
import { documentIn } from './known-documents.ts';
import { isPublication } from './publications.ts';
import type { RevisionFacts } from './revision-shape.ts';
import type { StudioDraft, StudioRevision } from './studio-revisions.ts';

type Queries = Pick<ClientBase | Pool, 'query'>;

/** One change at a time. Readers do not wait. */
export const lockStudioText = 'lock table studio_draft in share row exclusive mode';

const factColumns = `e.revision, e.at, ${actorColumn}, e.note, e.changed, e.restores`;
const ofRevisions = `from studio_revisions e ${actorJoins}`;

interface RevisionRow extends RevisionFacts {
  readonly document: string;
}

/** Resolves with one revision, or with the published one. */
export async function readRevision(database: Queries, revision: number | null): Promise<StudioRevision | null> {
  const where = `
    where $1::int is null and ${isPublication} or e.revision = $1 order by e.revision desc limit 1`;
  const text = `select ${factColumns}, e.document::text ${ofRevisions} ${where}`;
  const [row] = (await database.query<RevisionRow>(text, [revision])).rows;
  return row === undefined ? null : { ...row, document: documentIn(row.document) };
}

export async function readFacts(database: Queries, before: number | null, limit: number) {
  const text = `
    select ${factColumns} ${ofRevisions}
    where $1::int is null or e.revision < $1 order by e.revision desc limit $2`;
  return (await database.query<RevisionFacts>(text, [before, limit])).rows;
}

interface DraftRow {
  readonly version: number;
  readonly document: string | null;
  readonly changedAt: Date;
  readonly actor: RevisionFacts['actor'];
}

export async function readDraft(database: Queries): Promise<StudioDraft> {
  const text = `
    select e.version, e.document::text, e.changed_at as "changedAt", ${actorColumn} from studio_draft e ${actorJoins}`;
  const [row] = (await database.query<DraftRow>(text)).rows;
  const published = await readRevision(database, null);
  const basis = published?.document ?? emptyStudio;
  const asPublished = { basedOn: published?.revision ?? null, changed: [], changedAt: null, actor: null };
  if (row === undefined || row.document === null) {
    return { ...asPublished, version: row?.version ?? 1, document: basis };
  }
  const { version, changedAt, actor } = row;
  const document = documentIn(row.document);
  return { ...asPublished, version, changed: changedKeys(basis, document), changedAt, actor, document };
}

/** The notification that the sessions of all processes listen for. */
export const studioNotification = 'commission_studio';

/** Notifies every process that a revision was published. One that misses it polls. */
export async function notifyFollowers(pool: Pool): Promise<void> {
  await pool.query(`select pg_notify('${studioNotification}', '')`).catch(() => {});
}
