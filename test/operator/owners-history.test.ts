import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChannelParts } from '../../src/deliveries/create-channel-parts.ts';
import { readReceiverUrl } from '../../src/deliveries/receivers/receiver-url.ts';
import { type EventKind, ownersEventKinds } from '../../src/events/event-kinds.ts';
import { permissions } from '../../src/http/operator/access/permissions.ts';
import { createNewKeyRing } from '../deliveries/stage.ts';
import { recordedChanges } from './recorded-changes.ts';
import { api, type Caller, type OperatorStage, openOperatorStage } from './stage.ts';

let stage: OperatorStage;
let owner: { readonly id: string; readonly caller: Caller };
let program: { readonly id: string; readonly caller: Caller };

beforeAll(async () => {
  stage = await openOperatorStage({
    openChannels: (pool) => createChannelParts(pool, createNewKeyRing(), readReceiverUrl),
  });
  const [first] = await stage.accounts.operators.list();
  owner = { id: first?.id ?? '', caller: stage.owner };
  const caller = await stage.program('write');
  const [token] = await stage.accounts.tokens.list();
  program = { id: token?.id ?? '', caller };
});

afterAll(() => stage.close());

const changes = recordedChanges(
  () => stage,
  () => program,
);
const post = async (path: string, body: unknown) => (await stage.owner.call('POST', `${api}${path}`, { body })).body;

const history = async (caller: Caller, query = 'limit=50') =>
  (await caller.call('GET', `${api}/history?${query}`)).body.items as readonly {
    readonly kind: EventKind;
    readonly actor: object;
    readonly requestId: string | null;
    readonly from: unknown;
    readonly to: unknown;
  }[];

describe('a route that changes something', () => {
  it('is tried here, or has a reason for no event', () => {
    const changing = Object.keys(permissions).filter((route) => !route.startsWith('GET '));
    expect(Object.keys(changes).sort()).toEqual(changing.map((route) => route.replace(api, '')).sort());
  });

  const tried = Object.entries(changes).filter((entry) => typeof entry[1] === 'function');

  it.each(tried)('leaves an event of its author: %s', async (route, prepare) => {
    if (typeof prepare === 'string') throw new Error(prepare);
    const { kind, path, body, by = owner } = await prepare();
    const { rows } = await stage.database.pool.query<{ seq: string }>('select max(seq) as seq from request_events');
    const [method = ''] = route.split(' ');
    const { status, text } = await by.caller.call(method, `${api}${path}`, { body });
    expect(status, text).toBeLessThan(300);
    const since = 'select kind, actor_id from request_events where seq > $1 and kind = $2';
    const events = await stage.database.pool.query(since, [rows[0]?.seq, kind]);
    const author = route === 'POST /links/accept' ? JSON.parse(text).id : by.id;
    expect(events.rows).toEqual(events.rows.map(() => ({ kind, actor_id: author })));
    expect(events.rows.length).toBeGreaterThan(0);
  });
});

