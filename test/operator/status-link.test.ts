import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, type Caller, type OperatorStage, openOperatorStage } from './stage.ts';

let stage: OperatorStage;
let operator: Caller;

beforeAll(async () => {
  stage = await openOperatorStage();
  operator = await stage.person('operator');
});

afterAll(() => stage.close());

describe('the link of a request', () => {
  it('is given, to a viewer too', async () => {
    const id = await stage.inbox.store();
    const viewer = await stage.person('viewer');
    const { status, body } = await viewer.call('GET', `${api}/requests/${id}/status-link`);
    expect([status, body]).toEqual([200, { url: expect.stringMatching(/^\/requests\/[\w-]{48}$/), version: 1 }]);
  });

  it('is made anew, which the history tells, but not what it is', async () => {
    const id = await stage.inbox.store();
    const path = `${api}/requests/${id}/status-link`;
    const before = (await operator.call('GET', path)).body;
    const made = await operator.call('POST', path);
    expect(made.status).toBe(201);
    expect(made.body.version).toBe(2);
    expect(made.body.url).not.toBe(before.url);
    expect((await operator.call('GET', path)).body).toEqual(made.body);
    const { body, text } = await operator.call('GET', `${api}/requests/${id}/events`);
    expect(body.items.at(-1)).toMatchObject({ kind: 'status-link', from: 1, to: 2 });
    expect(text).not.toContain(made.body.url.slice(-48));
    expect((await operator.call('GET', `${api}/requests/${id}`)).body.version).toBe(1);
  });

  it('is unknown for a request that is not there', async () => {
    for (const method of ['GET', 'POST']) {
      const { status, body } = await operator.call(method, `${api}/requests/${randomUUID()}/status-link`);
      expect([status, body.type]).toEqual([404, 'urn:commissions:problem:not-found']);
    }
  });
});
