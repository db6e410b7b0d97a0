import type { PoolClient } from 'pg';
import { shownText } from '../../events/entry-clauses.ts';
import type { StoredCommissionForm } from '../../intake/submission/commission-form.ts';
import { requestNumberOf } from '../../intake/submission/request-number.ts';
import {
  type AskingStudio,
  type ChosenRequest,
  extrasAsShown,
  requestFactsOf,
} from '../../studio/document/request-facts.ts';
import { type StudioHistory, shownRevision } from '../../studio/revisions/studio-history.ts';
import { guardFactsOf, type Hold, type SignalRow } from '../../triage/guard/signals.ts';
import { fieldColumns, guardColumns, openingColumns, queueColumn, revisionColumn } from './field-columns.ts';
import { queueFactsOf } from './queue-facts.ts';

/**
 * The columns of an `ExportedRow`, from `submitted_commission_requests r`. PostgreSQL writes the JSON in the order and
 * format of the API. A million requests as objects cost several times as much, and leave gigabytes of garbage.
 */
export const exportedColumns = `
  r.id,
  (select row_to_json(rest) from (
     select to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt", r.status, r.version,
       r.unread, r.due_on as "dueOn", r.labels, ${shownText('public-message')} as "publicMessage",
       ${fieldColumns},
       ${revisionColumn},
       array(
         select row_to_json(extra) from (
           select e.id, coalesce(e.name, e.id) as name
           from commission_request_extras l join commission_extras e on e.id = l.extra_id where l.request_id = r.id
         ) extra order by extra.id
       ) as extras,
       array(
         select row_to_json(file) from (
           select f.position, f.original_file as name, f.file_type as type, f.file_size as size, f.sha256, f.preview,
             f.width, f.height, f.preview_problem as "previewProblem"
           from commission_request_files f where f.request_id = r.id
         ) file order by file.position
       ) as files
   ) rest)::text as rest,
  r.commission_form::text as form, r.created_at as "createdAt", ${shownRevision} as "shownRevision", ${openingColumns},
  ${guardColumns}, ${queueColumn}`;

export interface ExportedRow {
  readonly id: string;
  /** The other fields, as a JSON object. */
  readonly rest: string;
  /** What the form told beside the payload, as JSON. */
  readonly form: string | null;
  readonly createdAt: Date;
  readonly shownRevision: number | null;
  readonly arrival: string | null;
  readonly rank: number | null;
  readonly hold: Hold;
  readonly signals: readonly SignalRow[] | null;
  readonly queueNameShown: boolean | null;
}

/** Rows of more characters are worked on in several turns of the event loop. */
const mostCharacters = 128 * 1024;

/** Returns rows by few enough for one turn of the event loop. */
export function* exportedParts(rows: readonly ExportedRow[]): Generator<readonly ExportedRow[]> {
  let part: ExportedRow[] = [];
  let characters = 0;
  for (const row of rows) {
    part.push(row);
    characters += row.rest.length + (row.form?.length ?? 0);
    if (characters < mostCharacters) continue;
    yield part;
    [part, characters] = [[], 0];
  }
  if (part.length > 0) yield part;
}

/** Resolves with the JSON of an `ExportedRequest` for each row. */
export async function exportedRequestsOf(
  client: PoolClient,
  history: StudioHistory,
  rows: readonly ExportedRow[],
): Promise<string[]> {
  const forms = rows.map(({ form }) => (form === null ? null : (JSON.parse(form) as StoredCommissionForm)));
  const told = rows.map((row, at) => ({ ...row, form: forms[at] ?? null }));
  const studios = await history.studiosOf(client, told);
  return rows.map((row, at) => {
    const form = forms[at] ?? null;
    return jsonOf(row, shownJson(studios[at], row, form), queueFactsOf(form, row.queueNameShown));
  });
}

/** What depends on the studio that the customer saw, as JSON. */
interface ShownJson {
  readonly rest: string;
  readonly facts: string;
  /** Whether it is told that a request came in time. */
  readonly hasOpening: boolean;
}

function jsonOf(
  { id, form, arrival, rank, hold, signals }: ExportedRow,
  { rest, facts, hasOpening }: ShownJson,
  queueFacts: object,
): string {
  const came = arrival !== null || hasOpening ? `,"arrival":${JSON.stringify(arrival)}` : '';
  const opening = `${came}${rank === null ? '' : `,"rank":${rank}`}`;
  const told = form === null ? '' : `,"form":${form}`;
  const verdict = membersOf({ ...queueFacts, ...guardFactsOf(hold, signals) });
  return `{"id":"${id}","number":"${requestNumberOf(id)}",${rest.slice(1, -1)}${opening}${facts}${verdict}${told}}`;
}

/** Returns the members of an object as JSON that follows other members. */
function membersOf(object: object): string {
  const json = JSON.stringify(object);
  return json === '{}' ? '' : `,${json.slice(1, -1)}`;
}

type Chosen = Pick<ChosenRequest, 'typeId' | 'optionId' | 'extraIds' | 'customCardId'> & {
  readonly extras: readonly { readonly id: string; readonly name: string }[];
};

/** Reads the choices from the JSON of a request only where a studio offers, asks, requires or charges something. */
function shownJson(
  studio: AskingStudio | null | undefined,
  { rest, createdAt }: ExportedRow,
  form: StoredCommissionForm | null,
): ShownJson {
  if (!studio) return { rest, facts: '', hasOpening: false };
  const request = JSON.parse(rest) as Chosen;
  const { typeId, optionId, extraIds, customCardId } = request;
  const facts = requestFactsOf(studio, { createdAt, typeId, optionId, extraIds, customCardId, form });
  const extras = extrasAsShown(request.extras, facts.chosen);
  const isRenamed = extras.some(({ name }, at) => name !== request.extras[at]?.name);
  return {
    rest: isRenamed ? JSON.stringify({ ...request, extras }) : rest,
    facts: membersOf(facts),
    hasOpening: studio.opening !== null,
  };
}
