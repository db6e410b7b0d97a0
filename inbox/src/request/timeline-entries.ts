import { type EntryKind, entryReaders } from '../../../src/events/event-kinds.ts';
import type { RequestEvent } from '../api/shapes.ts';
import type { Delivery } from '../model/deliveries-api.ts';

export type WrittenEvent = RequestEvent & { readonly kind: EntryKind };

/** A written text: a note, a message to the customer, or the text on the status page. */
interface WrittenEntry {
  readonly kind: 'written';
  readonly event: WrittenEvent;
}

/** A change, or a mail to the customer that the service has sent by itself. */
export type SmallEntry =
  | { readonly kind: 'change'; readonly event: RequestEvent }
  | { readonly kind: 'mail'; readonly delivery: Delivery };

/** Small entries in a row. Those in `folded` stay closed until a click. */
export interface SmallRun {
  readonly kind: 'run';
  /** Stays as it is when entries are added. */
  readonly key: string;
  readonly folded: readonly SmallEntry[];
  readonly shown: readonly SmallEntry[];
}

type TimelineEntry = WrittenEntry | SmallRun;

/** Small entries in a row that are all shown. */
const mostShown = 4;
/** The last ones of a longer row, which show the current state. */
const lastShown = 2;

/** Returns the entries after the request, oldest first. */
export function timelineOf(events: readonly RequestEvent[], deliveries: readonly Delivery[]): readonly TimelineEntry[] {
  const entries: TimelineEntry[] = [];
  let small: SmallEntry[] = [];
  const closeRun = () => {
    if (small.length > 0) entries.push(runOf(small));
    small = [];
  };
  for (const entry of inOrder(events, deliveries)) {
    if (entry.kind !== 'written') {
      small.push(entry);
      continue;
    }
    closeRun();
    entries.push(entry);
  }
  closeRun();
  return entries;
}

function inOrder(
  events: readonly RequestEvent[],
  deliveries: readonly Delivery[],
): readonly (WrittenEntry | SmallEntry)[] {
  const ofEvents = events
    .filter(({ kind }) => kind !== 'created')
    .map((event) => ({ at: event.at, entry: entryOf(event) }));
  // A message has an event of its own.
  const mails = deliveries
    .filter(({ channel, type }) => channel.audience === 'customers' && type !== 'request.message')
    .map((delivery) => ({ at: delivery.createdAt, entry: { kind: 'mail', delivery } as const }));
  return [...ofEvents, ...mails]
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .map(({ entry }) => entry);
}

function entryOf(event: RequestEvent): WrittenEntry | SmallEntry {
  return isWritten(event) ? { kind: 'written', event } : { kind: 'change', event };
}

/** A cancelled message and a removed text are changes, because they have no text. */
function isWritten(event: RequestEvent): event is WrittenEvent {
  return event.to !== null && event.kind in entryReaders;
}

function runOf(entries: readonly SmallEntry[]): SmallRun {
  const folded = entries.length > mostShown ? entries.length - lastShown : 0;
  const [first] = entries;
  const key = first?.kind === 'mail' ? first.delivery.id : `run ${first?.event.seq}`;
  return { kind: 'run', key, folded: entries.slice(0, folded), shown: entries.slice(folded) };
}
