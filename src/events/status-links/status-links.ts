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

/** The parts of a request that the status page is made from. */
export interface CustomerStatus {
  readonly requestId: string;
  readonly createdAt: Date;
  readonly status: RequestStatus;
  readonly publicMessage: string | null;
  readonly fileCount: number;
  readonly details: CustomerDetails;
}

/** The sent answers, estimate and agreements in short. It has no text of the customer. */
export interface CustomerDetails {
  readonly answerCount: number;
  /** In minor units. */
  readonly estimate: { readonly amount: number; readonly currency: string } | null;
  readonly terms: readonly { readonly id: string; readonly sha256: string }[];
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
