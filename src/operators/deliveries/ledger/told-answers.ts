import type { ClientBase, Pool } from 'pg';
import type { StudioHistory } from '../../../customers/revisions/studio-history.ts';
import { answersOf } from '../../../customers/studio/request-facts.ts';
import { emptyStudio } from '../../../customers/studio/studio.ts';
import type { Dispatch } from './delivery.ts';
import { type DispatchRow, dispatchOf } from './dispatch-row.ts';

/** Resolves with the dispatches, their answers in the words of the studio that the customer saw. */
export async function dispatchesOf(
  database: Pick<Pool | ClientBase, 'query'>,
  history: StudioHistory,
  rows: readonly DispatchRow[],
): Promise<Dispatch[]> {
  const told = rows.map(({ request }) => ({
    form: request?.form ?? null,
    shownRevision: request?.shownRevision ?? null,
  }));
  const studios = await history.studiosOf(database, told);
  return rows.map((row, at) => {
    const { request } = row;
    if (request === null) return dispatchOf(row, []);
    const facts = { ...request, createdAt: row.created_at, optionId: null, extraIds: [] };
    return dispatchOf(row, answersOf(studios[at] ?? emptyStudio, facts));
  });
}
