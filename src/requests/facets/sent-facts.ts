import type { AskingStudio } from '../../studio/revisions/studio-history.ts';
import { type StoredRequest, storedColumns, unreadColumns } from '../facet/stored-request.ts';
import { columnsText, type JsonRow, rowOf } from './read-requests.ts';
import { facets, type RequestRow, type SentFacts } from './registry.ts';

type Sent = Readonly<Record<string, (row: RequestRow, studio: AskingStudio | null) => unknown>>;

const sending = facets.filter((facet) => 'sent' in facet);
const sent: Sent = Object.assign({}, ...sending.map((facet) => facet.sent));

/** The facts that webhooks can send, in the order in which owners choose from them. */
export const sentFields = Object.keys(sent) as readonly (keyof SentFacts)[];

/** A `JsonRow` of the facets that are sent, for a query on `submitted_commission_requests r`. */
export const sentJson = `(select row_to_json(row_columns) from (select ${columnsText(
  Object.assign({}, storedColumns, unreadColumns, ...sending.map(({ columns }) => columns)),
)}) row_columns)`;

/** A request for webhooks and mails. */
export type SentRequest = SentFacts & Pick<StoredRequest, 'id' | 'createdAt' | 'status' | 'language'>;

/** Returns the request of a row of `sentJson`. */
export function sentRequestOf(json: JsonRow, studio: AskingStudio | null): SentRequest {
  const row = rowOf(json, json.form);
  const { id, createdAt, status, language } = row;
  const facts = Object.fromEntries(sentFields.map((name) => [name, sent[name]?.(row, studio)])) as unknown as SentFacts;
  return { id, createdAt, status, language, ...facts };
}
