import type { Actor, RequestEvent } from './events.ts';
import type { RequestStatus } from './statuses.ts';

/** A request as operators see it. */
export interface InboxRequest {
  readonly id: string;
  /** Short, for people. */
  readonly number: string;
  readonly createdAt: Date;
  readonly status: RequestStatus;
  readonly version: number;
  readonly unread: boolean;
  /** `YYYY-MM-DD`. */
  readonly dueOn: string | null;
  readonly labels: readonly string[];
  readonly publicMessage: string | null;
  readonly typeId: string | null;
  readonly optionId: string | null;
  readonly customCardId: string | null;
  readonly extraIds: readonly string[];
  /** Those of `extraIds` that exist. */
  readonly extras: readonly Extra[];
  readonly customerName: string;
  readonly customerEmail: string;
  readonly customerSocials: string | null;
  readonly message: string;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  /** What the customer reads and writes, as a tag (BCP 47); null where nobody said it. */
  readonly language: string | null;
  /** In the order of the form. */
  readonly files: readonly RequestFile[];
}

/** A request as its JSON says it. */
export type ExportedRequest = Omit<InboxRequest, 'createdAt'> & { readonly createdAt: string };

export interface Extra {
  readonly id: string;
  readonly name: string;
}

export interface RequestFile {
  readonly position: number;
  readonly name: string;
  /** As the client sent it. Never to be believed. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
  /** Null while none has been tried. */
  readonly preview: boolean | null;
}

/** Which requests a list holds. Conditions that are left out hold for all. */
export interface RequestFilter {
  /** Any of these. */
  readonly id?: readonly string[] | undefined;
  /** Any of these. */
  readonly status?: readonly RequestStatus[] | undefined;
  readonly type?: readonly string[] | undefined;
  /** All of these. */
  readonly label?: readonly string[] | undefined;
  /** Inclusive. */
  readonly from?: Date | undefined;
  /** Exclusive. */
  readonly to?: Date | undefined;
  /** Any substring of name, e-mail, socials, message, file names or number. */
  readonly q?: string | undefined;
  readonly unread?: boolean | undefined;
  readonly hasFiles?: boolean | undefined;
  /** `YYYY-MM-DD`, exclusive. */
  readonly dueBefore?: string | undefined;
}

export const requestSorts = ['newest', 'oldest', 'due', 'changed'] as const;
export type RequestSort = (typeof requestSorts)[number];

export interface RequestQuery {
  readonly filter: RequestFilter;
  readonly sort: RequestSort;
  /** Behind the page that gave it as `next`. */
  readonly cursor: string | null;
  readonly limit: number;
}

export interface RequestPage {
  readonly items: readonly InboxRequest[];
  /** Null at the end. */
  readonly next: string | null;
}

/**
 * Exact up to 10,000, then `10000+`. On more than 50,000 requests, of a search that more than 10,000 have, also fewer with a
 * plus: among the newest, and there are more.
 */
export type StatusCount = number | `${number}+`;

/** Requests by status, under all other conditions. */
export type StatusCounts = Readonly<Record<RequestStatus, StatusCount>>;

/** What a person changes of a request; what is left out stays. */
export interface RequestChange {
  readonly status?: RequestStatus | undefined;
  readonly dueOn?: string | null | undefined;
  readonly labels?: readonly string[] | undefined;
  readonly publicMessage?: string | null | undefined;
  readonly unread?: boolean | undefined;
}

type ChangeResult =
  | { readonly changed: InboxRequest }
  /** Somebody else changed it since that version. */
  | { readonly conflict: InboxRequest }
  | { readonly missing: true };

/** How a bulk change ended, in requests. */
export interface BulkResult {
  readonly changed: number;
  /** Changed by somebody since, or come later. */
  readonly skipped: number;
  readonly failed: number;
}

export interface VersionedId {
  readonly id: string;
  readonly version: number;
}

/** Reads requests. Calls reject when the database cannot be reached, or with a QueryTimeoutError. */
export interface RequestReader {
  /** Null when the cursor is none of this query. */
  list(query: RequestQuery): Promise<RequestPage | null>;
  /** A `10000+` may be ten seconds old. */
  counts(filter: RequestFilter): Promise<StatusCounts>;
  /** Lists and counts are given to all who ask the same at once. Those from now on show all that has been committed. */
  refresh(): void;
  find(id: string): Promise<InboxRequest | null>;
  /** Of all requests, in the order of their characters; at most 1000. */
  labels(): Promise<readonly string[]>;
  /** Oldest first; null for a request that is not there. */
  events(id: string): Promise<readonly RequestEvent[] | null>;
}

/** Changes requests. A change and its events are one transaction. */
export interface RequestEditor {
  /** A null version is no condition; only `unread` may be changed so. */
  change(id: string, version: number | null, change: RequestChange, actor: Actor): Promise<ChangeResult>;
  /** 1 to 20,000 characters. Null for a request that is not there. */
  addNote(id: string, text: string, actor: Actor): Promise<RequestEvent | null>;
  /** In batches, each with its events: a process that dies leaves whole batches, and the call may be repeated. */
  changeMany(requests: readonly VersionedId[], change: RequestChange, actor: Actor): Promise<BulkResult>;
  /** What came or changed after `asOf` is skipped. */
  changeFiltered(filter: RequestFilter, asOf: Date, change: RequestChange, actor: Actor): Promise<BulkResult>;
}

/** Takes requests out. */
export interface RequestExporter {
  /**
   * All of the filter from one snapshot, in the order of `newest`, a few at a time: the JSON of an `ExportedRequest` each.
   * Records that it was taken.
   */
  export(filter: RequestFilter, format: string, actor: Actor, signal: AbortSignal): AsyncIterable<readonly string[]>;
}

/** The statement's time limit ended a query. */
export class QueryTimeoutError extends Error {
  override readonly name = 'QueryTimeoutError';

  constructor(cause: unknown) {
    super('The query took longer than its time limit', { cause });
  }
}
