import type { AskingStudio } from '../../studio/revisions/studio-history.ts';
import { cutColumns, type StoredRequest, storedColumns } from '../facet/stored-request.ts';
import { columnsText, type JsonRow, rowOf } from './read-requests.ts';
import { facets, type MailedFacts, type RequestRow, type SentFacts } from './registry.ts';

type Readers = Readonly<Record<string, (row: RequestRow, studio: AskingStudio | null) => unknown>>;

const sending = facets.filter((facet) => 'sent' in facet);
const mailing = facets.filter((facet) => 'mailed' in facet);
const sent: Readers = Object.assign({}, ...sending.map((facet) => facet.sent));
const mailed: Readers = Object.assign({}, ...mailing.map((facet) => facet.mailed));

/** The facts that webhooks can send, in the order in which owners choose from them. */
export const sentFields = Object.keys(sent) as readonly (keyof SentFacts)[];

/** A payload may name 190,000 extras. */
const fewExtras = { extraIds: cutColumns.extraIds, isCut: cutColumns.isCut };
const ofFacets = [...sending, ...mailing].map(({ columns }) => columns);

/** A `JsonRow` of the facets that are sent, for a query on `submitted_commission_requests r`. */
export const sentJson = `(select row_to_json(row_columns) from (select ${columnsText(
  Object.assign({}, storedColumns, fewExtras, ...ofFacets),
)}) row_columns)`;

/** A request for webhooks and mails. */
export type SentRequest = SentFacts & MailedFacts & Pick<StoredRequest, 'id' | 'createdAt' | 'status' | 'language'>;

/** Returns the request of a row of `sentJson`. */
export function sentRequestOf(json: JsonRow, studio: AskingStudio | null): SentRequest {
  const row = rowOf(json, json.form);
  const { id, createdAt, status, language } = row;
  const facts = Object.fromEntries(
    Object.entries({ ...sent, ...mailed }).map(([name, read]) => [name, read(row, studio)]),
  ) as unknown as SentFacts & MailedFacts;
  return { id, createdAt, status, language, ...facts };
}
