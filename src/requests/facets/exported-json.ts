import type { StoredCommissionForm } from '../../intake/submission/commission-form.ts';
import type { StudioHistory } from '../../studio/revisions/studio-history.ts';
import type { Exported, Queries } from '../facet/facet.ts';
import { requestsOf, rowColumns, rowOf } from './read-requests.ts';
import type { InboxRequest } from './registry.ts';

/** A request as in its exported JSON. */
export type ExportedRequest = Exported<InboxRequest> & {
  /** Absent when the form sent only the payload. */
  readonly form?: StoredCommissionForm;
};

/** The columns of an `ExportedRow`, for a query on `submitted_commission_requests r`. */
export const exportedColumns = `
  (select row_to_json(row_columns) from (select ${rowColumns}) row_columns)::text as facts, r.commission_form::text as form`;

/** Texts, so that a row is parsed when its turn comes: a form may have 256 KiB. */
export interface ExportedRow {
  readonly facts: string;
  readonly form: string | null;
}

/** Resolves with the JSON of an `ExportedRequest` for each row. */
export async function exportedJson(
  database: Queries,
  history: StudioHistory,
  rows: readonly ExportedRow[],
): Promise<string[]> {
  const parsed = rows.map(({ facts, form }) => rowOf(JSON.parse(facts), form && JSON.parse(form)));
  const requests = await requestsOf(database, history, parsed);
  return requests.map((request, at) => jsonOf(request, rows[at]?.form ?? null));
}

/** @param form its JSON */
function jsonOf(request: InboxRequest, form: string | null): string {
  const json = JSON.stringify(request);
  return form === null ? json : `${json.slice(0, -1)},"form":${form}}`;
}
