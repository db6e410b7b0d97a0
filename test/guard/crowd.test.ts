import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { solvedChallenge } from '../support/solved-challenge.ts';
import { type GuardStage, openGuardStage } from './stage.ts';

let stage: GuardStage;

beforeAll(async () => {
  stage = await openGuardStage({ mode: 'hold', toldPerMinute: 3 });
});

afterAll(() => stage.close());

describe('a guard that holds', () => {
  it('lets channels be told of so many requests in a minute, and has all in the inbox', async () => {
    const proofs = await Promise.all([1, 2, 3, 4, 5].map(() => solvedChallenge(stage.service.address)));
    const ids = await Promise.all(proofs.map((proof, host) => stage.send(`203.0.${host}.1`, {}, { proof })));
    expect(await Promise.all(ids.map(stage.verdictOf))).toEqual([null, null, null, null, null]);
    const told = await Promise.all(ids.map(stage.deliveriesOf));
    expect(told.toSorted()).toEqual([0, 0, 1, 1, 1]);
    const events = await Promise.all(ids.map(async (id) => (await stage.inbox.reader.events(id))?.length));
    expect(events).toEqual([1, 1, 1, 1, 1]);
    const notices = await stage.service.pool.query("select facts from deliveries where type = 'notice'");
    expect(notices.rows).toEqual([{ facts: { about: 'crowd', limit: 3 } }]);
  });
});
