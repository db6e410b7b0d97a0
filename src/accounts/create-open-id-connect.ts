import * as oidc from 'openid-client';
import { isStorableText } from '../platform/shapes/storable-text.ts';
import type { OpenIdConnect, VerifiedIdentity } from './open-id-connect.ts';

interface OpenIdConnectOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The URL that the provider redirects the browser to. */
  readonly redirectUrl: string;
}

const timeoutS = 10;
const scope = 'openid email profile';

export function createOpenIdConnect({
  issuer,
  clientId,
  clientSecret,
  redirectUrl,
}: OpenIdConnectOptions): OpenIdConnect {
  let configuration: Promise<oidc.Configuration> | null = null;

  /** Fetches the provider's configuration once. After a failure the next call fetches again. */
  function discover(): Promise<oidc.Configuration> {
    const server = new URL(issuer);
    // Plain http is allowed only for a provider on this machine.
    const execute = isLoopback(server) ? [oidc.allowInsecureRequests] : [];
    configuration ??= oidc
      .discovery(server, clientId, clientSecret, undefined, { execute, timeout: timeoutS })
      .catch((error: unknown) => {
        configuration = null;
        throw error;
      });
    return configuration;
  }

  return {
    async begin() {
      const provider = await discover();
      const codeVerifier = oidc.randomPKCECodeVerifier();
      const kept = { state: oidc.randomState(), nonce: oidc.randomNonce(), codeVerifier };
      const url = oidc.buildAuthorizationUrl(provider, {
        redirect_uri: redirectUrl,
        scope,
        state: kept.state,
        nonce: kept.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
      return { url, kept };
    },
    async finish(returnedTo, { state, nonce, codeVerifier }) {
      const provider = await discover();
      // The token request must repeat the redirect URL. A proxy may have changed the URL that arrived here.
      const current = new URL(redirectUrl);
      current.search = returnedTo.search;
      const tokens = await oidc.authorizationCodeGrant(provider, current, {
        pkceCodeVerifier: codeVerifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('The provider sent no ID token');
      const identity = identityOf(claims);
      if (identity !== null || provider.serverMetadata().userinfo_endpoint === undefined) return identity;
      // Many providers send the e-mail address only in the user info.
      return identityOf(await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub));
    },
  };
}

function identityOf(claims: Readonly<Record<string, unknown>>): VerifiedIdentity | null {
  const { email, email_verified: isVerified, name } = claims;
  if (typeof email !== 'string' || isVerified !== true || !isStorableText(email)) return null;
  return { email, name: typeof name === 'string' && name !== '' && isStorableText(name) ? name : email };
}

function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
