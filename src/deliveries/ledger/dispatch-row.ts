import { createSlices } from '../../platform/waiting/event-loop.ts';
import type { Queries } from '../../requests/facet/facet.ts';
import type { JsonRow } from '../../requests/facets/read-requests.ts';
import { sentRequestOf } from '../../requests/facets/sent-facts.ts';
import type { StudioHistory } from '../../studio/revisions/studio-history.ts';
import type { Channel, Dispatch, Facts, SenderKind } from './delivery.ts';

/** A claimed delivery with its channel and its request as JSON. */
export interface DispatchRow {
  readonly id: string;
  readonly attempt: number;
  readonly type: Dispatch['type'];
  readonly created_at: Date;
  readonly facts: Facts | null;
  readonly request_id: string | null;
  readonly body: string | null;
  readonly channel_id: string;
  readonly kind: SenderKind;
  readonly name: string;
  readonly settings: unknown;
  readonly sealed: string | null;
  readonly request: JsonRow | null;
}

/** The facts of a delivery `d`. Those of a message are the text of its entry. */
export const deliveryFacts = `
  coalesce(d.facts, (
    select jsonb_build_object('text', entry.text) from request_entries entry where entry.id = d.entry_id
  )) as facts`;

/** Milliseconds of work after which the event loop goes on. An answer may have 256 KiB. */
const sliceMs = 10;

/** Resolves with the dispatches, their requests in the words of the studio that the customer saw. */
export async function dispatchesOf(
  database: Queries,
  history: StudioHistory,
  rows: readonly DispatchRow[],
): Promise<Dispatch[]> {
  const shown = rows.map(({ request }) => ({ shownRevision: request?.shownRevision ?? null }));
  const studios = await history.studiosOf(database, shown);
  const endOfSlice = createSlices(sliceMs);
  const dispatches: Dispatch[] = [];
  for (const [at, row] of rows.entries()) {
    dispatches.push({
      id: row.id,
      attempt: row.attempt,
      type: row.type,
      createdAt: row.created_at,
      facts: row.facts,
      requestId: row.request_id,
      request: row.request && sentRequestOf(row.request, studios[at] ?? null),
      body: row.body,
      channel: channelOf(row),
    });
    await endOfSlice();
  }
  return dispatches;
}

function channelOf({ channel_id: id, kind, name, settings, sealed }: DispatchRow): Channel {
  return { id, kind, name, settings, sealed };
}
