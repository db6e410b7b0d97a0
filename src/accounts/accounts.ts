import type { ApiToken, Invitation, OpenLink, Operator, PasswordLink, Session } from './account-shapes.ts';
import type { OperatorRole, TokenScope } from './roles.ts';

/** The origin of a sign-in. Operators see it in the list of their own sessions. */
export interface SignInClient {
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

interface NewAccount {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** The settings of an account that an owner can change. A setting that is left out keeps its value. */
export interface AccountSettings {
  readonly role?: OperatorRole | undefined;
  /** A disabled account cannot sign in. */
  readonly isDisabled?: boolean | undefined;
}

/**
 * `last-owner`: no owner who can sign in would remain. `missing`: the account does not exist or was removed. `forbidden`:
 * the changing operator is no owner any more.
 */
export type AccountChange = 'changed' | 'last-owner' | 'missing' | 'forbidden';

/**
 * The accounts. All calls reject when the database cannot be reached. Each change of them, of links and of tokens is an event
 * of `by` or `createdBy`: an operator's id, or null for the shell of the host.
 */
export interface Operators {
  isEmpty(): Promise<boolean>;
  /** Returns the accounts by name, without removed accounts. */
  list(): Promise<readonly Operator[]>;
  find(id: string): Promise<Operator | null>;
  /**
   * Applies the settings in one transaction. A lower role or disabling the account ends its sessions. Links that it made end when
   * it is no owner any more or disabled, and then also the link to its new password.
   */
  change(id: string, change: AccountSettings, by?: string | null): Promise<AccountChange>;
  /**
   * Removes the account, its password, its sessions and the links that it made. The row stays, because the history
   * refers to it.
   */
  remove(id: string, by?: string | null): Promise<AccountChange>;
  /**
   * Ends every session of the account and its link to a new password, and starts a session. Ignores `current` while the
   * account has no password. `missing`: the session has ended.
   */
  changePassword(id: string, passwords: PasswordChange): Promise<StartedSession | 'wrong-password' | 'missing'>;
}

interface PasswordChange {
  readonly current: string | null;
  readonly next: string;
  /** The session that changes the password. */
  readonly sessionId: string;
  readonly client: SignInClient;
}

/** Set-up and invitation links. A token has 256 random bits, is stored as a hash and works once. */
export interface AccountLinks {
  /** Replaces the set-up link. Returns its token, valid for 24 hours, or null when an account already exists. */
  renewSetUp(): Promise<string | null>;
  /**
   * Creates an invitation that is valid for seven days and replaces an earlier one for the same address. It ends when
   * `createdBy` is removed, disabled or no owner any more. `missing`: that is so already.
   */
  invite(
    email: string,
    role: OperatorRole,
    createdBy: string | null,
  ): Promise<CreatedInvitation | 'has-account' | 'missing'>;
  invitations(): Promise<readonly Invitation[]>;
  withdraw(id: string, by?: string | null): Promise<'withdrawn' | 'missing'>;
  /** Returns null when the link is unknown, used or ended, or when its account is disabled or removed. */
  find(token: string): Promise<OpenLink | null>;
  /** Creates the account. Of concurrent calls with one token, only one succeeds. An invitation fixes the address. */
  accept(token: string, account: NewAccount): Promise<Operator | 'invalid-link' | 'has-account'>;
}

interface CreatedInvitation {
  readonly invitation: Invitation;
  readonly token: string;
}

/** Links for setting a password. A token has 256 random bits, is stored as a hash, works once and lasts 24 hours. */
export interface PasswordLinks {
  /**
   * Creates a link that replaces the account's earlier link. It ends when the password changes, when the account is
   * removed or disabled, and when `createdBy` is removed, disabled or no owner any more. `missing`: one of the latter
   * is so already.
   */
  make(operatorId: string, createdBy: string | null): Promise<CreatedPasswordLink | 'missing'>;
  /** Returns the open links, newest first. */
  list(): Promise<readonly PasswordLink[]>;
  withdraw(id: string, by?: string | null): Promise<'withdrawn' | 'missing'>;
  /** Sets the password, ends every session of the account and starts one. */
  use(token: string, password: string, client: SignInClient): Promise<SignedInByLink | 'invalid-link'>;
}

interface SignedInByLink {
  readonly operator: Operator;
  readonly session: StartedSession;
}

interface CreatedPasswordLink {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Sessions with 256-bit tokens, stored as hashes. A session lasts 12 hours without use and 30 days in all. */
export interface Sessions {
  /**
   * Starts a new session even for a browser that has one, to prevent session fixation. Records the sign-in. Resolves
   * with null when the account is disabled or removed, or has another password than the verified one.
   */
  start(operatorId: string, client: SignInClient, verifiedHash?: string | null): Promise<StartedSession | null>;
  /** Returns null when the session has ended, or when its account is disabled or removed. */
  authenticate(token: string): Promise<SignedIn | null>;
  list(operatorId: string): Promise<readonly Session[]>;
  end(operatorId: string, sessionId: string): Promise<'ended' | 'missing'>;
  endAll(operatorId: string): Promise<void>;
  /** Deletes expired sessions. Resolves with their number. */
  removeExpired(): Promise<number>;
}

export interface StartedSession {
  readonly sessionId: string;
  readonly token: string;
}

interface SignedIn {
  readonly sessionId: string;
  readonly operator: Operator;
}

export interface NewApiToken {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly expiresAt: Date | null;
  /** The operator's id, or null when the token was created from the shell of the host. */
  readonly createdBy: string | null;
}

export interface CreatedApiToken {
  readonly token: ApiToken;
  readonly secret: string;
}

export interface ApiTokens {
  create(token: NewApiToken & { readonly createdBy: null }): Promise<CreatedApiToken>;
  /** `missing`: `createdBy` is no owner any more. */
  create(token: NewApiToken): Promise<CreatedApiToken | 'missing'>;
  /** Returns the tokens that are not revoked, newest first. */
  list(): Promise<readonly ApiToken[]>;
  revoke(id: string, by?: string | null): Promise<'revoked' | 'missing'>;
  /** Returns null when the token is unknown, revoked or expired. Records the time of use, at most once a minute. */
  authenticate(secret: string): Promise<ApiToken | null>;
}

export interface PasswordSignIn {
  signIn(attempt: SignInAttempt): Promise<SignInResult>;
}

export interface SignInAttempt {
  readonly email: string;
  readonly password: string;
  readonly client: SignInClient;
}

export type SignInResult =
  | { readonly session: StartedSession }
  | { readonly rejected: 'wrong-credentials' }
  | { readonly rejected: 'too-many-attempts'; readonly retryAfterS: number };

/**
 * Counts attempts to sign in, in PostgreSQL for all processes together. The limit for an account from all addresses is
 * the widest: it stops a stranger who guesses from many addresses. Attempts that the limit of their own address rejects do
 * not count for it, so that one address cannot lock an account.
 */
export interface SignInLimits {
  /**
   * Counts one attempt. All addresses of an IPv6 network count as one. Resolves with null when the attempt is allowed,
   * else with the seconds until another attempt can be allowed.
   */
  count(email: string, ipAddress: string): Promise<number | null>;
  /** Resets the account's counters after a successful sign-in, and takes one attempt off the counter of the address. */
  forget(email: string, ipAddress: string): Promise<void>;
}

/** The accounts and the means of access to them. */
export interface AccountStore {
  readonly operators: Operators;
  readonly links: AccountLinks;
  readonly passwordLinks: PasswordLinks;
  readonly tokens: ApiTokens;
}

/** The stores of accounts, and the sign-in. */
export interface Accounts extends AccountStore {
  readonly sessions: Sessions;
  readonly limits: SignInLimits;
  readonly passwordSignIn: PasswordSignIn;
}
