import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { studioSchema } from '../../src/studio/document/studio.ts';
import { api, type Caller, type OperatorStage, openOperatorStage } from './stage.ts';

let stage: OperatorStage;

beforeAll(async () => {
  stage = await openOperatorStage();
});

afterAll(() => stage.close());

beforeEach(() => stage.database.pool.query('delete from commission_requests'));

const path = `${api}/studio/opening`;
const report = async () => (await stage.owner.call('GET', path)).body;
const set = (body: object, caller: Caller = stage.owner) => caller.call('PUT', path, { body });

async function add(status: string, typeId: string | null = null): Promise<string> {
  const id = randomUUID();
  const text = `
    insert into commission_requests (id, created_at, status, customer_name, customer_email, message, extra_ids, type_id)
    values ($1, now(), 'NEW', 'Somebody', 'somebody@example.org', 'Two cats', '{}', $2)`;
  await stage.database.pool.query(text, [id, typeId]);
  await stage.database.pool.query('update commission_requests set status = $2 where id = $1', [id, status]);
  return id;
}

async function publishTypes(...ids: string[]): Promise<void> {
  const draft = (await stage.owner.call('GET', `${api}/studio/draft`)).body;
  const document = { ...draft.document, types: ids.map((id) => ({ id, name: id })) };
  const saved = await stage.owner.call('PUT', `${api}/studio/draft`, { body: { version: draft.version, document } });
  await stage.owner.call('POST', `${api}/studio/publish`, { body: { version: saved.body.version } });
}

describe('the report of whether the form is open', () => {
  it('says what has closed it, how many slots are free, and who is next', async () => {
    await publishTypes('bust', 'scene');
    await set({ opening: { requestLimit: 5, slots: { total: 4, byType: { bust: 1 } }, weightByType: { scene: 2 } } });
    await add('NEW');
    await add('ACCEPTED', 'bust');
    await add('WAITLISTED', 'bust');
    const next = await add('WAITLISTED', 'scene');
    expect(await report()).toMatchObject({
      isLocked: false,
      state: 'open',
      reason: null,
      requests: { count: 1, limit: 5 },
      slots: { taken: 1, total: 4, free: 3 },
      types: [
        { id: 'bust', state: 'closed', requests: 1, taken: 1, total: 1, left: 0 },
        { id: 'scene', state: 'open', requests: 0, taken: 0, total: null, left: 1 },
      ],
      waiting: { count: 2, next: { id: next, customerName: 'Somebody', typeId: 'scene' } },
    });
    await add('IN_PROGRESS', 'scene');
    await add('IN_PROGRESS', 'bust');
    expect(await report()).toMatchObject({ state: 'closed', reason: 'slots', waiting: { next: null } });
  });

  it('is locked by a file on the server', async () => {
    const file = { studio: studioSchema.parse({ opening: { mode: 'closed' } }), keys: ['opening'] as const };
    const locked = await openOperatorStage({ studio: { file } });
    expect((await locked.owner.call('GET', path)).body).toMatchObject({ isLocked: true, reason: 'manual' });
    const refused = await locked.owner.call('PUT', path, { body: { mode: 'open' } });
    expect([refused.status, refused.body.type]).toEqual([409, 'urn:commissions:problem:locked-by-file']);
    await locked.close();
  });
});

