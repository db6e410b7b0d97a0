import type { OperatorRole, TokenScope } from '../../../accounts/roles.ts';
import { entryRoutes } from '../../../requests/entries/registry.ts';

/** The callers of a route: everybody, or operators from this role up and tokens with this scope (null: no tokens). */
export type Permission = 'public' | { readonly role: OperatorRole; readonly scope: TokenScope | null };

export const apiPath = '/api/operator/v1';

const read: Permission = { role: 'viewer', scope: 'read' };
const write: Permission = { role: 'operator', scope: 'write' };
const erase: Permission = { role: 'owner', scope: 'erase' };
/** Operators of any role, for their own account. */
const ownAccount: Permission = { role: 'viewer', scope: null };
/** No token manages accounts or channels, because it could create itself other access or send data elsewhere. */
const owner: Permission = { role: 'owner', scope: null };

/** Only people change the studio. The handlers decide by role on each part (S6). */
const person: Permission = { role: 'operator', scope: null };

/** Every route of the operators' listener, by method and path. A route without an entry is forbidden to everybody. */
export const permissions: Readonly<Record<string, Permission>> = {
  'GET /healthz': 'public',
  'GET /openapi.json': 'public',

  'GET /': ownAccount,
  'GET /requests/:id': ownAccount,
  'GET /board': ownAccount,
  'GET /held': ownAccount,
  'GET /settings': ownAccount,
  'GET /settings/*': ownAccount,
  'GET /inbox-assets/*': 'public',
  'GET /form-preview/': ownAccount,
  'GET /form-preview/assets/*': 'public',
  'GET /pictures/:name': read,
  'GET /sign-in': 'public',
  'GET /set-up': 'public',
  'GET /invitation': 'public',
  'GET /new-password': 'public',
  'GET /sign-in/pictures/:name': 'public',
  'GET /sign-in/open-id-connect': 'public',
  'GET /sign-in/open-id-connect/callback': 'public',

  [`GET ${apiPath}/sign-in-options`]: 'public',
  [`POST ${apiPath}/links/look-up`]: 'public',
  [`POST ${apiPath}/links/accept`]: 'public',
  [`POST ${apiPath}/links/password`]: 'public',
  [`POST ${apiPath}/session`]: 'public',
  [`GET ${apiPath}/session`]: ownAccount,
  [`DELETE ${apiPath}/session`]: ownAccount,
  [`GET ${apiPath}/sessions`]: ownAccount,
  [`DELETE ${apiPath}/sessions`]: ownAccount,
  [`DELETE ${apiPath}/sessions/:id`]: ownAccount,
  [`POST ${apiPath}/password`]: ownAccount,

  [`GET ${apiPath}/operators`]: owner,
  [`PATCH ${apiPath}/operators/:id`]: owner,
  [`DELETE ${apiPath}/operators/:id`]: owner,
  [`POST ${apiPath}/operators/:id/password-link`]: owner,
  [`GET ${apiPath}/password-links`]: owner,
  [`DELETE ${apiPath}/password-links/:id`]: owner,
  [`GET ${apiPath}/invitations`]: owner,
  [`POST ${apiPath}/invitations`]: owner,
  [`DELETE ${apiPath}/invitations/:id`]: owner,
  [`GET ${apiPath}/tokens`]: owner,
  [`POST ${apiPath}/tokens`]: owner,
  [`DELETE ${apiPath}/tokens/:id`]: owner,

  [`GET ${apiPath}/requests`]: read,
  [`GET ${apiPath}/requests/sums`]: read,
  [`GET ${apiPath}/requests/repeats`]: read,
  [`GET ${apiPath}/requests.csv`]: read,
  [`GET ${apiPath}/requests.jsonl`]: read,
  [`GET ${apiPath}/requests.zip`]: read,
  [`GET ${apiPath}/requests.zip/parts`]: read,
  [`POST ${apiPath}/requests/bulk`]: write,
  [`GET ${apiPath}/requests/:id`]: read,
  [`PATCH ${apiPath}/requests/:id`]: write,
  [`DELETE ${apiPath}/requests/:id`]: erase,
  ...Object.fromEntries(entryRoutes.map(({ path, writers }) => [`POST ${apiPath}/requests/:id/${path}`, writers])),
  [`POST ${apiPath}/requests/:id/place`]: write,
  [`GET ${apiPath}/requests/:id/events`]: read,
  [`GET ${apiPath}/requests/:id/form`]: read,
  [`GET ${apiPath}/requests/:id/same-customer`]: read,
  [`GET ${apiPath}/requests/:id/status-link`]: read,
  [`POST ${apiPath}/requests/:id/status-link`]: write,
  [`GET ${apiPath}/requests/:id/files.zip`]: read,
  [`GET ${apiPath}/requests/:id/files/:position`]: read,
  [`GET ${apiPath}/requests/:id/files/:position/preview`]: read,
  [`GET ${apiPath}/catalogue`]: read,
  [`GET ${apiPath}/labels`]: read,
  [`GET ${apiPath}/form`]: read,
  [`GET ${apiPath}/views`]: read,
  [`POST ${apiPath}/views`]: write,
  [`DELETE ${apiPath}/views/:id`]: write,
  [`GET ${apiPath}/held/summary`]: read,
  [`POST ${apiPath}/held/release`]: write,
  [`POST ${apiPath}/held/erase`]: erase,
  [`GET ${apiPath}/blocks`]: read,
  [`POST ${apiPath}/blocks`]: write,
  [`DELETE ${apiPath}/blocks/:id`]: write,
  [`GET ${apiPath}/erasures`]: erase,
  [`POST ${apiPath}/erasures`]: erase,
  [`POST ${apiPath}/erasures/look-up`]: erase,
  [`GET ${apiPath}/channels`]: owner,
  [`POST ${apiPath}/channels`]: owner,
  [`POST ${apiPath}/channels/mail`]: owner,
  [`PUT ${apiPath}/channels/:id/mail`]: owner,
  [`POST ${apiPath}/channels/release`]: owner,
  [`GET ${apiPath}/channels/health`]: read,
  [`GET ${apiPath}/channels/:id`]: owner,
  [`PATCH ${apiPath}/channels/:id`]: owner,
  [`DELETE ${apiPath}/channels/:id`]: owner,
  [`POST ${apiPath}/channels/:id/secret`]: owner,
  [`POST ${apiPath}/channels/:id/test`]: owner,
  [`GET ${apiPath}/channels/:id/deliveries`]: read,
  [`POST ${apiPath}/channels/:id/resend`]: write,
  [`POST ${apiPath}/channels/:id/resend/look-up`]: write,
  [`GET ${apiPath}/requests/:id/deliveries`]: read,
  [`POST ${apiPath}/requests/:id/messages`]: write,
  [`DELETE ${apiPath}/requests/:id/messages/:deliveryId`]: write,
  [`GET ${apiPath}/deliveries/:id`]: read,
  [`POST ${apiPath}/deliveries/:id/resend`]: write,
  [`GET ${apiPath}/mail`]: read,
  [`GET ${apiPath}/mail/previews/:template`]: owner,
  [`GET ${apiPath}/mail/previews/:template/html`]: owner,
  [`GET ${apiPath}/message-templates`]: read,
  [`POST ${apiPath}/message-templates`]: write,
  [`DELETE ${apiPath}/message-templates/:id`]: write,
  [`GET ${apiPath}/changes`]: read,
  [`GET ${apiPath}/history`]: read,
  [`GET ${apiPath}/stream`]: read,
  [`GET ${apiPath}/disk`]: read,
  [`GET ${apiPath}/health`]: owner,
  [`GET ${apiPath}/studio`]: read,
  [`PATCH ${apiPath}/studio`]: owner,
  [`GET ${apiPath}/studio/opening`]: read,
  [`PUT ${apiPath}/studio/opening`]: person,
  [`GET ${apiPath}/studio/used-ids`]: read,
  [`GET ${apiPath}/studio/draft`]: read,
  [`PUT ${apiPath}/studio/draft`]: person,
  [`POST ${apiPath}/studio/publish`]: person,
  [`GET ${apiPath}/studio/pictures`]: read,
  [`POST ${apiPath}/studio/pictures`]: owner,
  [`GET ${apiPath}/studio/revisions`]: read,
  [`GET ${apiPath}/studio/revisions/:revision`]: read,
  [`POST ${apiPath}/studio/revisions/:revision/publish`]: owner,
};

/** Returns the permission of a route, or null when the route has no entry. `HEAD` has the permission of `GET`. */
export function permissionOf(method: string, path: string): Permission | null {
  return permissions[`${method === 'HEAD' ? 'GET' : method} ${path}`] ?? null;
}

/** Whether a change can be sent again with its `Idempotency-Key`. Passwords and the bytes of pictures take no key. */
export function takesKey(method: string, path: string): boolean {
  if (['GET', 'HEAD'].includes(method) || path === `${apiPath}/studio/pictures`) return false;
  const permission = permissionOf(method, path);
  return permission !== null && permission !== 'public' && permission !== ownAccount;
}
