import type { Api, CustomerNotice } from '../api/api.ts';
import { ApiFailure } from '../api/api-failure.ts';
import { mayBeMade, randomKey } from '../api/call.ts';
import type { InboxRequest, RequestChange } from '../api/shapes.ts';
import { type Cell, createCell } from '../cells/cell.ts';

/** A request, undefined before it is loaded, or null when it does not exist or was erased. */
export type KnownRequest = InboxRequest | null | undefined;

/** A change of a field that another person has changed in the meantime. */
export interface Conflict {
  readonly change: RequestChange;
  /** The current request. */
  readonly current: InboxRequest;
}

export type ConflictChoice = 'overwrite' | 'discard';

type ChangeOutcome =
  | { readonly kind: 'changed'; readonly before: InboxRequest; readonly after: InboxRequest }
  /** The person kept the other person's change. */
  | { readonly kind: 'discarded'; readonly current: InboxRequest };

/** All loaded requests. Each request is stored once, so that all views show the same. */
export interface RequestsStore {
  cell(id: string): Cell<KnownRequest>;
  /** Stores a request from the service, unless a later version is known. */
  put(request: InboxRequest): void;
  /** Loads a request. Resolves with null when it does not exist. @throws ApiFailure */
  load(id: string, signal?: AbortSignal): Promise<InboxRequest | null>;
  /**
   * Shows the change immediately and sends it after earlier changes of the same request. Reverts a failed change. Asks
   * the person when another person has changed the same field. After a lost answer the same change is sent as it was.
   * @throws ApiFailure
   */
  change(id: string, change: RequestChange, notice?: CustomerNotice): Promise<ChangeOutcome>;
  /** Returns the ids of all loaded requests. */
  known(): readonly string[];
}

interface Entry {
  readonly shown: Cell<KnownRequest>;
  /** The last known state on the service. */
  confirmed: KnownRequest;
  /** Unconfirmed changes, in order. */
  changes: readonly RequestChange[];
  /** The last change, if its answer was lost. */
  unanswered: { readonly sent: string; readonly version: number; readonly key: string } | null;
  last: Promise<unknown>;
}

export function createRequestsStore(api: Api, choose: (conflict: Conflict) => Promise<ConflictChoice>): RequestsStore {
  const entries = new Map<string, Entry>();

  function entryOf(id: string): Entry {
    const known = entries.get(id);
    if (known) return known;
    const shown = createCell<KnownRequest>(undefined);
    const entry: Entry = { shown, confirmed: undefined, changes: [], unanswered: null, last: noWork };
    entries.set(id, entry);
    return entry;
  }

  function show(entry: Entry): void {
    const { confirmed, changes, shown } = entry;
    shown.set(confirmed && changes.length > 0 ? Object.assign({}, confirmed, ...changes) : confirmed);
  }

  function confirm(entry: Entry, request: InboxRequest | null): void {
    if (request && entry.confirmed && request.version < entry.confirmed.version) return;
    entry.confirmed = request && withUnlisted(request, entry.confirmed);
    show(entry);
  }

  async function load(id: string, signal?: AbortSignal): Promise<InboxRequest | null> {
    const request = await api.find(id, signal).catch(nullIfMissing);
    confirm(entryOf(id), request);
    return request;
  }

  async function send(
    entry: Entry,
    id: string,
    change: RequestChange,
    notice: CustomerNotice | undefined,
  ): Promise<ChangeOutcome> {
    const sent = JSON.stringify([change, notice]);
    for (let seen = entry.confirmed ?? (await load(id)); seen; ) {
      const first = { sent, version: seen.version, key: randomKey() };
      const { version, key } = entry.unanswered?.sent === sent ? entry.unanswered : first;
      // The person did not decide to mark it as read.
      if (needsVersion(change)) entry.unanswered = null;
      try {
        const after = await api.change(id, needsVersion(change) ? version : null, change, notice, key);
        confirm(entry, after);
        return { kind: 'changed', before: seen, after };
      } catch (error) {
        if (needsVersion(change) && mayBeMade(error)) entry.unanswered = { sent, version, key };
        const current = error instanceof ApiFailure ? error.problem?.current : undefined;
        if (!current) throw error;
        confirm(entry, current);
        if (isContested(change, seen, current) && (await choose({ change, current })) === 'discard') {
          return { kind: 'discarded', current };
        }
        seen = current;
      }
    }
    throw new ApiFailure('missing');
  }

  return {
    cell: (id) => entryOf(id).shown,
    put(request) {
      const entry = entryOf(request.id);
      confirm(entry, { ...request, ...partOf(entry.confirmed, cutInLists) });
    },
    load,
    async change(id, change, notice) {
      const entry = entryOf(id);
      entry.changes = [...entry.changes, change];
      show(entry);
      const sent = entry.last.then(() => send(entry, id, change, notice));
      entry.last = sent.catch(() => {});
      try {
        return await sent;
      } catch (error) {
        if (error instanceof ApiFailure && error.kind === 'missing') confirm(entry, null);
        throw error;
      } finally {
        entry.changes = entry.changes.filter((other) => other !== change);
        show(entry);
      }
    },
    known: () => [...entries].filter(([, { confirmed }]) => confirmed).map(([id]) => id),
  };
}

/** The members of a request that lists do not have. */
const unlisted = ['answers', 'missing', 'terms', 'seenBefore', 'customerRequests'] as const;

/** The members that lists cut, with the derived ones. They never change. */
const cutInLists = ['typeId', 'optionId', 'customCardId', 'extraIds', 'chosen', 'estimate'] as const;

function withUnlisted(request: InboxRequest, known: KnownRequest): InboxRequest {
  return { ...partOf(known, unlisted), ...request };
}

function partOf(known: KnownRequest, keys: readonly (keyof InboxRequest)[]): Partial<InboxRequest> {
  return known ? Object.fromEntries(keys.filter((key) => known[key]).map((key) => [key, known[key]])) : {};
}

const noWork: Promise<unknown> = Promise.resolve();

function nullIfMissing(error: unknown): null {
  if (error instanceof ApiFailure && error.kind === 'missing') return null;
  throw error;
}

/** Returns false for a change of `unread` alone, which does not conflict with other changes. */
function needsVersion(change: RequestChange): boolean {
  return Object.keys(change).some((field) => field !== 'unread');
}

/** Returns true when another person has set a field of the change to another value. */
function isContested(change: RequestChange, seen: InboxRequest, current: InboxRequest): boolean {
  const fields = Object.keys(change) as (keyof RequestChange)[];
  return fields.some((field) => !isSame(seen[field], current[field]) && !isSame(current[field], change[field]));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
