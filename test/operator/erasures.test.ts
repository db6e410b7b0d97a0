import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHolds } from '../../src/triage/guard/holds.ts';
import { storeOpeningNotice } from '../support/opening-notice.ts';
import { whileUncommitted } from '../support/while-uncommitted.ts';
import { api, type Caller, type OperatorStage, openOperatorStage } from './stage.ts';

let stage: OperatorStage;
let program: Caller;

beforeAll(async () => {
  stage = await openOperatorStage();
  program = await stage.program('erase');
});

afterAll(() => stage.close());

describe('POST held/erase', () => {
  it('erases no request that is released meanwhile', async () => {
    const { inbox, database } = stage;
    const id = await inbox.store();
    await database.pool.query("update commission_requests set hold = 'held' where id = $1", [id]);
    const { body } = await whileUncommitted(
      database.pool,
      (_client, pool) => createHolds(pool).release({ ids: [id] }, inbox.actor),
      () => program.call('POST', `${api}/held/erase`, { body: { ids: [id] } }),
    );
    expect(body).toEqual({ erased: 0 });
    expect(await inbox.reader.find(id)).toMatchObject({ id });
  });
});

describe('DELETE requests/{id}', () => {
  it('erases a request without a version, and gives the receipt', async () => {
    const id = await stage.inbox.store({ files: ['a.png'] });
    const { status, body } = await program.call('DELETE', `${api}/requests/${id}`);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        requestId: id,
        erasedAt: expect.stringMatching(/Z$/),
        reason: 'request',
        objectKeys: [expect.stringMatching(/^commissions\//)],
        isComplete: true,
      },
    });
    expect((await program.call('GET', `${api}/requests/${id}`)).status).toBe(404);
    expect((await program.call('GET', `${api}/requests/${id}/events`)).status).toBe(404);
  });

  it('erases no request of which an older version is named', async () => {
    const id = await stage.inbox.store();
    const url = `${api}/requests/${id}`;
    await stage.owner.call('PATCH', url, { body: { version: 1, status: 'ACCEPTED' } });
    const old = await program.call('DELETE', url, { headers: { 'if-match': '"1"' } });
    expect(old).toMatchObject({ status: 412, body: { current: { id, version: 2 } } });
    expect((await program.call('DELETE', url, { headers: { 'if-match': '"2"' } })).status).toBe(200);
    expect((await program.call('DELETE', url, { headers: { 'if-match': '"2"' } })).status).toBe(404);
  });

  it('erases no request that is changed while it waits for it', async () => {
    const id = await stage.inbox.store();
    const old = await whileUncommitted(
      stage.database.pool,
      (client) => client.query('update commission_requests set version = version + 1 where id = $1', [id]),
      () => program.call('DELETE', `${api}/requests/${id}`, { headers: { 'if-match': '"1"' } }),
    );
    expect(old).toMatchObject({ status: 412, body: { current: { id, version: 2 } } });
  });

  it('responds 404 for what is not there, or no longer', async () => {
    const id = await stage.inbox.store();
    expect((await stage.owner.call('DELETE', `${api}/requests/${id}`)).status).toBe(200);
    expect((await stage.owner.call('DELETE', `${api}/requests/${id}`)).status).toBe(404);
    expect((await stage.owner.call('DELETE', `${api}/requests/nothing`)).status).toBe(404);
  });

  it('tells in the feed who erased it', async () => {
    const id = await stage.inbox.store();
    await program.call('DELETE', `${api}/requests/${id}`);
    const told = async () => {
      const { body } = await program.call('GET', `${api}/changes?limit=1000`);
      return body.items.filter(({ requestId }: { requestId: string }) => requestId === id);
    };
    await expect.poll(told).toMatchObject([{ kind: 'erasure', actor: { kind: 'token', name: 'A program' } }]);
  });
});

