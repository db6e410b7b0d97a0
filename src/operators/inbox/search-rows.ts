import { setImmediate } from 'node:timers/promises';
import { shownRevision } from '../../customers/revisions/studio-history.ts';
import type { AskingStudio } from '../../customers/studio/request-facts.ts';
import { searchedColumns as textColumns } from '../../customers/submission/request-fields.ts';
import { requestNumberOf } from '../../customers/submission/request-number.ts';
import { mailboxGram, searchedAddress } from './search-addresses.ts';
import { type AnsweredRow, answerGrams, searchedAnswers } from './search-answers.ts';
import { searchGrams, searchText } from './search-text.ts';

/** Milliseconds of work after which indexing yields to the event loop, for submissions of the same process. */
const sliceMs = 2;

/** The columns of a `SearchedRow`, for a query on `submitted_commission_requests r`. */
export const searchedColumns = `
  r.id, r.customer_email, array[${textColumns.map((column) => `r.${column}`).join(', ')}] as texts,
  r.created_at as "createdAt", r.type_id as "typeId", r.commission_form as form, ${shownRevision} as "shownRevision",
  array(select f.original_file from commission_request_files f where f.request_id = r.id order by f.position) as files`;

/** What is searched of a request. */
export interface SearchedRow extends AnsweredRow {
  readonly id: string;
  readonly customer_email: string;
  readonly texts: readonly (string | null)[];
  readonly files: readonly string[];
}

/** A row of `request_search`. */
interface SearchRow {
  readonly request_id: string;
  readonly text: string;
  readonly grams: readonly number[];
}

/** @param studios As the customer of each request saw it. */
export async function searchRows(
  requests: readonly SearchedRow[],
  studios: readonly (AskingStudio | null)[],
): Promise<readonly SearchRow[]> {
  const rows = [];
  let sliceEndsAt = performance.now() + sliceMs;
  for (const [at, request] of requests.entries()) {
    rows.push(searchRow(request, studios[at] ?? null));
    if (performance.now() < sliceEndsAt) continue;
    await setImmediate();
    sliceEndsAt = performance.now() + sliceMs;
  }
  return rows;
}

function searchRow(row: SearchedRow, studio: AskingStudio | null): SearchRow {
  const fields = [
    requestNumberOf(row.id),
    ...row.texts.map((text) => text ?? ''),
    ...row.files,
    ...searchedAnswers(row, studio),
  ];
  const text = [...fields.map(searchText), ...searchedAddress(row.customer_email)].join('\n');
  const grams = [...searchGrams(text), mailboxGram(row.customer_email), ...answerGrams(row)];
  return { request_id: row.id, text, grams };
}
