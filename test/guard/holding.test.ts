import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiTokens } from '../../src/accounts/api-tokens.ts';
import { createAuditHistory, createEventFeed } from '../../src/events/event-pages.ts';
import { createStatusReader } from '../../src/requests/facets/create-status-reader.ts';
import { fillSearchRows, indexNewRequests } from '../../src/requests/inbox/search-index.ts';
import { filesystemStore } from '../reconcile/stores.ts';
import { openErasure } from '../support/erasure.ts';
import { encodeForm, filePart, payloadPart, postForm, validPayload } from '../support/form.ts';
import { solvedChallenge } from '../support/solved-challenge.ts';
import { actor, type GuardStage, openGuardStage } from './stage.ts';

let stage: GuardStage;

beforeAll(async () => {
  stage = await openGuardStage({ mode: 'hold' });
});

afterAll(() => stage.close());

const proven = async () => ({ proof: await solvedChallenge(stage.service.address) });

async function idsIn(filter: object): Promise<readonly string[]> {
  const query = { filter, sort: 'newest', cursor: null, limit: 200 } as const;
  return ((await stage.inbox.reader.list(query))?.items ?? []).map(({ id }) => id);
}

const eventsOf = async (id: string) => ((await stage.inbox.reader.events(id)) ?? []).map(({ kind }) => kind);

describe('a request with a proof', () => {
  it('is in the inbox, and channels are told', async () => {
    const id = await stage.send('198.51.100.1', {}, await proven());
    expect(await stage.verdictOf(id)).toBeNull();
    expect([await stage.signalsOf(id), await stage.deliveriesOf(id)]).toEqual([[], 1]);
    expect(await idsIn({})).toContain(id);
    expect(await eventsOf(id)).toEqual(['created']);
    expect(await stage.inbox.reader.find(id)).not.toHaveProperty('held');
  });

  it('is in the inbox with its files', async () => {
    const id = await stage.send('198.51.101.1', {}, await proven(), [filePart('a.png', 'a')]);
    expect(await stage.verdictOf(id)).toBeNull();
    expect([await stage.deliveriesOf(id), await eventsOf(id)]).toEqual([1, ['created']]);
  });

  it('leaves neither proof nor address behind, but a keyed hash of its network', async () => {
    const id = await stage.send('198.51.102.1', {}, await proven());
    await stage.verdictOf(id);
    const { rows } = await stage.service.pool.query(
      'select guard, commission_form from commission_requests where id = $1',
      [id],
    );
    expect(rows).toEqual([{ guard: { network: expect.stringMatching(/^[0-9a-f]{32}$/) }, commission_form: { v: 1 } }]);
  });
});

