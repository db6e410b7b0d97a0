import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mostViews } from '../../src/requests/inbox/view-limits.ts';
import { api, type OperatorStage, openOperatorStage } from './stage.ts';

let stage: OperatorStage;

beforeAll(async () => {
  stage = await openOperatorStage();
});

afterAll(() => stage.close());

beforeEach(() => stage.database.pool.query('delete from saved_views'));

const path = `${api}/views`;
const save = (name: unknown, search: unknown = '?label=oil') =>
  stage.owner.call('POST', path, { body: { name, search } });

describe('a view of the studio', () => {
  it('is kept for everybody, with every character of its name, and removed', async () => {
    const name = '<b>Öl & "co"</b> 😀 !';
    const { status, body: view } = await save(`  ${name} `);
    expect([status, view]).toEqual([201, { id: view.id, name: name.trim(), search: '?label=oil' }]);
    const viewer = await stage.person('viewer');
    expect((await viewer.call('GET', path)).body).toEqual({ items: [view] });
    const operator = await stage.person('operator');
    expect((await operator.call('DELETE', `${path}/${view.id}`)).status).toBe(204);
    expect((await operator.call('DELETE', `${path}/${view.id}`)).status).toBe(404);
    expect((await viewer.call('GET', path)).body).toEqual({ items: [] });
  });

  it('is one with a view whose name looks the same, and refused when nothing of its name shows', async () => {
    for (const name of ['Café', 'Cafe\u0301', 'Ca\u00adfé\u200b']) await save(name);
    expect((await stage.owner.call('GET', path)).body.items).toMatchObject([{ name: 'Café' }]);
    expect((await save('\u3164')).status).toBe(422);
  });

  it('gets the new filter when it is saved under its name again', async () => {
    const { body: first } = await save('Oil');
    const { body: second } = await save('Oil', '');
    expect(second).toEqual({ ...first, search: '' });
    expect((await stage.owner.call('GET', path)).body.items).toHaveLength(1);
  });

  it('is saved again, but not added, when there are as many as there may be', async () => {
    for (let number = 1; number <= mostViews; number += 1) await save(`View ${number}`);
    const refused = await save('One more');
    expect([refused.status, refused.body.type]).toEqual([409, 'urn:commissions:problem:too-many-views']);
    expect((await save('View 1', '')).status).toBe(201);
  });

  it.each([
    ['an empty name', ' ', ''],
    ['a name of 61 characters', 'x'.repeat(61), ''],
    ['a name with U+0000', 'a\u0000b', ''],
    ['no name', 7, ''],
    ['an address as its filter', 'Oil', 'https://evil.example/'],
    ['a script as its filter', 'Oil', 'javascript:alert(1)'],
    ['a filter with a blank', 'Oil', '?label=oil paint'],
    ['a filter that is too long', 'Oil', `?q=${'x'.repeat(4000)}`],
  ])('is refused with %s', async (_, name, search) => {
    expect((await save(name, search)).status).toBe(422);
  });

  it('takes a name of 60 characters of any script', async () => {
    expect((await save('😀'.repeat(60))).status).toBe(201);
  });
});