describe('the switch of the form', () => {
  it('changes the mode alone, also of a draft, so that publishing that opens nothing again', async () => {
    await set({ opening: { mode: 'open', requestLimit: 7 } });
    const draft = (await stage.owner.call('GET', `${api}/studio/draft`)).body;
    const document = { ...draft.document, title: { en: 'A draft' } };
    await stage.owner.call('PUT', `${api}/studio/draft`, { body: { version: draft.version, document } });
    const operator = await stage.person('operator');
    const closed = await set({ mode: 'closed', note: 'A holiday' }, operator);
    expect(closed.body).toMatchObject({ reason: 'manual', opening: { mode: 'closed', requestLimit: 7 } });
    const kept = (await stage.owner.call('GET', `${api}/studio/draft`)).body;
    expect(kept).toMatchObject({ changed: ['title'], document: { opening: { mode: 'closed' } } });
    const [newest] = (await stage.owner.call('GET', `${api}/studio/revisions`)).body.items;
    expect(newest).toMatchObject({ changed: ['opening'], note: 'A holiday', actor: { kind: 'operator' } });
    expect((await set({ mode: 'closed' })).status).toBe(409);
    expect((await set({ opening: null })).body).toMatchObject({ state: 'open', opening: null });
  });

  it('opens before its date without a change of other published or drafted settings', async () => {
    const [opensAt, closesAt] = ['2098-01-01T00:00:00Z', '2099-01-01T00:00:00Z'];
    await set({ opening: { mode: 'scheduled', opensAt, closesAt, requestLimit: 7, message: { en: 'Newer' } } });
    const draft = (await stage.owner.call('GET', `${api}/studio/draft`)).body;
    // Without the closing date, what is left of the draft would be a schedule without dates.
    const edited = { ...draft.document.opening, closesAt: null, requestLimit: 8 };
    const document = { ...draft.document, opening: edited };
    await stage.owner.call('PUT', `${api}/studio/draft`, { body: { version: draft.version, document } });
    const opened = await set({ mode: 'scheduled', opensAt: null });
    const now = { mode: 'scheduled', opensAt: null, closesAt };
    const others = { requestLimit: 7, message: { en: 'Newer' } };
    expect(opened.body).toMatchObject({ state: 'open', opening: { ...now, ...others } });
    const kept = (await stage.owner.call('GET', `${api}/studio/draft`)).body;
    expect(kept.document.opening).toMatchObject({ ...now, requestLimit: 8 });
    const undone = await set({ mode: 'scheduled', opensAt });
    expect(undone.body).toMatchObject({ reason: 'schedule', opening: { opensAt, closesAt, requestLimit: 7 } });
    expect((await set({ mode: 'open', opensAt: 'soon' })).body.issues).toMatchObject([{ path: '/opensAt' }]);
    expect((await set({ opening: null })).status).toBe(200);
  });

  it('takes some members, keeps the others, and brings a former opening back', async () => {
    const [opensAt, closesAt] = ['2098-01-01T00:00:00Z', '2099-01-01T00:00:00Z'];
    await set({ opening: { mode: 'scheduled', closesAt, slots: { total: 4, byType: { bust: 1 } } } });
    const former = (await report()).opening;
    const operator = await stage.person('operator');
    const changes = { opensAt, message: { en: 'I paint.' }, slots: { total: 5, byType: { bust: 1 } } };
    const closed = await set({ changes }, operator);
    expect(closed.body).toMatchObject({ reason: 'schedule', opening: { ...former, ...changes } });
    const { message, slots } = former;
    expect((await set({ changes: { opensAt: null, message, slots } })).body.opening).toEqual(former);
    const faulty = await set({ changes: { closesAt: '2097-01-01T00:00:00Z', opensAt, colour: 'red' } });
    expect(faulty.body.issues.map(({ path }: { path: string }) => path)).toEqual([
      '/opening/colour',
      '/opening/closesAt',
    ]);
    expect((await set({ changes: 'closed' })).status).toBe(422);
    expect((await set({ opening: null })).body.opening).toBeNull();
  });

  it('is made once when its response was lost and it is sent again', async () => {
    await set({ opening: { mode: 'open' } });
    const headers = { 'idempotency-key': 'close-once' };
    const send = (body: object) => stage.owner.call('PUT', path, { body, headers });
    const first = await send({ changes: { mode: 'closed' } });
    await set({ changes: { mode: 'open' } });
    expect((await send({ changes: { mode: 'closed' } })).body).toEqual(first.body);
    expect(await report()).toMatchObject({ state: 'open', opening: { mode: 'open' } });
    expect((await set({ opening: null })).status).toBe(200);
  });

  it('names the place of each fault, and is for people alone', async () => {
    const faulty = await set({ opening: { mode: 'ajar', requestLimit: -1 } });
    expect(faulty.status).toBe(422);
    expect(faulty.body.issues.map((issue: { path: string }) => issue.path)).toEqual([
      '/opening/mode',
      '/opening/requestLimit',
    ]);
    expect((await set({ mode: 'scheduled' })).status).toBe(422);
    expect((await set({ mode: 'open' }, await stage.person('viewer'))).status).toBe(403);
    expect((await set({ mode: 'open' }, await stage.program('read', 'write'))).status).toBe(403);
  });
});