describe('a request without a proof', () => {
  it('is stored with a 201, and held with its reason', async () => {
    const id = await stage.send('198.51.103.1');
    expect(await stage.verdictOf(id)).toBe('held');
    expect(await stage.inbox.reader.find(id)).toMatchObject({
      status: 'NEW',
      held: { reasons: [{ kind: 'proof-missing', text: expect.stringContaining('without a proof') }] },
    });
  });

  it('is in no list, count, event or delivery but those of held requests', async () => {
    const before = await stage.inbox.reader.counts({});
    const id = await stage.send('198.51.104.1', {}, null, [filePart('a.png', 'a')]);
    await stage.verdictOf(id);
    expect(await idsIn({})).not.toContain(id);
    expect(await idsIn({ status: ['NEW'] })).not.toContain(id);
    expect(await idsIn({ held: true })).toContain(id);
    stage.inbox.reader.refresh();
    expect(await stage.inbox.reader.counts({})).toEqual(before);
    expect((await stage.inbox.reader.counts({ held: true })).NEW).toBeGreaterThan(0);
    expect([await stage.deliveriesOf(id), await eventsOf(id)]).toEqual([0, []]);
  });

  it('is found by a search in what is held alone, also after a release in the inbox', async () => {
    const { pool } = stage.service;
    const { signal } = new AbortController();
    const id = await stage.send('198.51.108.1', { customerName: 'Mondvogel Held' });
    await stage.verdictOf(id);
    await fillSearchRows(pool, signal);
    expect(await idsIn({ held: true, q: 'mondvogel' })).toEqual([id]);
    expect(await idsIn({ held: true, q: 'sonnenvogel' })).toEqual([]);
    expect((await stage.inbox.reader.counts({ held: true, q: 'mondvogel' })).NEW).toBe(1);
    expect(await idsIn({ q: 'mondvogel' })).toEqual([]);
    expect((await stage.inbox.reader.counts({ q: 'mondvogel' })).NEW).toBe(0);
    await stage.inbox.holds.release({ ids: [id] }, actor);
    await indexNewRequests(pool, () => false, signal);
    stage.inbox.reader.refresh();
    expect(await idsIn({ q: 'mondvogel' })).toEqual([id]);
    expect(await idsIn({ held: true, q: 'mondvogel' })).toEqual([]);
  });

  it('has notes, downloads and an erasure that neither feed nor channel hear of', async () => {
    const { pool } = stage.service;
    const id = await stage.send('198.51.109.1', {}, null, [filePart('a.png', 'a')]);
    await stage.verdictOf(id);
    await pool.query("update delivery_channels set types = '{request.created,request.erased}'");
    await stage.inbox.editor.addEntry(id, { kind: 'note', text: 'Odd' }, actor);
    await stage.inbox.files.recordDownload({ requestId: id, positions: [0], actor });
    const feed = createEventFeed(pool);
    const ofRequest = async () => (await feed.read(null, 1000))?.items.filter(({ requestId }) => requestId === id);
    expect(await eventsOf(id)).toEqual(['note', 'download']);
    expect(await ofRequest()).toEqual([]);
    const store = await filesystemStore();
    await openErasure(pool, store).eraser.erase([id], { reason: 'request', actor });
    await store.close();
    expect([await stage.deliveriesOf(id), await ofRequest()]).toEqual([0, []]);
    expect((await createAuditHistory(pool).read(null, 1))?.items).toMatchObject([{ requestId: id, kind: 'erasure' }]);
    await pool.query("update delivery_channels set types = '{request.created}'");
  });

  it('has its notes in the feed behind its release, for a reader who was past them', async () => {
    const id = await stage.send('198.51.110.1');
    await stage.verdictOf(id);
    await stage.inbox.editor.addEntry(id, { kind: 'note', text: 'A friend' }, actor);
    const feed = createEventFeed(stage.service.pool);
    const end = async (after: string | null): Promise<string> => {
      const page = await feed.read(after, 1000);
      if (page === null) throw new Error('A cursor of the feed is valid');
      return page.items.length === 0 ? page.next : end(page.next);
    };
    const position = await end(null);
    await stage.inbox.holds.release({ ids: [id] }, actor);
    // An event is in the feed when no older transaction of the server is open, in other databases too.
    const found = async () =>
      (await feed.read(position, 1000))?.items
        .filter(({ requestId }) => requestId === id)
        .map(({ kind, to }) => (kind === 'note' ? [kind, to] : [kind]));
    await expect.poll(found).toEqual([['created'], ['released'], ['note', 'A friend']]);
  });

  it('looks to its customer like any other', async () => {
    const id = await stage.send('198.51.105.1');
    await stage.verdictOf(id);
    const found = await createStatusReader(stage.service.pool).find({ requestId: id, version: 1 });
    expect(found).toMatchObject({ status: 'NEW' });
  });

  it('comes with all that waited when a person releases it', async () => {
    const id = await stage.send('198.51.106.1');
    await stage.verdictOf(id);
    expect(await stage.inbox.holds.release({ ids: [id, randomUUID()] }, actor)).toBe(1);
    expect(await stage.inbox.holds.release({ ids: [id] }, actor)).toBe(0);
    expect(await idsIn({})).toContain(id);
    expect([await stage.deliveriesOf(id), await eventsOf(id)]).toEqual([1, ['created', 'released']]);
    expect(await stage.inbox.reader.find(id)).toMatchObject({ signals: [{ kind: 'proof-missing' }] });
  });

  it('cannot be changed before it is released, but can be read', async () => {
    const id = await stage.send('198.51.107.1');
    await stage.verdictOf(id);
    const { editor } = stage.inbox;
    expect(await editor.change(id, 1, { status: 'ACCEPTED' }, actor)).toEqual({ held: true });
    expect(await editor.change(id, null, { unread: false }, actor)).toMatchObject({ changed: { unread: false } });
    expect(await editor.changeMany([{ id, version: 1 }], { status: 'SPAM' }, actor)).toMatchObject({ changed: 0 });
  });
});

describe('a program with a token of the scope intake', () => {
  it('is never held, and no other token helps', async () => {
    const tokens = createApiTokens(stage.service.pool);
    const { secret } = await tokens.create({
      name: 'Shop',
      scopes: ['intake'],
      expiresAt: null,
      createdBy: null as never,
    });
    const other = await tokens.create({ name: 'Bot', scopes: ['write'], expiresAt: null, createdBy: null as never });
    const id = await stage.send('198.51.108.1', {}, { code: secret });
    expect([await stage.verdictOf(id), await stage.signalsOf(id)]).toEqual([null, []]);
    expect(await stage.verdictOf(await stage.send('198.51.108.2', {}, { code: other.secret }))).toBe('held');
  });
});

