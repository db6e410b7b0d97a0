import type { SignInClient, StartedSession } from './accounts.ts';

/** The state that the browser keeps, for at most ten minutes, from the redirect to the provider until its return. */
export interface SignInState {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** A person whose e-mail address the provider has verified. */
export interface VerifiedIdentity {
  readonly email: string;
  readonly name: string;
}

/** Sign-in with OpenID Connect: authorization code flow with PKCE (OpenID Connect Core 1.0 section 3.1, RFC 7636). */
export interface OpenIdConnect {
  /** Rejects when the provider cannot be reached. */
  begin(): Promise<{ readonly url: URL; readonly kept: SignInState }>;
  /**
   * Returns null when the provider has not verified the e-mail address. Rejects when the state, nonce, issuer or code
   * does not belong to this sign-in.
   */
  finish(returnedTo: URL, kept: SignInState): Promise<VerifiedIdentity | null>;
}

/** Signs in people with a verified identity. */
export interface IdentitySignIn {
  /**
   * Returns null and records a failed sign-in when `identity` is null, because the provider has not verified the
   * address, or when the address has neither an enabled account nor an open invitation.
   */
  signIn(identity: VerifiedIdentity | null, client: SignInClient): Promise<StartedSession | null>;
}