describe('the owners’ history', () => {
  const ofOwners: readonly EventKind[] = ownersEventKinds;

  it('names the author, and what was before and after', async () => {
    const { id } = await stage.accounts.makeOperator('changed@example.org', 'viewer');
    await stage.owner.call('PATCH', `${api}/operators/${id}`, { body: { role: 'owner', isDisabled: true } });
    const facts = { id, name: expect.any(String), role: 'viewer', isDisabled: false };
    expect(await history(stage.owner, 'limit=1')).toMatchObject([
      {
        kind: 'account',
        requestId: null,
        actor: { kind: 'operator', id: owner.id, name: 'Owner' },
        from: facts,
        to: { ...facts, role: 'owner', isDisabled: true },
      },
    ]);
    await program.caller.call('POST', `${api}/blocks`, { body: { kind: 'domain', value: 'whole.example' } });
    expect(await history(stage.owner, 'limit=1')).toMatchObject([
      { kind: 'block', actor: { kind: 'token', id: program.id }, to: { kind: 'domain', value: 'whole.example' } },
    ]);
  });

  it('has no event of a change that changes nothing', async () => {
    const webhook = { kind: 'webhook', types: ['request.created'], url: 'https://hooks.example.org/' };
    const { channel } = await post('/channels', webhook);
    const viewer = await stage.accounts.makeOperator('unchanged@example.org', 'viewer');
    await post('/views', { name: 'Same', search: '' });
    const before = await history(stage.owner, 'limit=1');
    await stage.owner.call('PATCH', `${api}/channels/${channel.id}`, { body: { state: 'enabled' } });
    await stage.owner.call('PATCH', `${api}/operators/${viewer.id}`, { body: { role: 'viewer' } });
    await post('/views', { name: 'Same', search: '' });
    expect(await history(stage.owner, 'limit=1')).toEqual(before);
  });

  it('is seen by owners alone', async () => {
    const request = await stage.inbox.store();
    await program.caller.call('POST', `${api}/blocks`, { body: { kind: 'email', requestId: request } });
    const seen = async (caller: Caller) => (await history(caller)).filter(({ kind }) => ofOwners.includes(kind));
    expect(await seen(stage.owner)).not.toEqual([]);
    for (const caller of [await stage.person('operator'), await stage.person('viewer'), await stage.program('erase')])
      expect(await seen(caller)).toEqual([]);
    const kindsOf = async (path: string) =>
      (await stage.owner.call('GET', `${api}${path}`)).body.items.map(({ kind }: { kind: EventKind }) => kind);
    for (const kinds of [await kindsOf('/changes?limit=500'), await kindsOf(`/requests/${request}/events`)]) {
      expect(kinds).toContain('created');
      expect(kinds.filter((kind: EventKind) => ofOwners.includes(kind))).toEqual([]);
    }
  });

  it('has no secret and no address of a person', async () => {
    const { rows } = await stage.database.pool.query(
      'select "from", "to" from request_events where kind = any($1) and "to" is distinct from \'null\'',
      [ownersEventKinds],
    );
    const names = JSON.stringify(rows).replaceAll(/"name": ?"[^"]*"/g, '');
    expect(names).not.toMatch(/csk_|whsec_|secret-path|@/);
  });
});

describe('the history after an erasure', () => {
  it('has no value of a block that was made from the request, also of one that was removed', async () => {
    const request = await stage.inbox.store({ email: 'zoe@lastname.example' });
    const { id } = await post('/blocks', { kind: 'domain', requestId: request });
    await stage.owner.call('DELETE', `${api}/blocks/${id}`);
    await post('/blocks', { kind: 'domain', requestId: request });
    expect(JSON.stringify(await history(stage.owner, 'limit=10'))).toContain('lastname.example');
    await stage.owner.call('DELETE', `${api}/requests/${request}`);
    const after = await history(stage.owner, 'limit=4');
    expect(after.map(({ kind }) => kind)).toEqual(['erasure', 'block', 'block', 'block']);
    expect(JSON.stringify(after)).not.toContain('lastname');
    expect(after[3]?.to).toEqual({ id, kind: 'domain', until: null });
  });
});

describe('the shell of the host', () => {
  it('is the author of the changes of its commands', async () => {
    const invited = await stage.accounts.links.invite('shell@example.org', 'viewer', null);
    if (typeof invited === 'string') throw new Error(invited);
    await stage.accounts.links.withdraw(invited.invitation.id);
    const { token } = await stage.accounts.tokens.create({
      name: 'Shell',
      scopes: ['read'],
      expiresAt: null,
      createdBy: null,
    });
    await stage.accounts.tokens.revoke(token.id);
    const last = await history(stage.owner, 'limit=4');
    expect(last.map(({ kind }) => kind)).toEqual(['token', 'token', 'invitation', 'invitation']);
    for (const { actor } of last) expect(actor).toEqual({ kind: 'system', id: null, name: null });
  });
});
