import type { Catalogue as StoredCatalogue } from '../../../src/customers/catalogue/catalogue.ts';
import type * as events from '../../../src/customers/events/events.ts';
import type * as accounts from '../../../src/operators/accounts/accounts.ts';
import type * as inbox from '../../../src/operators/inbox/inbox.ts';

/** The JSON form of a type: a `Date` becomes an RFC 3339 string. */
export type Sent<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Sent<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Sent<T[Key]> }
      : T;

export type InboxRequest = Sent<inbox.InboxRequest>;
export type RequestFile = Sent<inbox.RequestFile>;
export type RequestEvent = Sent<events.RequestEvent>;
export type Operator = Sent<accounts.Operator>;
export type { RequestStatus } from '../../../src/customers/events/statuses.ts';
export type { RequestChange, RequestSort, StatusCount, StatusCounts } from '../../../src/operators/inbox/inbox.ts';

export type BulkResult = inbox.BulkResult;
export type VersionedId = inbox.VersionedId;

/** The filter of a list or of a bulk change. */
export type RequestFilter = Sent<inbox.RequestFilter>;

export interface RequestList {
  readonly items: readonly InboxRequest[];
  readonly next: string | null;
  readonly counts: inbox.StatusCounts;
}

export interface Session {
  readonly operator: Operator;
}

export type CatalogueNames = Pick<StoredCatalogue, 'types' | 'extras' | 'customCards'>;
