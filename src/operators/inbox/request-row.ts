import type { ClientBase, Pool } from 'pg';
import { type RevisedForm, type StudioHistory, shownRevision } from '../../customers/revisions/studio-history.ts';
import { extrasAsShown, requestFactsOf } from '../../customers/studio/request-facts.ts';
import type { RequestFacts } from '../../customers/studio/request-facts-shape.ts';
import { requestNumberOf } from '../../customers/submission/request-number.ts';
import { guardFactsOf, type Hold, type SignalRow } from '../guard/signals.ts';
import type { Arrival } from './arrivals.ts';
import { fieldColumns, guardColumns, openingColumns, revisionColumn } from './field-columns.ts';
import type { InboxRequest } from './request-shape.ts';

/** The columns of a `RequestRow`, from `submitted_commission_requests r`. */
export const requestColumns = `
  r.id, r.created_at as "createdAt", r.status, r.version, r.unread, r.due_on::text as "dueOn", r.labels,
  r.public_message as "publicMessage", ${fieldColumns}, ${revisionColumn}, ${openingColumns}, ${guardColumns},
  r.commission_form as form, ${shownRevision} as "shownRevision",
  (select coalesce(json_agg(json_build_object('id', e.id, 'name', coalesce(e.name, e.id)) order by e.id), '[]')
   from commission_request_extras l join commission_extras e on e.id = l.extra_id where l.request_id = r.id) as extras,
  (select coalesce(json_agg(json_build_object(
     'position', f.position, 'name', f.original_file, 'type', f.file_type, 'size', f.file_size, 'sha256', f.sha256,
     'preview', f.preview, 'width', f.width, 'height', f.height, 'previewProblem', f.preview_problem
   ) order by f.position), '[]')
   from commission_request_files f where f.request_id = r.id) as files`;

export type RequestRow = Omit<InboxRequest, 'number' | 'arrival' | 'rank' | 'held' | 'signals' | keyof RequestFacts> &
  RevisedForm & {
    readonly arrival: Arrival | null;
    readonly rank: number | null;
    readonly hold: Hold;
    readonly signals: readonly SignalRow[] | null;
  };

/** Resolves with the requests, each with what its studio asked and its customer told. */
export async function inboxRequestsOf(
  database: Pick<Pool | ClientBase, 'query'>,
  history: StudioHistory,
  rows: readonly RequestRow[],
): Promise<InboxRequest[]> {
  const studios = await history.studiosOf(database, rows);
  return rows.map(({ id, form, shownRevision: _, arrival, rank, hold, signals, ...row }, at) => {
    const studio = studios[at];
    const facts = studio && requestFactsOf(studio, { ...row, form });
    const isJudged = arrival !== null || (studio?.opening ?? null) !== null;
    const opening = { ...(isJudged && { arrival }), ...(rank !== null && { rank }) };
    const extras = extrasAsShown(row.extras, facts?.chosen);
    return { id, number: requestNumberOf(id), ...row, extras, ...opening, ...facts, ...guardFactsOf(hold, signals) };
  });
}
