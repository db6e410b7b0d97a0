import { setImmediate } from 'node:timers/promises';
import { searchedColumns as textColumns } from '../../customers/submission/request-fields.ts';
import { requestNumberOf } from '../../customers/submission/request-number.ts';
import { mailboxGram, searchedAddress } from './search-addresses.ts';
import { searchBucket, searchGrams, searchText } from './search-text.ts';

/** Milliseconds of work after which indexing yields to the event loop, for submissions of the same process. */
const sliceMs = 2;

/** The columns of a `SearchedRow`, for a query on `submitted_commission_requests r`. */
export const searchedColumns = `
  r.id, r.customer_email, array[${textColumns.map((column) => `r.${column}`).join(', ')}] as texts,
  array(select f.original_file from commission_request_files f where f.request_id = r.id order by f.position) as files`;

/** What is searched of a request. */
export interface SearchedRow {
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

export async function searchRows(requests: readonly SearchedRow[]): Promise<readonly SearchRow[]> {
  const rows = [];
  let sliceEndsAt = performance.now() + sliceMs;
  for (const request of requests) {
    rows.push(searchRow(request));
    if (performance.now() < sliceEndsAt) continue;
    await setImmediate();
    sliceEndsAt = performance.now() + sliceMs;
  }
  return rows;
}

function searchRow(row: SearchedRow): SearchRow {
  const fields = [requestNumberOf(row.id), ...row.texts.map((text) => text ?? ''), ...row.files];
  const text = [...fields.map(searchText), ...searchedAddress(row.customer_email)].join('\n');
  const grams = [...searchGrams(text), mailboxGram(row.customer_email), searchBucket(row.id)];
  return { request_id: row.id, text, grams };
}
