import type { ClientBase } from 'pg';
import { type Guard, guardSchema } from '../document/guard.ts';
import type { StudioOfFile } from '../document/offer.ts';
import { type Opening, openingSchema } from '../document/opening.ts';
import { isPublication } from './publications.ts';

/** The keys of the published studio by which requests are judged. `CATALOGUE_FILE` may set either. */
export interface Settings {
  readonly guard: Guard;
  readonly opening: Opening | null;
  /** Returns the opening that was published at a time, or null without one. */
  openingAt(time: Date): Opening | null;
}

interface RevisionRow {
  readonly at: Date;
  readonly guard: unknown;
  readonly opening: unknown;
}

// From the revision on that was in effect at the time.
const revisionsText = `
  select at, document -> 'guard' as guard, document -> 'opening' as opening from studio_revisions
  where ${isPublication} and revision >= coalesce((
    select max(revision) from studio_revisions where ${isPublication} and at <= coalesce($1::timestamptz, now())
  ), 0)
  order by revision`;

const guardOff = guardSchema.parse({});

/**
 * Reads the published settings, and the openings since a time. Without a publication all settings are absent. A value
 * that a later version has written counts as absent.
 */
export async function readSettings(
  client: Pick<ClientBase, 'query'>,
  file: StudioOfFile | null,
  since: Date | null = null,
): Promise<Settings> {
  const { rows } = await client.query<RevisionRow>(revisionsText, [since]);
  const published = guardSchema.safeParse(rows.at(-1)?.guard ?? {}).data ?? guardOff;
  const guard = file?.keys.includes('guard') ? (file.studio.guard ?? guardOff) : published;
  if (file?.keys.includes('opening')) {
    const { opening } = file.studio;
    return { guard, opening, openingAt: () => opening };
  }
  const openings = rows.map(({ at, opening }) => ({ at, opening: openingSchema.safeParse(opening).data ?? null }));
  return {
    guard,
    opening: openings.at(-1)?.opening ?? null,
    openingAt: (time) => openings.findLast(({ at }) => at <= time)?.opening ?? null,
  };
}
