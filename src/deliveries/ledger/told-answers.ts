import type { ClientBase, Pool } from 'pg';
import { createSlices } from '../../platform/waiting/long-work.ts';
import { answersOf } from '../../studio/document/request-facts.ts';
import { emptyStudio } from '../../studio/document/studio.ts';
import type { StudioHistory } from '../../studio/revisions/studio-history.ts';
import type { Dispatch } from './delivery.ts';
import { type DispatchRow, dispatchOf } from './dispatch-row.ts';

/** Milliseconds of work after which the event loop goes on. An answer may have 256 KiB. */
const sliceMs = 10;

/** Resolves with the dispatches, their answers in the words of the studio that the customer saw. */
export async function dispatchesOf(
  database: Pick<Pool | ClientBase, 'query'>,
  history: StudioHistory,
  rows: readonly DispatchRow[],
): Promise<Dispatch[]> {
  const told = rows.map(({ request }) => ({ shownRevision: request?.shownRevision ?? null }));
  const studios = await history.studiosOf(database, told);
  const endOfSlice = createSlices(sliceMs);
  const dispatches: Dispatch[] = [];
  for (const [at, row] of rows.entries()) {
    const { request } = row;
    const facts = request && { ...request, createdAt: row.created_at, optionId: null, extraIds: [] };
    dispatches.push(dispatchOf(row, facts === null ? [] : answersOf(studios[at] ?? emptyStudio, facts)));
    await endOfSlice();
  }
  return dispatches;
}
