import type { ClientBase } from 'pg';
import { foldedText } from '../../platform/language/folded-text.ts';
import { createSlices } from '../../platform/waiting/event-loop.ts';
import { type AskingStudio, createStudioHistory } from '../../studio/revisions/studio-history.ts';
import { unreadColumns } from '../facet/stored-request.ts';
import { columnsText, shortColumns } from '../facets/read-requests.ts';
import { facets, type RequestRow } from '../facets/registry.ts';
import { answerGrams, mailboxGram, searchedAddress } from './exact-grams.ts';
import { searchGrams } from './search-text.ts';

const searched = facets.filter((facet) => 'searched' in facet);

/** The columns of the facets that a search finds, without the form. For a query on `submitted_commission_requests r`. */
const findableColumns = columnsText(
  Object.assign({}, shortColumns, unreadColumns, ...searched.map(({ columns }) => columns)),
);

/** Returns the texts that a search finds. */
function findableTexts(row: RequestRow, studio: AskingStudio | null): readonly string[] {
  return searched.flatMap((facet) => facet.searched(row, studio));
}

/** Milliseconds of work after which indexing yields to the event loop, for submissions of the same process. */
const sliceMs = 2;

/** Forms in memory at a time. */
const formsAtOnce = 10;
/** Characters after which rows are stored. */
const mostCharacters = 2 ** 20;

/** The columns of a `SearchedRow`, for a query on `submitted_commission_requests r`. */
export const searchedColumns = `${findableColumns}, r.commission_form is not null as "hasForm"`;

/** The searched parts of a request beside its form. */
export interface SearchedRow extends Omit<RequestRow, 'form'> {
  readonly hasForm: boolean;
}

type WholeRow = SearchedRow & RequestRow;

/** Some rows of `request_search` as JSON, and their requests. */
interface SearchRows {
  readonly ids: readonly string[];
  readonly json: string;
}

/** Names of options that only a file on the server has are not searched: no revision keeps them. */
const history = createStudioHistory();

/** Yields the search rows of these requests, in pieces of about a megabyte. */
export async function* searchRows(client: ClientBase, requests: readonly SearchedRow[]): AsyncGenerator<SearchRows> {
  const endOfSlice = createSlices(sliceMs);
  let ids: string[] = [];
  let rows: string[] = [];
  let characters = 0;
  for (let at = 0; at < requests.length; at += formsAtOnce) {
    const whole = await withForms(client, requests.slice(at, at + formsAtOnce));
    const studios = await history.studiosOf(client, whole);
    for (const [index, request] of whole.entries()) {
      const text = searchedText(request, studios[index] ?? null);
      // Both halves may take as long.
      await endOfSlice();
      const row = JSON.stringify({ request_id: request.id, text, grams: gramsOf(request, text) });
      ids.push(request.id);
      rows.push(row);
      characters += row.length;
      await endOfSlice();
      if (characters < mostCharacters) continue;
      yield { ids, json: `[${rows.join(',')}]` };
      [ids, rows, characters] = [[], [], 0];
    }
  }
  if (ids.length > 0) yield { ids, json: `[${rows.join(',')}]` };
}

const formsText = 'select id, commission_form as form from commission_requests where id = any($1::uuid[])';

async function withForms(client: ClientBase, requests: readonly SearchedRow[]): Promise<readonly WholeRow[]> {
  const ids = requests.filter(({ hasForm }) => hasForm).map(({ id }) => id);
  const found = ids.length === 0 ? [] : (await client.query<Pick<WholeRow, 'id' | 'form'>>(formsText, [ids])).rows;
  const forms = new Map(found.map(({ id, form }) => [id, form]));
  return requests.map((request) => ({ ...request, form: forms.get(request.id) ?? null }));
}

function searchedText(row: WholeRow, studio: AskingStudio | null): string {
  return [...findableTexts(row, studio).map(foldedText), ...searchedAddress(row.customerEmail)].join('\n');
}

function gramsOf(row: WholeRow, text: string): readonly number[] {
  return [...searchGrams(text), mailboxGram(row.customerEmail), ...answerGrams(row)];
}
