import type { Actor } from '../inbox/events.ts';
import type { RequestStatus } from '../inbox/statuses.ts';

/** Leads a customer to the page that shows how the request stands. */
export interface StatusLink {
  readonly requestId: string;
  /** Counts from 1. A new one revokes those before it. */
  readonly version: number;
}

/** What stands for a link in its address. Calls reject when the secret cannot be loaded. */
export interface StatusTokens {
  /** 48 characters of base64url. */
  encode(link: StatusLink): Promise<string>;
  /** Null for a text that this service did not make. */
  decode(token: string): Promise<StatusLink | null>;
}

/** The address of a link: absolute with a `PUBLIC_URL`, else the path alone. */
export type StatusUrlOf = (link: StatusLink) => Promise<string>;

/** What a customer is shown of a request. */
export interface CustomerStatus {
  readonly requestId: string;
  readonly createdAt: Date;
  readonly status: RequestStatus;
  readonly publicMessage: string | null;
  readonly fileCount: number;
}

/** Calls reject when the database cannot be reached. */
export interface StatusReader {
  /**
   * Null for a link that was revoked, a request that is not there, and for no link: all three are looked up in the same way.
   */
  find(link: StatusLink | null): Promise<CustomerStatus | null>;
}

/** For operators. Calls reject when the database cannot be reached. */
export interface StatusLinks {
  /** Null for a request that is not there. */
  current(requestId: string): Promise<StatusLink | null>;
  /** Makes a new link, which revokes the one before, and records it. Null for a request that is not there. */
  renew(requestId: string, actor: Actor): Promise<StatusLink | null>;
}
