import type * as accounts from '../../../src/accounts/account-shapes.ts';
import type { OperatorRole, TokenScope } from '../../../src/accounts/roles.ts';
import type * as events from '../../../src/events/event-shape.ts';
import type { Call } from '../api/send.ts';
import type { Operator, Sent } from '../api/shapes.ts';

export type HistoryPage = Sent<events.HistoryPage>;
export type HistoryEvent = Sent<events.HistoryEvent>;
export type PasswordLink = Sent<accounts.PasswordLink>;
export type Invitation = Sent<accounts.Invitation>;
export type ApiToken = Sent<accounts.ApiToken>;
export type OwnSession = Sent<accounts.ListedSession>;

interface NewToken {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  /** RFC 3339, or null when the token does not expire. */
  readonly expiresAt: string | null;
}

interface Items<T> {
  readonly items: readonly T[];
}

/** The API of accounts, tokens, own sessions and the audit history. Every method may throw an ApiFailure. */
export function createAccountsApi(call: Call) {
  const itemsOf = async <T>(path: string) => (await call<Items<T>>('GET', path)).items;
  return {
    operators: () => itemsOf<Operator>('/operators'),
    changeOperator: (id: string, change: { readonly role?: OperatorRole; readonly isDisabled?: boolean }) =>
      call<Operator>('PATCH', `/operators/${id}`, { body: change }),
    /** Resolves with a link for setting a new password. The service returns the link only once. */
    makePasswordLink: async (id: string) => (await call<{ url: string }>('POST', `/operators/${id}/password-link`)).url,
    passwordLinks: () => itemsOf<PasswordLink>('/password-links'),
    withdrawPasswordLink: (id: string) => call<null>('DELETE', `/password-links/${id}`),
    removeOperator: (id: string) => call<null>('DELETE', `/operators/${id}`),
    invitations: () => itemsOf<Invitation>('/invitations'),
    /** Resolves with the invitation link. The service returns the link only once. */
    invite: async (email: string, role: OperatorRole) =>
      (await call<{ url: string }>('POST', '/invitations', { body: { email, role } })).url,
    withdrawInvitation: (id: string) => call<null>('DELETE', `/invitations/${id}`),
    tokens: () => itemsOf<ApiToken>('/tokens'),
    /** Resolves with the secret. The service returns the secret only once. */
    createToken: async (token: NewToken) => (await call<{ secret: string }>('POST', '/tokens', { body: token })).secret,
    revokeToken: (id: string) => call<null>('DELETE', `/tokens/${id}`),
    sessions: () => itemsOf<OwnSession>('/sessions'),
    endSession: (id: string) => call<null>('DELETE', `/sessions/${id}`),
    endAllSessions: () => call<null>('DELETE', '/sessions'),
    changePassword: (current: string | null, next: string) =>
      call<null>('POST', '/password', { body: { current, next } }),
    history: (cursor: string | null) =>
      call<HistoryPage>('GET', `/history?limit=100${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`),
  };
}

export type AccountsApi = ReturnType<typeof createAccountsApi>;
