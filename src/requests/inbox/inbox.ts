import type { CustomerMail } from '../../events/delivery-clauses.ts';
import type { EntryKind } from '../../events/event-kinds.ts';
import type { RequestEvent } from '../../events/event-shape.ts';
import type { Actor, AuditHistory, EventFeed } from '../../events/events.ts';
import type { RequestStatus } from '../../events/statuses.ts';
import type { StoredCommissionForm } from '../../intake/submission/commission-form.ts';
import type { CustomerMessages } from '../entries/message/customer-messages.ts';
import type { InboxRequest } from '../facets/registry.ts';
import type { FileExporter, RequestFiles } from './files.ts';
import type { BulkResult, RequestChange } from './request-change-shape.ts';
import type { RequestFilter } from './request-filter-shape.ts';
import type { PriceSums, RepeatedRequest, RequestList, RequestsOfCustomer, StatusCounts } from './request-shape.ts';
import type { SavedViews } from './saved-view-shape.ts';

export const requestSorts = ['newest', 'oldest', 'due', 'changed', 'rank', 'price'] as const;
export type RequestSort = (typeof requestSorts)[number];

export interface RequestQuery {
  readonly filter: RequestFilter;
  readonly sort: RequestSort;
  /** The `next` of the page before, or null for the first page. */
  readonly cursor: string | null;
  readonly limit: number;
}

/** A page of the list, without its counts. */
export type RequestPage = Omit<RequestList, 'counts'>;

type ChangeResult =
  | { readonly changed: InboxRequest; readonly statusBefore: RequestStatus }
  /** The current request, when the request was changed after the version that the caller named. */
  | { readonly conflict: InboxRequest }
  /** The guard holds it, or has not judged it yet: only `unread` changes. */
  | { readonly held: true }
  | { readonly missing: true };

interface NewEntry {
  readonly kind: EntryKind;
  readonly text: string;
}

export interface VersionedId {
  readonly id: string;
  readonly version: number;
}

/** Reads requests. Calls reject when the database cannot be reached, or with a QueryTimeoutError. */
export interface RequestReader {
  /** Resolves with null when the cursor is not valid for the sort of the query. */
  list(query: RequestQuery): Promise<RequestPage | null>;
  /** Resolves with the counts by status. A `10000+` may be ten seconds old. */
  counts(filter: RequestFilter): Promise<StatusCounts>;
  /** Resolves with the sums of prices by status and currency. */
  sums(filter: RequestFilter): Promise<PriceSums>;
  /** Identical concurrent calls share one result. Calls after `refresh` start new reads, so they see all commits. */
  refresh(): void;
  find(id: string): Promise<InboxRequest | null>;
  /** Resolves with the part of the form beside the payload, or with null when the request does not exist. */
  form(id: string): Promise<{ readonly form: StoredCommissionForm | null } | null>;
  /** Resolves with the other requests from the same mailbox, or with null when the request does not exist. */
  sameCustomer(id: string): Promise<RequestsOfCustomer | null>;
  /** Resolves with the position of each of these requests among those of its customer, without single ones. */
  repeats(ids: readonly string[]): Promise<readonly RepeatedRequest[]>;
  /** Resolves with the labels of all requests, at most 1000, in the order of their code points. */
  labels(): Promise<readonly string[]>;
  /** Resolves with the events, oldest first, or with null when the request does not exist. */
  events(id: string): Promise<readonly RequestEvent[] | null>;
}

/** Changes requests. A change and its events are one transaction. */
export interface RequestEditor {
  /**
   * Changes the request if it has this version. Null skips the check and is only for changes of `unread`.
   *
   * @param customerMail `send` by default.
   */
  change(
    id: string,
    version: number | null,
    change: RequestChange,
    actor: Actor,
    customerMail?: CustomerMail,
  ): Promise<ChangeResult>;
  /** Adds an entry that changes nothing of its request. Resolves with its event, or with null without the request. */
  addEntry(id: string, entry: NewEntry, actor: Actor): Promise<RequestEvent | null>;
  /**
   * Commits in batches, each with its events. After a crash of the process the call may be repeated.
   * @param mayGoOn Asked before each batch, which fails without.
   */
  changeMany(
    requests: readonly VersionedId[],
    change: RequestChange,
    actor: Actor,
    mayGoOn?: () => Promise<boolean>,
  ): Promise<BulkResult>;
  /** Changes the requests of the filter. Skips those that were created or changed after `asOf`. */
  changeFiltered(
    filter: RequestFilter,
    asOf: Date,
    change: RequestChange,
    actor: Actor,
    mayGoOn?: () => Promise<boolean>,
  ): Promise<BulkResult>;
}

export interface RequestExporter {
  /**
   * Records the export, then yields all requests of the filter from one snapshot in the order of `newest`, in small
   * batches. Each string is the JSON of an `ExportedRequest`.
   */
  export(filter: RequestFilter, format: string, actor: Actor, signal: AbortSignal): AsyncIterable<readonly string[]>;
  /** As `export`, with these requests, also those that the guard holds. */
  exportPerson(ids: readonly string[], actor: Actor, signal: AbortSignal): AsyncIterable<readonly string[]>;
  /** Resolves with the ids of all questions that the studio ever asked, those of the newest revision first. */
  questionIds(): Promise<readonly string[]>;
}

/** The services of requests for operators. */
export interface Inbox {
  readonly reader: RequestReader;
  readonly editor: RequestEditor;
  readonly customerMessages: CustomerMessages;
  readonly files: RequestFiles;
  readonly exporter: RequestExporter;
  readonly fileExporter: FileExporter;
  readonly feed: EventFeed;
  readonly history: AuditHistory;
  readonly views: SavedViews;
}
