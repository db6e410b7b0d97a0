import type { ClientBase, Pool } from 'pg';
import { shownText } from '../../events/entry-clauses.ts';
import { requestNumberOf } from '../../intake/submission/request-number.ts';
import {
  type AskingStudio,
  type ChosenRequest,
  extrasAsShown,
  listedFactsOf,
  requestFactsOf,
} from '../../studio/document/request-facts.ts';
import type { ListedFacts, RequestFacts } from '../../studio/document/request-facts-shape.ts';
import { type RevisedForm, type StudioHistory, shownRevision } from '../../studio/revisions/studio-history.ts';
import { guardFactsOf, type Hold, type SignalRow } from '../../triage/guard/signals.ts';
import type { Lateness } from '../../triage/opening/opening-state.ts';
import {
  fieldColumns,
  guardColumns,
  listedFieldColumns,
  mostListedIds,
  openingColumns,
  queueColumn,
  revisionColumn,
} from './field-columns.ts';
import { queueFactsOf } from './queue-facts.ts';
import type { InboxRequest } from './request-shape.ts';

/** The columns of a `RequestRow`, from `submitted_commission_requests r`. @param form what the form told */
const columnsWith = (fields: string, form: string) => `
  r.id, r.created_at as "createdAt", r.status, r.version, r.unread, r.due_on::text as "dueOn", r.labels,
  ${shownText('public-message')} as "publicMessage", ${fields}, ${revisionColumn}, ${openingColumns}, ${guardColumns}, ${queueColumn},
  ${form} as form, ${shownRevision} as "shownRevision",
  (select coalesce(json_agg(json_build_object('id', e.id, 'name', coalesce(e.name, e.id)) order by e.id), '[]')
   from commission_request_extras l join commission_extras e on e.id = l.extra_id where l.request_id = r.id) as extras,
  (select coalesce(json_agg(json_build_object(
     'position', f.position, 'name', f.original_file, 'type', f.file_type, 'size', f.file_size, 'sha256', f.sha256,
     'preview', f.preview, 'width', f.width, 'height', f.height, 'previewProblem', f.preview_problem
   ) order by f.position), '[]')
   from commission_request_files f where f.request_id = r.id) as files`;

const mostAnswerBytes = 1000;

export const requestColumns = columnsWith(fieldColumns, 'r.commission_form');

/** The parts of a form for lists: none that a stranger could make long. `isCut`: a list of options is missing. */
export const listedColumns = columnsWith(
  listedFieldColumns,
  `
  case when r.commission_form is not null then (
    select json_strip_nulls(json_build_object(
      'estimate', told.estimate, 'queueName', told."queueName",
      'terms', jsonb_path_query_array(told.terms, '$[0 to 19]'),
      'answers', case when told.answers is not null then (
        select coalesce(jsonb_object_agg(answer.key, answer.value), '{}') from jsonb_each(told.answers) answer
        where pg_column_size(answer.value) <= ${mostAnswerBytes}
      ) end,
      'isCut', nullif(exists (
        select from jsonb_each(told.answers) answer
        where jsonb_typeof(answer.value) = 'array' and pg_column_size(answer.value) > ${mostAnswerBytes}
      ), false)
    )) from jsonb_to_record(r.commission_form) as told (estimate jsonb, "queueName" text, terms jsonb, answers jsonb)
  ) end`,
);

type Queries = Pick<Pool | ClientBase, 'query'>;

export type RequestRow = Omit<
  InboxRequest,
  'number' | 'arrival' | 'rank' | 'held' | 'signals' | 'queueName' | keyof RequestFacts
> &
  RevisedForm & {
    readonly arrival: Lateness | null;
    readonly rank: number | null;
    readonly hold: Hold;
    readonly signals: readonly SignalRow[] | null;
    readonly queueNameShown: boolean | null;
  };

/** Resolves with the requests, each with what its studio asked and its customer told. */
export function inboxRequestsOf(database: Queries, history: StudioHistory, rows: readonly RequestRow[]) {
  return withFacts(database, history, rows, requestFactsOf);
}

/** As `inboxRequestsOf`, of rows of `listedColumns`. An estimate that may depend on what they cut is left out. */
export function listedRequestsOf(database: Queries, history: StudioHistory, rows: readonly RequestRow[]) {
  return withFacts(database, history, rows, (studio, request) => {
    const { estimate, ...facts } = listedFactsOf(studio, request);
    const isCut = request.extraIds.length >= mostListedIds || (request.form !== null && 'isCut' in request.form);
    return { ...facts, ...(estimate && !isCut && { estimate }) };
  });
}

async function withFacts<Facts extends ListedFacts>(
  database: Queries,
  history: StudioHistory,
  rows: readonly RequestRow[],
  factsOf: (studio: AskingStudio, request: ChosenRequest) => Facts,
) {
  const studios = await history.studiosOf(database, rows);
  return rows.map(({ id, form, shownRevision: _, arrival, rank, hold, signals, queueNameShown, ...row }, at) => {
    const studio = studios[at];
    const facts = studio && factsOf(studio, { ...row, form });
    const isJudged = arrival !== null || (studio?.opening ?? null) !== null;
    const opening = { ...(isJudged && { arrival }), ...(rank !== null && { rank }) };
    const extras = extrasAsShown(row.extras, facts?.chosen);
    const other = { ...opening, ...queueFactsOf(form, queueNameShown), ...guardFactsOf(hold, signals) };
    return { id, number: requestNumberOf(id), ...row, extras, ...facts, ...other };
  });
}
