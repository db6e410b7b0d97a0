import type { PoolClient } from 'pg';
import { type Opening, openingSchema } from '../../studio/document/opening.ts';
import { isPublication } from '../../studio/revisions/publications.ts';

interface OpeningRow {
  readonly at: Date;
  readonly opening: unknown;
}

// The last revision before the time holds at it.
const historyText = `
  select at, document -> 'opening' as opening from studio_revisions
  where ${isPublication} and revision >= coalesce((
    select max(revision) from studio_revisions where ${isPublication} and at <= coalesce($1::timestamptz, now())
  ), 0)
  order by revision`;

export interface OpeningHistory {
  /** What is published now. */
  readonly current: Opening | null;
  at(time: Date): Opening | null;
}

/** Reads what was published from a time on, or what holds now. */
export async function readOpeningHistory(client: PoolClient, since: Date | null): Promise<OpeningHistory> {
  const rows = (await client.query<OpeningRow>(historyText, [since])).rows.map(({ at, opening }) => ({
    at,
    opening: openingSchema.safeParse(opening).data ?? null,
  }));
  return {
    current: rows.at(-1)?.opening ?? null,
    at: (time) => rows.findLast(({ at }) => at <= time)?.opening ?? null,
  };
}

/** Returns the history of what a file sets for as long as the process runs. */
export function fixedOpening(opening: Opening | null): OpeningHistory {
  return { current: opening, at: () => opening };
}
