import type { SignInClient, StartedSession } from './accounts.ts';

/** What the browser keeps between the redirect to the provider and its return: ten minutes at most. */
export interface SignInState {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** A person whom the provider vouches for. */
export interface VerifiedIdentity {
  readonly email: string;
  readonly name: string;
}

/** Sign-in with OpenID Connect: authorization code flow with PKCE (OpenID Connect Core 1.0 section 3.1, RFC 7636). */
export interface OpenIdConnect {
  /** Rejects when the provider cannot be reached. */
  begin(): Promise<{ readonly url: URL; readonly kept: SignInState }>;
  /**
   * Null when the provider does not vouch for the e-mail address. Rejects when state, nonce, issuer or code are not those of
   * this sign-in.
   */
  finish(returnedTo: URL, kept: SignInState): Promise<VerifiedIdentity | null>;
}

/** Lets a verified identity in. */
export interface IdentitySignIn {
  /**
   * Null, and the event of a failed sign-in, without an account or an open invitation for the address, and for a person
   * whose address the provider does not vouch for, which is null.
   */
  signIn(identity: VerifiedIdentity | null, client: SignInClient): Promise<StartedSession | null>;
}
