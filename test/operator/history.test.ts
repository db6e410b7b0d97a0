import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { studioSchema } from '../../src/studio/document/studio.ts';
import { fixedStudio } from '../support/fixed-studio.ts';
import { api, type OperatorStage, openOperatorStage } from './stage.ts';

let stage: OperatorStage;

beforeAll(async () => {
  stage = await openOperatorStage({
    studio: {
      source: fixedStudio(
        studioSchema.parse({
          contact: 'studio@example.org',
          types: [{ id: 'portrait', name: { en: 'Portrait', de: 'Porträt' }, options: [{ id: 'head', name: 'Head' }] }],
          extras: [{ id: 'frame', name: 'Oak frame' }],
        }),
      ),
    },
  });
});

afterAll(() => stage.close());

describe('the history', () => {
  it('names who did what, sign-ins among it, and leads to what is older', async () => {
    const operator = await stage.person('operator');
    const id = await stage.inbox.store();
    await operator.call('PATCH', `${api}/requests/${id}`, { body: { version: 1, status: 'ACCEPTED' } });
    const first = await operator.call('GET', `${api}/history?limit=1`);
    expect(first.status).toBe(200);
    expect(first.body.items).toMatchObject([
      { requestId: id, kind: 'status', from: 'NEW', to: 'ACCEPTED', actor: { kind: 'operator' } },
    ]);
    const second = await operator.call('GET', `${api}/history?limit=1&cursor=${first.body.next}`);
    expect(second.body.items).toMatchObject([{ requestId: null, kind: 'sign-in' }]);
  });

  it('rejects a cursor of another list', async () => {
    const changes = await stage.owner.call('GET', `${api}/changes`);
    const rejected = await stage.owner.call('GET', `${api}/history?cursor=${changes.body.next}`);
    expect([rejected.status, rejected.body.type]).toEqual([400, 'urn:commissions:problem:invalid-cursor']);
  });
});

describe('the catalogue', () => {
  it('gives the names behind the ids, and nothing else', async () => {
    const { status, body } = await stage.owner.call('GET', `${api}/catalogue`);
    expect(status).toBe(200);
    expect(body).toEqual({
      types: [
        { id: 'portrait', name: { en: 'Portrait', de: 'Porträt' }, options: [{ id: 'head', name: { en: 'Head' } }] },
      ],
      extras: [{ id: 'frame', name: { en: 'Oak frame' } }],
      customCards: [],
    });
  });

  it('names the questions once the form asks some', async () => {
    const options = [{ id: 'a4', name: { en: 'A4' } }];
    const asked = { id: 'size', label: { en: 'Size?' }, kind: 'choice', options };
    const source = fixedStudio(studioSchema.parse({ questions: [{ ...asked, hint: 'In centimetres' }] }));
    const asking = await openOperatorStage({ studio: { source } });
    expect((await asking.owner.call('GET', `${api}/catalogue`)).body.questions).toEqual([asked]);
    await asking.close();
  });
});