describe('the waiting list', () => {
  const order = async () => {
    const { body } = await stage.owner.call('GET', `${api}/requests?status=WAITLISTED&sort=rank&limit=2`);
    const rest = body.next
      ? (await stage.owner.call('GET', `${api}/requests?status=WAITLISTED&sort=rank&cursor=${body.next}`)).body.items
      : [];
    return [...body.items, ...rest].map(({ id }: { id: string }) => id);
  };
  const move = (id: string, before: string | null, caller: Caller = stage.owner) =>
    caller.call('POST', `${api}/requests/${id}/place`, { body: { before } });

  it('is in the order of joining until somebody moves a request', async () => {
    const [a, b, c] = [await add('WAITLISTED'), await add('WAITLISTED'), await add('WAITLISTED')];
    expect(await order()).toEqual([a, b, c]);
    expect((await move(c, a)).body).toMatchObject({ id: c, version: 2, rank: 0 });
    expect(await order()).toEqual([c, a, b]);
    await move(c, b);
    expect(await order()).toEqual([a, c, b]);
    await move(a, null);
    expect(await order()).toEqual([c, b, a]);
    const { body } = await stage.owner.call('GET', `${api}/requests/${a}/events`);
    expect(body.items.map(({ kind }: { kind: string }) => kind)).toEqual(['rank']);
  });

  it('finds a place between two requests however often it is halved', async () => {
    const [a, b, c] = [await add('WAITLISTED'), await add('WAITLISTED'), await add('WAITLISTED')];
    for (let turn = 0; turn < 60; turn += 1) {
      await move(turn % 2 === 0 ? c : b, turn % 2 === 0 ? b : c);
    }
    expect((await order())[0]).toBe(a);
    expect(new Set(await order()).size).toBe(3);
  });

  it('gives a request its place back when a change is undone', async () => {
    const [a, b] = [await add('WAITLISTED'), await add('WAITLISTED')];
    const { pool } = stage.database;
    await pool.query("update commission_requests set status = 'ACCEPTED' where id = $1", [a]);
    expect((await stage.owner.call('GET', `${api}/requests/${a}`)).body).not.toHaveProperty('rank');
    await pool.query("update commission_requests set status = 'WAITLISTED' where id = $1", [a]);
    expect(await order()).toEqual([a, b]);
  });

  it('moves only what is on it', async () => {
    const [waiting, other] = [await add('WAITLISTED'), await add('NEW')];
    expect((await move(other, null)).status).toBe(409);
    expect((await move(waiting, other)).status).toBe(409);
    expect((await move(randomUUID(), null)).status).toBe(404);
    expect((await move(waiting, null, await stage.person('viewer'))).status).toBe(403);
  });

  it('is filtered by how requests arrived', async () => {
    const late = await add('WAITLISTED');
    await add('WAITLISTED');
    await stage.database.pool.query("update commission_requests set arrival = 'full' where id = $1", [late]);
    const { body } = await stage.owner.call('GET', `${api}/requests?arrival=full,closed&sort=rank`);
    expect(body.items).toMatchObject([{ id: late, arrival: 'full' }]);
    expect(body.counts.WAITLISTED).toBe(1);
  });
});

