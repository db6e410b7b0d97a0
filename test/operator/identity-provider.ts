import { once } from 'node:events';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

export interface Person {
  readonly email: string;
  readonly isVerified: boolean;
}

/** A real OpenID Connect provider on this machine that asks for no password. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly client: { readonly clientId: string; readonly clientSecret: string };
  /** The person who uses the browser. */
  person: Person;
  close(): Promise<void>;
}

const client = { clientId: 'inbox', clientSecret: 'a secret of the inbox and its provider' };

export async function startIdentityProvider(port: number, redirectUrl: string): Promise<IdentityProvider> {
  const issuer = `http://127.0.0.1:${port}`;
  const current = { person: { email: 'nobody@example.org', isVerified: true } as Person };
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.clientId, client_secret: client.clientSecret, redirect_uris: [redirectUrl] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['a key of the test'] },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: async () => ({ sub, email: sub.slice(2), email_verified: sub.startsWith('v:'), name: 'A Person' }),
    }),
  });
  const handle = provider.callback();
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return handle(request, response);
    const accountId = `${current.person.isVerified ? 'v' : 'u'}:${current.person.email}`;
    const grant = new provider.Grant({ accountId, clientId: client.clientId });
    grant.addOIDCScope('openid email profile');
    void grant
      .save()
      .then((grantId) =>
        provider.interactionFinished(request, response, { login: { accountId }, consent: { grantId } }),
      );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    issuer,
    client,
    get person() {
      return current.person;
    },
    set person(person) {
      current.person = person;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
