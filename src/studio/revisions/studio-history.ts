import type { ClientBase, Pool } from 'pg';
import type { StoredCommissionForm } from '../../intake/submission/commission-form.ts';
import { createSlices } from '../../platform/waiting/event-loop.ts';
import { withKnownTypes } from '../document/asked.ts';
import { readStoredStudio } from '../document/stored-studio.ts';
import type { Studio } from '../document/studio.ts';
import { isPublication } from './publications.ts';

type Queries = Pick<ClientBase | Pool, 'query'>;

/**
 * The revision that the customer saw, from `submitted_commission_requests r`, or null: the one that the form names, if there
 * is one, else the one that was served when the request came. That is unknown while a file cannot be stored: then the
 * answers, terms and estimate are read by the first revision of a file, if there is one, and else by the newest publication
 * of that time.
 */
export const shownRevision = `
  coalesce(
    case when r.served_revision is null and r.commission_form ?| array['answers', 'terms', 'estimate'] then (
      select min(s.revision) from studio_revisions s where not (${isPublication})
    ) end,
    (select s.revision from studio_revisions s where s.revision = (r.commission_form->>'revision')::int),
    nullif(r.served_revision, 0),
    case when r.served_revision is null then (
      select s.revision from studio_revisions s where s.at <= r.created_at and ${isPublication}
      order by s.revision desc limit 1
    ) end
  )`;

/** The offer, questions, terms, prices and opening of a studio. */
export type AskingStudio = Pick<
  Studio,
  'questions' | 'terms' | 'prices' | 'types' | 'extras' | 'customCards' | 'opening'
>;

/** A request with its `shownRevision`. */
export interface RevisedForm {
  /** Null when the form had no details beside the payload. */
  readonly form: StoredCommissionForm | null;
  readonly shownRevision: number | null;
}

/** Finds the studio as the customers of requests saw it (S10). */
export interface StudioHistory {
  /** Resolves with a studio for each request. It is null when no studio was published at that time. */
  studiosOf(
    database: Queries,
    requests: readonly Pick<RevisedForm, 'shownRevision'>[],
  ): Promise<readonly (AskingStudio | null)[]>;
  /** Resolves with the ids of all questions that were ever published, those of the newest revision first. */
  questionIds(database: Queries): Promise<readonly string[]>;
}

/** A revision never changes, so it is read once. Few are kept, because one may have a megabyte. */
const mostKept = 16;

/** Milliseconds of work after which the event loop goes on: forms may name many revisions. */
const sliceMs = 10;

// A revision that does not change the questions has those of the one before.
const questionsText = `
  select question->>'id' as id from studio_revisions s
  cross join lateral json_array_elements(
    case json_typeof(s.document->'questions') when 'array' then s.document->'questions' else '[]' end
  ) with ordinality as asked (question, position)
  where 'questions' = any(s.changed)
  group by 1 order by max(s.revision) desc, (array_agg(position order by s.revision desc))[1]`;

const documentsText = 'select revision, document from studio_revisions where revision = any($1::int[])';

export function createStudioHistory(): StudioHistory {
  const kept = new Map<number, AskingStudio>();

  async function load(database: Queries, revisions: ReadonlySet<number>): Promise<ReadonlyMap<number, AskingStudio>> {
    const found = new Map([...kept].filter(([revision]) => revisions.has(revision)));
    const unknown = [...revisions].filter((revision) => !found.has(revision));
    if (unknown.length === 0) return found;
    type Row = { readonly revision: number; readonly document: unknown };
    const endOfSlice = createSlices(sliceMs);
    for (const { revision, document } of (await database.query<Row>(documentsText, [unknown])).rows) {
      const studio = askingPartsOf(readStoredStudio(document).studio);
      found.set(revision, studio);
      kept.set(revision, studio);
      await endOfSlice();
    }
    for (const oldest of [...kept.keys()].slice(0, -mostKept)) kept.delete(oldest);
    return found;
  }

  return {
    async questionIds(database) {
      const { rows } = await database.query<{ id: string }>(questionsText);
      return rows.map(({ id }) => id);
    },
    async studiosOf(database, requests) {
      const revisions = requests.map(({ shownRevision: revision }) => revision).filter((revision) => revision !== null);
      const studios = await load(database, new Set(revisions));
      return requests.map(({ shownRevision: revision }) => {
        const shown = revision === null ? null : (studios.get(revision) ?? null);
        return shown && { ...shown, questions: [...withKnownTypes(shown.questions, shown.types)] };
      });
    },
  };
}

function askingPartsOf(studio: Studio): AskingStudio {
  const { questions, terms, prices, types, extras, customCards, opening } = studio;
  return { questions, terms, prices, types, extras, customCards, opening };
}
