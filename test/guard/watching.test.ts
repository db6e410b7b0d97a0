import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filePart } from '../support/form.ts';
import { solvedChallenge } from '../support/solved-challenge.ts';
import { type GuardStage, openGuardStage } from './stage.ts';

let stage: GuardStage;

beforeAll(async () => {
  stage = await openGuardStage({ mode: 'watch', toldPerMinute: 3, networkMebibytes: 1 });
});

afterAll(() => stage.close());

const mebibyte = Buffer.alloc(1024 ** 2);

describe('a guard that watches', () => {
  it('holds nothing, and says what it would have held', async () => {
    const bare = await stage.send('198.51.100.1');
    const form = { proof: await solvedChallenge(stage.service.address) };
    const large = [filePart('a.png', mebibyte), filePart('b.png', mebibyte)];
    const proven = await stage.send('198.51.101.1', {}, form, large);
    expect([await stage.verdictOf(bare), await stage.verdictOf(proven)]).toEqual([null, null]);
    expect(await stage.signalsOf(bare)).toEqual(['proof-missing']);
    expect(await stage.signalsOf(proven)).toEqual(['many-bytes']);
    expect(await stage.inbox.reader.find(bare)).toMatchObject({ signals: [{ kind: 'proof-missing' }] });
    expect(await stage.inbox.holds.summary(null)).toMatchObject({
      signalled: 2,
      held: 0,
      waiting: 0,
      byKind: [
        { kind: 'many-bytes', count: 1 },
        { kind: 'proof-missing', count: 1 },
      ],
    });
  });

  it('sees links in name and message together', async () => {
    const message = 'www.a.example https://b.example/https://b.example c.example/d';
    const form = { proof: await solvedChallenge(stage.service.address) };
    const id = await stage.send('198.51.102.1', { message, customerName: 'd.com e.net f.org' }, form);
    await stage.verdictOf(id);
    expect(await stage.signalsOf(id)).toEqual(['many-links']);
  });

  it('lets channels be told of every request', async () => {
    const ids = await Promise.all([1, 2, 3, 4].map((host) => stage.send(`203.0.${host}.1`)));
    await Promise.all(ids.map(stage.verdictOf));
    expect(await Promise.all(ids.map(stage.deliveriesOf))).toEqual([1, 1, 1, 1]);
    const notices = await stage.service.pool.query("select from deliveries where type = 'notice'");
    expect(notices.rowCount).toBe(0);
  });
});
