import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemActor } from '../../src/events/events.ts';
import { studioSchema } from '../../src/studio/document/studio.ts';
import { createStudioRevisions } from '../../src/studio/revisions/create-studio-revisions.ts';
import { payloadPart, postParts } from '../support/form.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ MAINTENANCE: 'on' });
});

afterAll(() => service.close());

async function answer(path: string) {
  return (await (await fetch(`${service.address}/api/v1/${path}`)).json()) as Record<string, unknown>;
}

describe('maintenance', () => {
  it('closes the form for its page, and the catalogue says so where the studio sets nothing', async () => {
    const { opening } = await answer('catalogue');
    expect(opening).toEqual(await answer('availability'));
    expect(opening).toMatchObject({ state: 'closed', reason: 'maintenance', message: null });
  });

  it('hides the dates and the message of the studio', async () => {
    const types = [{ id: 'bust', name: 'Bust' }];
    const opening = { mode: 'scheduled', opensAt: '2999-01-01T00:00:00Z', message: 'Back in May' };
    await createStudioRevisions(service.pool, null).publish(() => studioSchema.parse({ types, opening }), {
      version: null,
      note: null,
      actor: systemActor,
    });
    await expect
      .poll(() => answer('availability'))
      .toMatchObject({
        state: 'closed',
        reason: 'maintenance',
        opensAt: null,
        message: null,
        types: [{ id: 'bust', state: 'closed', left: null }],
      });
  });

  it('leaves the endpoint as it is', async () => {
    const response = await postParts(service.endpoint, [payloadPart()]);
    expect(response.status).toBe(201);
    expect((await service.stored()).requests).toBe(1);
  });
});