describe('a change that takes a slot', () => {
  const accept = (id: string, key: string, caller: Caller = stage.owner) =>
    caller.call('PATCH', `${api}/requests/${id}`, {
      body: { version: 1, status: 'ACCEPTED' },
      headers: { 'idempotency-key': key },
    });

  it('tells the second of two operators at once how many more are taken than there are', async () => {
    await publishTypes('bust', 'scene');
    await set({ opening: { slots: { total: 9, byType: { bust: 2 } }, weightByType: { bust: 2 } } });
    const operator = await stage.person('operator');
    const [first, second] = [await add('WAITLISTED', 'bust'), await add('WAITLISTED', 'bust')];
    const answers = await Promise.all([accept(first, 'one'), accept(second, 'two', operator)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map(({ body }) => body.slotsOver).sort()).toEqual([2, undefined]);
    const last = answers.findIndex(({ body }) => body.slotsOver === 2);
    const again = last === 0 ? await accept(first, 'one') : await accept(second, 'two', operator);
    expect(again.body).toEqual(answers[last]?.body);
    const other = await accept(await add('WAITLISTED', 'scene'), 'three');
    expect(other.body).not.toHaveProperty('slotsOver');
  });

  it('tells nothing where the studio has no slots, and of one that keeps a slot or gives it back', async () => {
    await set({ opening: { requestLimit: 1 } });
    const id = await add('WAITLISTED', 'bust');
    const { body } = await accept(id, 'four');
    expect(body).not.toHaveProperty('slotsOver');
    await set({ opening: { slots: { total: 0 } } });
    const begun = { version: body.version, status: 'IN_PROGRESS' };
    const started = await stage.owner.call('PATCH', `${api}/requests/${id}`, { body: begun });
    expect([started.status, started.body.slotsOver]).toEqual([200, undefined]);
    const change = { version: started.body.version, status: 'DECLINED' };
    const declined = await stage.owner.call('PATCH', `${api}/requests/${id}`, { body: change });
    expect([declined.status, declined.body.slotsOver]).toEqual([200, undefined]);
  });
});

describe('a type of which one request takes more slots than there are', () => {
  const opening = { slots: { total: null, byType: { bust: 2 } }, weightByType: { bust: 3 } };

  it('is refused with its place, and does not keep the form from being closed', async () => {
    await publishTypes('bust', 'scene');
    const refused = await set({ opening });
    expect(refused).toMatchObject({
      status: 422,
      body: { issues: [{ path: '/opening/weightByType/bust', message: expect.stringContaining('at most 2') }] },
    });
    expect((await set({ opening: { ...opening, slots: { total: null, byType: { bust: 0 } } } })).status).toBe(200);
    const draft = (await stage.owner.call('GET', `${api}/studio/draft`)).body;
    const document = { ...draft.document, opening: { ...opening, slots: { total: 1 } } };
    const body = { version: draft.version, document };
    const saved = await stage.owner.call('PUT', `${api}/studio/draft`, { body });
    expect(saved.body.issues).toMatchObject([{ path: '/document/opening/weightByType/bust' }]);
    const hidden = [{ id: 'bust', name: 'Bust', hidden: true }];
    const ofHidden = { ...body, document: { ...document, types: hidden } };
    expect((await stage.owner.call('PUT', `${api}/studio/draft`, { body: ofHidden })).status).toBe(200);
    expect((await set({ mode: 'open', opening })).status).toBe(422);
    expect((await set({ changes: opening })).body.issues).toMatchObject([{ path: '/opening/weightByType/bust' }]);
    expect((await set({ mode: 'closed' })).status).toBe(200);
  });

  it('is refused where a file on the server sets the types, also when a draft is published, and can be switched', async () => {
    const file = { studio: studioSchema.parse({ types: [{ id: 'bust', name: 'Bust' }] }), keys: ['types'] as const };
    const ofFile = await openOperatorStage({ studio: { file } });
    const call = (method: string, name: string, body?: object) =>
      ofFile.owner.call(method, `${api}/studio/${name}`, { body });
    const whole = await call('PUT', 'opening', { opening });
    expect(whole.body.issues).toMatchObject([{ path: '/opening/weightByType/bust' }]);
    const draft = (await call('GET', 'draft')).body;
    const saved = await call('PUT', 'draft', { version: draft.version, document: { ...draft.document, opening } });
    const { version } = saved.body;
    const refused = await call('POST', 'publish', { version });
    expect(refused.body.issues).toMatchObject([{ path: '/document/opening/weightByType/bust' }]);
    await call('PUT', 'opening', { opening: { mode: 'open' } });
    // As it was published before there was a check.
    const text = "update studio_revisions set document = jsonb_set(document::jsonb, '{opening}', $1)::json";
    await ofFile.database.pool.query(text, [JSON.stringify(studioSchema.parse({ opening }).opening)]);
    expect((await call('PUT', 'opening', { mode: 'closed', opensAt: null })).status).toBe(200);
    await ofFile.close();
  });
});
