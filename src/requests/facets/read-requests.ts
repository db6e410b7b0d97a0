import type { AskingStudio, StudioHistory } from '../../studio/revisions/studio-history.ts';
import type { Queries } from '../facet/facet.ts';
import { cutColumns, type StoredRequest, storedColumns } from '../facet/stored-request.ts';
import { exportOrder, inOrder } from './order.ts';
import { facets, type InboxRequest, type ListedRequest, type RequestRow } from './registry.ts';

type Columns = Readonly<Record<string, string>>;

export function columnsText(columns: Columns): string {
  return Object.entries(columns)
    .map(([name, expression]) => `${expression} as "${name}"`)
    .join(', ');
}

const ofFacets: Columns = Object.assign({}, ...facets.map(({ columns }) => columns));

/** The columns of a `RequestRow`, for a query on `submitted_commission_requests r`. */
export const requestColumns = columnsText({ ...storedColumns, ...ofFacets });

/** The same for lists. What a customer can make long is cut. */
export const listedColumns = columnsText({ ...cutColumns, ...ofFacets });

/** What facets are made from, without the form. It may have 256 KiB. */
export const { form: _, ...shortColumns } = storedColumns;

/** The same without the form, for rows as JSON. */
export const rowColumns = columnsText({ ...shortColumns, ...ofFacets });

/** A row as JSON. */
export type JsonRow = Omit<RequestRow, 'createdAt'> & { readonly createdAt: string };

/** Returns the row from its JSON. */
export function rowOf(json: Omit<JsonRow, 'form'>, form: StoredRequest['form']): RequestRow {
  return { ...json, form, createdAt: new Date(json.createdAt) };
}

/** Returns all facts of a request, by the studio that its customer saw, but those that `find` reads. */
export function wholeFactsOf(row: RequestRow, studio: AskingStudio | null): InboxRequest {
  const details = facets.map((facet) => ('detailsOf' in facet ? facet.detailsOf(row, studio) : {}));
  return inOrder(exportOrder, Object.assign(unorderedFacts(row, studio), ...details));
}

function listedFactsOf(row: RequestRow, studio: AskingStudio | null): ListedRequest {
  return inOrder(exportOrder, unorderedFacts(row, studio));
}

function unorderedFacts(row: RequestRow, studio: AskingStudio | null): ListedRequest {
  return Object.assign({}, ...facets.map((facet) => facet.factsOf(row, studio)));
}

/** Resolves with the requests of rows of `requestColumns`. */
export async function requestsOf(database: Queries, history: StudioHistory, rows: readonly RequestRow[]) {
  const studios = await history.studiosOf(database, rows);
  return rows.map((row, at) => wholeFactsOf(row, studios[at] ?? null));
}

/** As `requestsOf`, of rows of `listedColumns`. */
export async function listedRequestsOf(database: Queries, history: StudioHistory, rows: readonly RequestRow[]) {
  const studios = await history.studiosOf(database, rows);
  return rows.map((row, at) => listedFactsOf(row, studios[at] ?? null));
}

/** Resolves with the facts that take queries of their own. */
export async function moreOf(database: Queries, request: InboxRequest): Promise<InboxRequest> {
  const found = await Promise.all(facets.map((facet) => ('find' in facet ? facet.find(database, request) : {})));
  return Object.assign({}, request, ...found);
}