describe('a proof', () => {
  it('counts for one of several forms', async () => {
    const form = await proven();
    const ids = await Promise.all([1, 2, 3].map((host) => stage.send(`198.51.109.${host}`, {}, form)));
    const verdicts = await Promise.all(ids.map(stage.verdictOf));
    expect(verdicts.toSorted()).toEqual(['held', 'held', null]);
    const held = ids.filter((_, index) => verdicts[index] === 'held');
    expect(await Promise.all(held.map(stage.signalsOf))).toEqual([['proof-used'], ['proof-used']]);
  });

  it('counts once when a form is sent again under its key', async () => {
    const form = JSON.stringify({ v: 1, ...(await proven()) });
    const part = { headers: ['Content-Disposition: form-data; name="commission-form"'], body: form };
    const headers = { 'x-forwarded-for': '198.51.110.1', 'idempotency-key': randomUUID() };
    const send = () => postForm(stage.service.endpoint, encodeForm([payloadPart(), part]), headers);
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    expect(await stage.verdictOf(String(first.body.id))).toBeNull();
  });

  it('marks its request when it is none', async () => {
    for (const [index, proof] of ['eyJ4IjoxfQ==', 'not a proof', '', 'a'.repeat(5000), { challenge: {} }].entries()) {
      const id = await stage.send(`198.51.${111 + index}.1`, {}, { proof });
      expect([await stage.verdictOf(id), await stage.signalsOf(id)]).toEqual(['held', ['proof-invalid']]);
    }
  });
});

describe('a sender', () => {
  it('is held from the eleventh request of a network within an hour', async () => {
    const ids: string[] = [];
    for (let host = 1; host <= 12; host += 1) {
      const customerEmail = `person${host}@example.org`;
      ids.push(await stage.send(`203.0.113.${host}`, { customerEmail }, await proven()));
    }
    const verdicts = await Promise.all(ids.map(stage.verdictOf));
    expect(verdicts.filter((verdict) => verdict === 'held')).toHaveLength(2);
    expect(await stage.signalsOf(ids[11] ?? '')).toEqual(['many-requests']);
  });

  it('is held with the text that came from two addresses before, not with a short one', async () => {
    const message = 'Promotion of your shop, 99 dollars';
    const send = async (host: number, text: string) =>
      stage.send(`192.0.${host}.1`, { message: text, customerEmail: `seller${host}@example.org` }, await proven());
    const same = [await send(1, message), await send(2, message.toUpperCase()), await send(3, `${message}!!!`)];
    expect(await Promise.all(same.map(stage.verdictOf))).toEqual([null, null, 'held']);
    expect(await stage.signalsOf(same[2] ?? '')).toEqual(['same-text']);
    const short = [await send(4, 'A portrait of my cat'), await send(5, 'A portrait of my cat')];
    short.push(await send(6, 'A portrait of my cat'));
    expect(await Promise.all(short.map(stage.verdictOf))).toEqual([null, null, null]);
  });

  it('is held with more than five links', async () => {
    const links = (count: number) => Array.from({ length: count }, (_, at) => `https://example.org/${at}`).join(' ');
    const five = await stage.send('192.0.10.1', { message: links(5) }, await proven());
    const six = await stage.send('192.0.11.1', { message: links(6) }, await proven());
    const joined = await stage.send('192.0.14.1', { message: links(6).replaceAll(' ', ',') }, await proven());
    expect(await Promise.all([five, six, joined].map(stage.verdictOf))).toEqual([null, 'held', 'held']);
  });

  it('is found by its mailbox while it is held, so that an erasure misses nothing', async () => {
    const customerEmail = 'held-person@example.org';
    const id = await stage.send('192.0.12.1', { ...validPayload, customerEmail });
    await stage.verdictOf(id);
    const other = await stage.send('192.0.13.1', { ...validPayload, customerEmail }, await proven());
    await stage.verdictOf(other);
    const { createErasureCandidates } = await import('../../src/keeping/erasure/create-erasure-candidates.ts');
    const found = await createErasureCandidates(stage.service.pool).ofPerson(customerEmail);
    expect(found.map((candidate) => candidate.id).toSorted()).toEqual([id, other].toSorted());
  });
});
