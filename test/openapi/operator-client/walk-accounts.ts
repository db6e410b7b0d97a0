import { type Caller, given, type OperatorClient, openClient } from './client.ts';

/** Calls the operations of accounts, invitations, links, sessions and tokens. */
export async function walkThroughAccounts(owner: OperatorClient, stranger: Caller, onCall: (call: string) => void) {
  const anybody = openClient(stranger, onCall);
  const email = 'walker@example.org';
  const passwords = ['a bucket full of stars', 'a kettle full of stars', 'a barrel full of stars'] as const;

  const invited = given(await owner.POST('/api/operator/v1/invitations', { body: { email, role: 'viewer' } }));
  const token = tokenOf(invited.url);
  const link = given(await anybody.POST('/api/operator/v1/links/look-up', { body: { token } }));
  const account = { token, name: 'Walker', password: passwords[0] };
  const person = given(await anybody.POST('/api/operator/v1/links/accept', { body: account }));
  const other = given(
    await owner.POST('/api/operator/v1/invitations', { body: { email: 'other@example.org', role: 'viewer' } }),
  );
  given(await owner.GET('/api/operator/v1/health'));
  const invitations = given(await owner.GET('/api/operator/v1/invitations'));
  await owner.DELETE('/api/operator/v1/invitations/{id}', { params: { path: { id: other.invitation.id } } });

  const params = { path: { id: person.id } };
  const changed = given(await owner.PATCH('/api/operator/v1/operators/{id}', { params, body: { role: 'operator' } }));
  const made = given(await owner.POST('/api/operator/v1/operators/{id}/password-link', { params }));
  const links = given(await owner.GET('/api/operator/v1/password-links'));
  const password = { token: tokenOf(made.url), password: passwords[1] };
  await anybody.POST('/api/operator/v1/links/password', { body: password });

  async function signIn(known: string): Promise<OperatorClient> {
    const { response } = await anybody.POST('/api/operator/v1/session', { body: { email, password: known } });
    const cookie = response.headers.getSetCookie().map((set) => set.split(';')[0]);
    return openClient({ ...stranger, headers: { ...stranger.headers, cookie: cookie.join('; ') } }, onCall);
  }

  const signedIn = await signIn(passwords[1]);
  const session = given(await signedIn.GET('/api/operator/v1/session'));
  const sessions = given(await signedIn.GET('/api/operator/v1/sessions'));
  const others = sessions.items.filter(({ isCurrent }) => !isCurrent);
  await signedIn.DELETE('/api/operator/v1/sessions/{id}', { params: { path: { id: others[0]?.id ?? '' } } });
  await signedIn.POST('/api/operator/v1/password', { body: { current: passwords[1], next: passwords[2] } });
  await (await signIn(passwords[2])).DELETE('/api/operator/v1/session');
  await (await signIn(passwords[2])).DELETE('/api/operator/v1/sessions');
  await owner.POST('/api/operator/v1/operators/{id}/password-link', { params });
  const [open] = given(await owner.GET('/api/operator/v1/password-links')).items;
  await owner.DELETE('/api/operator/v1/password-links/{id}', { params: { path: { id: open?.id ?? '' } } });
  const people = given(await owner.GET('/api/operator/v1/operators'));
  await owner.DELETE('/api/operator/v1/operators/{id}', { params });

  const created = given(
    await owner.POST('/api/operator/v1/tokens', { body: { name: 'A walker', scopes: ['read'], expiresAt: null } }),
  );
  const tokens = given(await owner.GET('/api/operator/v1/tokens'));
  await owner.DELETE('/api/operator/v1/tokens/{id}', { params: { path: { id: created.token.id } } });
  return {
    link: link.kind,
    invited: invitations.items.map((invitation) => invitation.email),
    role: changed.role,
    hasLink: links.items.map(({ operatorId }) => operatorId === person.id),
    signedIn: session.operator.email,
    people: people.items.map(({ name }) => name).sort(),
    tokens: tokens.items.map(({ name }) => name),
  };
}

function tokenOf(url: string): string {
  return url.split('#')[1] ?? '';
}