describe('erasures', () => {
  it('shows what is there of a person, and erases it', async () => {
    const person = { body: { email: 'Vera@Example.org' } };
    const [first, second] = [
      await stage.inbox.store({ email: 'vera@example.org', files: ['a.png', 'b.png'] }),
      await stage.inbox.store({ email: 'VERA@example.org' }),
    ];
    const shown = await program.call('POST', `${api}/erasures/look-up`, person);
    expect(shown.body.items).toMatchObject([
      { id: first, status: 'NEW', files: 2, bytes: 14 },
      { id: second, files: 0, bytes: 0 },
    ]);
    const { status, body } = await program.call('POST', `${api}/erasures`, person);
    expect(status).toBe(200);
    expect(body.items.map(({ requestId }: { requestId: string }) => requestId).sort()).toEqual([first, second].sort());
    expect((await program.call('POST', `${api}/erasures`, person)).body).toEqual({ items: [] });
  });

  it('show and delete the wish to hear of the opening, also without a request', async () => {
    const person = { body: { email: 'Waiting@MÜLLER.example' } };
    await storeOpeningNotice(stage.database.pool, 'waiting@müller.example', { confirmedAt: new Date() });
    const openingNotice = {
      email: 'waiting@müller.example',
      language: 'de',
      network: null,
      createdAt: expect.stringMatching(/Z$/),
      confirmedAt: expect.stringMatching(/Z$/),
      toldAt: null,
    };
    const shown = await program.call('POST', `${api}/erasures/look-up`, person);
    expect([shown.status, shown.body]).toEqual([200, { items: [], openingNotice }]);
    const erased = await program.call('POST', `${api}/erasures`, person);
    expect([erased.status, erased.body]).toEqual([200, { items: [], openingNotice }]);
    expect((await stage.database.pool.query('select from opening_notices')).rowCount).toBe(0);
    expect((await program.call('POST', `${api}/erasures`, person)).body).toEqual({ items: [] });
  });

  it('show and forget the blocks of a person, and the wish to hear of the opening in another spelling', async () => {
    const { pool } = stage.database;
    await storeOpeningNotice(pool, 'b.locked@example.org');
    await pool.query(
      `insert into guard_blocks (kind, value, key, reason)
       values ('email', 'Block.ed@example.org', 'a', 'Rude'), ('email', 'other@example.org', 'b', 'Loud')`,
    );
    const person = { body: { email: 'blocked+art@example.org' } };
    const known = {
      items: [],
      openingNotice: { email: 'b.locked@example.org' },
      blocks: [{ kind: 'email', value: 'Block.ed@example.org', reason: 'Rude', requestId: null }],
    };
    expect((await program.call('POST', `${api}/erasures/look-up`, person)).body).toMatchObject(known);
    expect((await program.call('POST', `${api}/erasures`, person)).body).toMatchObject(known);
    expect((await program.call('POST', `${api}/erasures`, person)).body).toEqual({ items: [] });
    const { rows } = await pool.query('delete from guard_blocks returning value, reason');
    expect(rows.map(({ value, reason }) => [value, reason]).sort()).toEqual([
      [null, null],
      ['other@example.org', 'Loud'],
    ]);
  });

  it('are listed page by page, the newest first', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const id = await stage.inbox.store();
      await program.call('DELETE', `${api}/requests/${id}`);
      ids.unshift(id);
    }
    const first = (await program.call('GET', `${api}/erasures?limit=2`)).body;
    const second = (await program.call('GET', `${api}/erasures?limit=1&cursor=${first.next}`)).body;
    const listed = [...first.items, ...second.items].map(({ requestId }) => requestId);
    expect(listed).toEqual(ids);
  });

  it.each([
    ['POST', 'erasures', { email: 'nobody' }, 422],
    ['POST', 'erasures', {}, 422],
    ['POST', 'erasures/look-up', { email: 'a@example.org', dryRun: true }, 422],
    ['GET', 'erasures?cursor=x', undefined, 400],
    ['GET', 'erasures?cursor=00000000-0000-7000-8000-000000000000', undefined, 400],
    ['GET', 'erasures?limit=201', undefined, 400],
  ])('reject what they cannot do: %s %s %j', async (method, path, body, status) => {
    const called = await program.call(method, `${api}/${path}`, body === undefined ? {} : { body });
    expect(called.status).toBe(status);
  });
});
