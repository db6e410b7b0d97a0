import type { OperatorRole, TokenScope } from './roles.ts';

/** A person who works on requests. */
export interface Operator {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: OperatorRole;
  /** False for an account that signs in with OpenID Connect alone. */
  readonly hasPassword: boolean;
  readonly isDisabled: boolean;
  readonly createdAt: Date;
  readonly lastSignInAt: Date | null;
}

/** Where a sign-in comes from, for the list of one's own sessions. */
export interface SignInClient {
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/** What a new account is made of. */
interface NewAccount {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** What an owner changes of an account; what is left out stays. */
export interface AccountSettings {
  readonly role?: OperatorRole | undefined;
  /** A disabled account cannot sign in. */
  readonly isDisabled?: boolean | undefined;
}

/** Why an account was not changed: its owner would have been the last one, or it is gone. */
export type AccountChange = 'changed' | 'last-owner' | 'missing';

/** The accounts. All calls reject when the database cannot be reached. */
export interface Operators {
  isEmpty(): Promise<boolean>;
  /** By name. Removed accounts are left out. */
  list(): Promise<readonly Operator[]>;
  find(id: string): Promise<Operator | null>;
  /** All of it or nothing. A lower role, and being disabled, end the account's sessions. */
  change(id: string, change: AccountSettings): Promise<AccountChange>;
  /** Keeps the row, without password and sessions: the history names it. */
  remove(id: string): Promise<AccountChange>;
  /** Ends every session of the account but `keptSessionId`. `current` is not asked for where there is no password yet. */
  changePassword(id: string, passwords: PasswordChange): Promise<'changed' | 'wrong-password' | 'missing'>;
}

interface PasswordChange {
  readonly current: string | null;
  readonly next: string;
  readonly keptSessionId: string;
}

/** A link that makes an account, as the owner sees it. Its token is shown once. */
export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: OperatorRole;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** What a link is for, as shown to whoever opens it. */
export interface OpenLink {
  readonly kind: 'set-up' | 'invitation' | 'password';
  /** Null for the set-up link: whoever has it chooses. */
  readonly email: string | null;
  readonly role: OperatorRole;
}

/** Set-up and invitation links: 256 bits, stored hashed, used once. */
export interface AccountLinks {
  /** Replaces the set-up link; null when there is an account already. Valid for 24 hours. */
  renewSetUp(): Promise<string | null>;
  /** Replaces an earlier invitation of the same address. Valid for seven days. */
  invite(email: string, role: OperatorRole, createdBy: string | null): Promise<CreatedInvitation | 'has-account'>;
  invitations(): Promise<readonly Invitation[]>;
  withdraw(id: string): Promise<'withdrawn' | 'missing'>;
  /** Null for a link that is unknown, used or late. */
  look(token: string): Promise<OpenLink | null>;
  /** Makes the account. Of two who use a link at once one gets it. An invitation's address cannot be changed. */
  accept(token: string, account: NewAccount): Promise<Operator | 'invalid-link' | 'has-account'>;
}

interface CreatedInvitation {
  readonly invitation: Invitation;
  readonly token: string;
}

/** Links that give an account a new password: 256 bits, stored hashed, used once, valid for 24 hours. */
export interface PasswordLinks {
  /** Replaces an earlier one of the account. `missing`: the account is gone or disabled. */
  make(operatorId: string, createdBy: string | null): Promise<CreatedPasswordLink | 'missing'>;
  /** Ends every session of the account. */
  use(token: string, password: string): Promise<Operator | 'invalid-link'>;
}

interface CreatedPasswordLink {
  readonly token: string;
  readonly expiresAt: Date;
}

/** A signed-in browser. */
export interface Session {
  readonly id: string;
  readonly createdAt: Date;
  readonly usedAt: Date;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/** Sessions: 256-bit tokens, stored hashed, for 12 hours without use and 30 days in all. */
export interface Sessions {
  /** A new session and its token, also for a browser that has one: fixation gains nothing. Records the sign-in. */
  start(operatorId: string, client: SignInClient): Promise<StartedSession>;
  /** The account behind a token; null when the session has ended, or the account is disabled or removed. */
  authenticate(token: string): Promise<SignedIn | null>;
  list(operatorId: string): Promise<readonly Session[]>;
  end(operatorId: string, sessionId: string): Promise<'ended' | 'missing'>;
  endAll(operatorId: string): Promise<void>;
  /** Removes sessions whose time is over; resolves with how many. */
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

/** A program's access, without its secret. */
export interface ApiToken {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly usedAt: Date | null;
}

interface NewApiToken {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly expiresAt: Date | null;
  /** Null from the shell of the host. */
  readonly createdBy: string | null;
}

export interface ApiTokens {
  create(token: NewApiToken): Promise<{ readonly token: ApiToken; readonly secret: string }>;
  /** Newest first, without revoked ones. */
  list(): Promise<readonly ApiToken[]>;
  revoke(id: string): Promise<'revoked' | 'missing'>;
  /** Null for a token that is unknown, revoked or expired. Notes its use, to the minute. */
  authenticate(secret: string): Promise<ApiToken | null>;
}

/** Signing in with a password. */
export interface PasswordSignIn {
  signIn(attempt: SignInAttempt): Promise<SignInResult>;
}

interface SignInAttempt {
  readonly email: string;
  readonly password: string;
  readonly client: SignInClient;
}

type SignInResult =
  | { readonly session: StartedSession }
  | { readonly rejected: 'wrong-credentials' }
  | { readonly rejected: 'too-many-attempts'; readonly retryAfterS: number };

/**
 * Counts attempts to sign in, in PostgreSQL for all processes together. The account alone has a wide limit, so that
 * a stranger who guesses from many addresses is stopped, and one who guesses from a single one cannot lock the owner out.
 */
export interface SignInLimits {
  /**
   * Counts one attempt; the addresses of one IPv6 network are one. Resolves with null, or with the seconds after which
   * another one is worth while.
   */
  count(email: string, ipAddress: string): Promise<number | null>;
  /** Forgets the attempts behind a sign-in that succeeded. */
  forget(email: string, ipAddress: string): Promise<void>;
}
