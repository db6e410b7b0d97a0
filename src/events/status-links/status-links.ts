import type { Actor } from '../events.ts';
import type { RequestStatus } from '../statuses.ts';

/** A link to the page that shows a customer the status of the request. */
export interface StatusLink {
  readonly requestId: string;
  /** Starts at 1. A new version revokes the earlier ones. */
  readonly version: number;
}

/** Converts links to the tokens in their URLs and back. Calls reject when the secret cannot be loaded. */
export interface StatusTokens {
  /** Returns 48 characters of base64url. */
  encode(link: StatusLink): Promise<string>;
  /** Returns null when this service did not make the token. */
  decode(token: string): Promise<StatusLink | null>;
}

/** Returns the URL of a link: absolute when `PUBLIC_URL` is set, else only the path. */
export type StatusUrlOf = (link: StatusLink) => Promise<string>;

/** The parts of a request that the status page is made from. No text of the customer is among them, and no price. */
export interface CustomerStatus {
  readonly requestId: string;
  readonly createdAt: Date;
  readonly status: RequestStatus;
  /** `YYYY-MM-DD` */
  readonly dueOn: string | null;
  readonly publicMessage: string | null;
  /** When the newest public message was written, or taken back. */
  readonly publicMessageAt: Date | null;
  readonly fileCount: number;
  /** Null when no type of the studio was chosen. */
  readonly work: OrderedWork | null;
  readonly terms: readonly AgreedTerms[];
}

type TextByLanguage = Readonly<Record<string, string>>;

/** The chosen type and its option, in the studio's words as the customer saw them. */
export interface OrderedWork {
  readonly type: TextByLanguage;
  readonly option: TextByLanguage | null;
  /** The name of the studio's first picture of the type. */
  readonly picture: string | null;
}

/** A version of a text that the customer agreed to. */
export interface AgreedTerms {
  readonly sha256: string;
  /** Null when the studio had no such text. */
  readonly title: TextByLanguage | null;
}

/** Calls reject when the database cannot be reached. */
export interface StatusReader {
  /** Returns null when the link is null or revoked, or its request does not exist. All cases run the same query. */
  find(link: StatusLink | null): Promise<CustomerStatus | null>;
}

/** The status links for operators. Calls reject when the database cannot be reached. */
export interface StatusLinks {
  /** Returns null when the request does not exist. */
  current(requestId: string): Promise<StatusLink | null>;
  /** Creates a link that revokes the earlier one and records an event. Returns null when the request does not exist. */
  renew(requestId: string, actor: Actor): Promise<StatusLink | null>;
}
