import type * as accounts from '../../../src/accounts/account-shapes.ts';
import type * as events from '../../../src/events/event-shape.ts';
import type * as erasures from '../../../src/keeping/erasure/erasure-shape.ts';
import type { RequestFile as StoredFile } from '../../../src/requests/facets/files.ts';
import type * as facets from '../../../src/requests/facets/registry.ts';
import type * as filters from '../../../src/requests/inbox/request-filter-shape.ts';
import type * as requests from '../../../src/requests/inbox/request-shape.ts';
import type { Catalogue as StoredCatalogue } from '../../../src/studio/catalogue/catalogue.ts';

/** The JSON form of a type: a `Date` becomes an RFC 3339 string. */
export type Sent<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Sent<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Sent<T[Key]> }
      : T;

export type InboxRequest = Sent<facets.InboxRequest>;
export type RequestFile = Sent<StoredFile>;
export type RequestEvent = Sent<events.RequestEvent>;
export type Erasure = Sent<erasures.Erasure>;
export type ErasureCandidate = Sent<erasures.ErasureCandidate>;
export type Operator = Sent<accounts.Operator>;
export type { RequestStatus } from '../../../src/events/statuses.ts';
export type { RequestSort, VersionedId } from '../../../src/requests/inbox/inbox.ts';
export type { BulkResult, CustomerMail, RequestChange } from '../../../src/requests/inbox/request-change-shape.ts';
export type {
  PriceSums,
  RepeatedRequest,
  StatusCount,
  StatusCounts,
} from '../../../src/requests/inbox/request-shape.ts';

/** The filter of a list or of a bulk change. */
export type RequestFilter = Sent<filters.RequestFilter>;

/** Other requests from the same mailbox. */
export type RequestsOfCustomer = Sent<requests.RequestsOfCustomer>;

export type RequestList = Sent<requests.RequestList>;
export type Session = Sent<accounts.CurrentSession>;

export type Question = Pick<NonNullable<StoredCatalogue['questions']>[number], 'id' | 'label' | 'kind' | 'options'>;

export interface CatalogueNames extends Pick<StoredCatalogue, 'types' | 'extras' | 'customCards'> {
  /** Absent when the form has no questions. */
  readonly questions?: readonly Question[];
  /** Absent when the studio has no prices. */
  readonly prices?: { readonly currency: string };
}
