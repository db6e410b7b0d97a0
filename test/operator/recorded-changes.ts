import type { EventKind } from '../../src/events/event-kinds.ts';
import { goodPassword } from '../accounts/stage.ts';
import { api, type Caller, type OperatorStage } from './stage.ts';

interface Author {
  readonly id: string;
  readonly caller: Caller;
}

interface Change {
  readonly kind: EventKind;
  /** Below the API. */
  readonly path: string;
  readonly body?: unknown;
  /** Default: the owner. */
  readonly by?: Author;
}

/** By its route, below the API: a change that leaves an event, or why there is none. */
type RecordedChanges = Readonly<Record<string, (() => Promise<Change>) | string>>;

/** Returns a change for every route that may change something. Each call makes what it changes. */
export function recordedChanges(stage: () => OperatorStage, program: () => Author): RecordedChanges {
  let people = 0;
  const person = () => stage().accounts.makeOperator(`person-${++people}@example.org`, 'viewer');
  const invite = async (email: string) => {
    const invited = await stage().accounts.links.invite(email, 'viewer', null);
    if (typeof invited === 'string') throw new Error(invited);
    return invited;
  };
  const linkFor = async (id: string) => {
    const made = await stage().accounts.passwordLinks.make(id, null);
    if (made === 'missing') throw new Error(made);
    return made.token;
  };
  const channel = async (kind = 'webhook') => {
    const members = kind === 'mail' ? { mail: customers } : { url: 'https://hooks.example.org/secret-path' };
    const types = ['request.created'];
    return String((await post('/channels', { kind, types, ...members })).channel.id);
  };
  const customers = { audience: 'customers', messages: true };
  const post = async (path: string, body: unknown) =>
    (await stage().owner.call('POST', `${api}${path}`, { body })).body;
  const held = async () => {
    const id = await stage().inbox.store();
    await stage().database.pool.query("update commission_requests set hold = 'held' where id = $1", [id]);
    return id;
  };
  const waiting = async () => {
    const id = await stage().inbox.store();
    await stage().database.pool.query("update commission_requests set status = 'WAITLISTED' where id = $1", [id]);
    return id;
  };
  const draftOf = async (changes: object = {}) => {
    const { version, document } = (await stage().owner.call('GET', `${api}/studio/draft`)).body;
    const body = { version, document: { ...document, ...changes } };
    return (await stage().owner.call('PUT', `${api}/studio/draft`, { body })).body;
  };

  const ownSessions = 'only the person sees the sessions';

  return {
    'POST /links/look-up': 'only reads',
    'POST /links/accept': async () => {
      const { token } = await invite('accepting@example.org');
      return { kind: 'account', path: '/links/accept', body: { token, name: 'New', password: goodPassword } };
    },
    'POST /links/password': async () => {
      const { id } = await person();
      const body = { token: await linkFor(id), password: `${goodPassword}!` };
      return { kind: 'account', path: '/links/password', body, by: { id, caller: stage().stranger } };
    },
    'POST /session': async () => {
      const { id, email } = await person();
      const body = { email, password: goodPassword };
      return { kind: 'sign-in', path: '/session', body, by: { id, caller: stage().stranger } };
    },
    'DELETE /session': ownSessions,
    'DELETE /sessions': ownSessions,
    'DELETE /sessions/:id': ownSessions,
    'POST /password': async () => {
      const { id } = await person();
      const body = { current: goodPassword, next: `${goodPassword}!` };
      return { kind: 'account', path: '/password', body, by: { id, caller: await stage().signIn(id) } };
    },
    'PATCH /operators/:id': async () => {
      const { id } = await person();
      return { kind: 'account', path: `/operators/${id}`, body: { role: 'operator' } };
    },
    'DELETE /operators/:id': async () => ({ kind: 'account', path: `/operators/${(await person()).id}` }),
    'POST /operators/:id/password-link': async () => {
      const { id } = await person();
      return { kind: 'account', path: `/operators/${id}/password-link`, body: {} };
    },
    'DELETE /password-links/:id': async () => {
      const { id } = await person();
      await linkFor(id);
      const link = (await stage().accounts.passwordLinks.list()).find(({ operatorId }) => operatorId === id);
      return { kind: 'account', path: `/password-links/${link?.id}` };
    },
    'POST /invitations': async () => {
      return { kind: 'invitation', path: '/invitations', body: { email: 'invited@example.org', role: 'viewer' } };
    },
    'DELETE /invitations/:id': async () => {
      const { invitation } = await invite('withdrawn@example.org');
      return { kind: 'invitation', path: `/invitations/${invitation.id}` };
    },
    'POST /tokens': async () => ({ kind: 'token', path: '/tokens', body: { name: 'A shop', scopes: ['write'] } }),
    'DELETE /tokens/:id': async () => {
      const { token } = await post('/tokens', { name: 'A shop', scopes: ['read'] });
      return { kind: 'token', path: `/tokens/${token.id}` };
    },
    'POST /requests/bulk': async () => {
      const ids = [{ id: await stage().inbox.store(), version: 1 }];
      return { kind: 'status', path: '/requests/bulk', body: { ids, change: { status: 'ACCEPTED' } }, by: program() };
    },
    'PATCH /requests/:id': async () => {
      const body = { version: 1, status: 'ACCEPTED' };
      return { kind: 'status', path: `/requests/${await stage().inbox.store()}`, body, by: program() };
    },
    'DELETE /requests/:id': async () => ({ kind: 'erasure', path: `/requests/${await stage().inbox.store()}` }),
    'POST /requests/:id/notes': async () => {
      const path = `/requests/${await stage().inbox.store()}/notes`;
      return { kind: 'note', path, body: { text: 'Call back' }, by: program() };
    },
    'POST /requests/:id/place': async () => {
      const [, last] = [await waiting(), await waiting()];
      const before = await waiting();
      return { kind: 'rank', path: `/requests/${before}/place`, body: { before: last }, by: program() };
    },
    'POST /requests/:id/status-link': async () => {
      return {
        kind: 'status-link',
        path: `/requests/${await stage().inbox.store()}/status-link`,
        body: {},
        by: program(),
      };
    },
    'POST /views': async () => ({
      kind: 'view',
      path: '/views',
      body: { name: 'Oil', search: '?label=oil' },
      by: program(),
    }),
    'DELETE /views/:id': async () => {
      const { id } = await post('/views', { name: 'Ink', search: '' });
      return { kind: 'view', path: `/views/${id}`, by: program() };
    },
    'POST /held/release': async () => {
      return { kind: 'released', path: '/held/release', body: { ids: [await held()] }, by: program() };
    },
    'POST /held/erase': async () => ({ kind: 'erasure', path: '/held/erase', body: { ids: [await held()] } }),
    'POST /blocks': async () => {
      return { kind: 'block', path: '/blocks', body: { kind: 'domain', value: 'whole.example' }, by: program() };
    },
    'DELETE /blocks/:id': async () => {
      const { id } = await post('/blocks', { kind: 'network', value: '203.0.113.0/24' });
      return { kind: 'block', path: `/blocks/${id}`, by: program() };
    },
    'POST /erasures': async () => {
      await stage().inbox.store({ email: 'zoe@example.org' });
      return { kind: 'erasure', path: '/erasures', body: { email: 'zoe@example.org' } };
    },
    'POST /erasures/look-up': 'only reads',
    'POST /channels': async () => {
      const body = { kind: 'webhook', types: ['request.created'], url: 'https://hooks.example.org/' };
      return { kind: 'channel', path: '/channels', body };
    },
    'POST /channels/mail': async () => {
      const body = { name: 'Customers', types: ['request.created'], mail: customers };
      return { kind: 'channel', path: '/channels/mail', body };
    },
    'PUT /channels/:id/mail': async () => {
      const mail = { audience: 'operators', to: [{ name: 'Ann', address: 'ann@example.org' }], pace: 'daily' };
      return { kind: 'channel', path: `/channels/${await channel('mail')}/mail`, body: { mail } };
    },
    'POST /channels/release': async () => {
      const id = await channel();
      await stage().owner.call('PATCH', `${api}/channels/${id}`, { body: { state: 'held' } });
      return { kind: 'channel', path: '/channels/release', body: {} };
    },
    'PATCH /channels/:id': async () => {
      return { kind: 'channel', path: `/channels/${await channel()}`, body: { state: 'disabled' } };
    },
    'DELETE /channels/:id': async () => ({ kind: 'channel', path: `/channels/${await channel()}` }),
    'POST /channels/:id/secret': async () => ({
      kind: 'channel',
      path: `/channels/${await channel()}/secret`,
      body: {},
    }),
    'POST /channels/:id/test': 'the deliveries show it',
    'POST /channels/:id/resend': 'the deliveries show it',
    'POST /channels/:id/resend/look-up': 'only reads',
    'POST /deliveries/:id/resend': 'the deliveries show it',
    'POST /requests/:id/messages': async () => {
      await channel('mail');
      const path = `/requests/${await stage().inbox.store()}/messages`;
      return { kind: 'message', path, body: { text: 'Soon' }, by: program() };
    },
    'DELETE /requests/:id/messages/:deliveryId': async () => {
      await channel('mail');
      const id = await stage().inbox.store();
      const { deliveryId } = await post(`/requests/${id}/messages`, { text: 'Soon' });
      return { kind: 'message', path: `/requests/${id}/messages/${deliveryId}`, by: program() };
    },
    'POST /message-templates': 'a text to begin with, which changes no request',
    'DELETE /message-templates/:id': 'a text to begin with, which changes no request',
    'PATCH /studio': async () => ({ kind: 'studio', path: '/studio', body: { queue: { isShown: true } } }),
    'PUT /studio/opening': async () => ({ kind: 'studio', path: '/studio/opening', body: { mode: 'closed' } }),
    'PUT /studio/draft': 'customers see nothing of it before it is published',
    'POST /studio/publish': async () => {
      const { version } = await draftOf({ title: { en: 'New' } });
      return { kind: 'studio', path: '/studio/publish', body: { version } };
    },
    'POST /studio/pictures': 'customers see nothing of it before it is published',
    'POST /studio/revisions/:revision/publish': async () => {
      const first = await draftOf({ title: { en: 'First' } });
      const { revision } = await post('/studio/publish', { version: first.version });
      const second = await draftOf({ title: { en: 'Second' } });
      await post('/studio/publish', { version: second.version });
      const { version } = await draftOf();
      return { kind: 'studio', path: `/studio/revisions/${revision}/publish`, body: { version } };
    },
  };
}
