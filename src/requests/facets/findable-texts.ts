import type { AskingStudio } from '../../studio/revisions/studio-history.ts';
import { unreadColumns } from '../facet/stored-request.ts';
import { columnsText, shortColumns } from './read-requests.ts';
import { facets, type RequestRow } from './registry.ts';

const searched = facets.filter((facet) => 'searched' in facet);

/** The columns of the facets that a search finds, without the form. For a query on `submitted_commission_requests r`. */
export const findableColumns = columnsText(
  Object.assign({}, shortColumns, unreadColumns, ...searched.map(({ columns }) => columns)),
);

/** Returns the texts that a search finds. */
export function findableTexts(row: RequestRow, studio: AskingStudio | null): readonly string[] {
  return searched.flatMap((facet) => facet.searched(row, studio));
}
