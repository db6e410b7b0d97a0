import { shownText } from '../../events/entry-clauses.ts';
import { requestFields, textFields } from '../../intake/submission/request-fields.ts';
import type { RequestAnswer } from '../../studio/document/request-facts-shape.ts';
import { type RevisedForm, shownRevision } from '../../studio/revisions/studio-history.ts';
import type { Channel, Dispatch, DispatchedRequest, Facts, SenderKind } from './delivery.ts';

/** A claimed delivery with its channel and its request as JSON. */
export interface DispatchRow {
  readonly id: string;
  readonly attempt: number;
  readonly type: Dispatch['type'];
  readonly created_at: Date;
  readonly facts: Facts | null;
  readonly request_id: string | null;
  readonly body: string | null;
  readonly channel_id: string;
  readonly kind: SenderKind;
  readonly name: string;
  readonly settings: unknown;
  readonly sealed: string | null;
  readonly request: RequestJson | null;
}

type RequestJson = Omit<DispatchedRequest, 'createdAt' | 'answers'> & RevisedForm & { readonly createdAt: string };

const fieldPairs = textFields.map((name) => `'${name}', r.${requestFields[name].column}`).join(', ');

/** The request as JSON, for a query on `submitted_commission_requests r`. */
export const requestJson = `
  json_build_object(
    'id', r.id, 'createdAt', r.created_at, 'status', r.status, 'publicMessage', ${shownText('public-message')},
    'language', r.language, ${fieldPairs}, 'form', r.commission_form, 'shownRevision', ${shownRevision},
    'extras', (
      select coalesce(json_agg(coalesce(e.name, e.id) order by e.id), '[]')
      from commission_request_extras l join commission_extras e on e.id = l.extra_id where l.request_id = r.id
    ),
    'fileNames', (
      select coalesce(json_agg(f.original_file order by f.position), '[]')
      from commission_request_files f where f.request_id = r.id
    )
  )`;

/** The facts of a delivery `d`. Those of a message are the text of its entry. */
export const deliveryFacts = `
  coalesce(d.facts, (
    select jsonb_build_object('text', entry.text) from request_entries entry where entry.id = d.entry_id
  )) as facts`;

export function dispatchOf(row: DispatchRow, answers: readonly RequestAnswer[]): Dispatch {
  return {
    id: row.id,
    attempt: row.attempt,
    type: row.type,
    createdAt: row.created_at,
    facts: row.facts,
    requestId: row.request_id,
    request: row.request && requestOf(row.request, answers),
    body: row.body,
    channel: channelOf(row),
  };
}

function requestOf(
  { form: _, shownRevision: __, ...request }: RequestJson,
  answers: readonly RequestAnswer[],
): DispatchedRequest {
  return { ...request, createdAt: new Date(request.createdAt), answers };
}

function channelOf({ channel_id: id, kind, name, settings, sealed }: DispatchRow): Channel {
  return { id, kind, name, settings, sealed };
}
