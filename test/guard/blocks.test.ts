import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewBlock } from '../../src/triage/guard/block-shape.ts';
import { filesystemStore } from '../reconcile/stores.ts';
import { openErasure } from '../support/erasure.ts';
import { solvedChallenge } from '../support/solved-challenge.ts';
import { type GuardStage, openGuardStage } from './stage.ts';

let stage: GuardStage;

beforeAll(async () => {
  stage = await openGuardStage({ mode: 'hold' });
});

afterAll(() => stage.close());

let networks = 0;

/** Sends a form with a proof from a network of its own. */
async function send(changes: object, from = `10.1.${++networks}.1`): Promise<string> {
  return stage.send(from, changes, { proof: await solvedChallenge(stage.service.address) });
}

const usual = { reason: null, until: null } as const;
const block = (given: Partial<NewBlock> & Pick<NewBlock, 'kind'>) => stage.inbox.blocks.add({ ...usual, ...given });

describe('a blocked address', () => {
  it('is known in other spellings', async () => {
    await block({ kind: 'email', value: 'Bad.Person@müller.example' });
    const spellings = [
      'bad.person@müller.example',
      'BADPERSON@xn--mller-kva.example',
      'b.a.d.person+art@MÜLLER.example',
    ];
    for (const customerEmail of spellings) {
      const id = await send({ customerEmail });
      expect([await stage.verdictOf(id), await stage.signalsOf(id)], customerEmail).toEqual(['held', ['blocked']]);
    }
    expect(await stage.verdictOf(await send({ customerEmail: 'badperson2@müller.example' }))).toBeNull();
  });

  it('is known in plain spelling when it was blocked in another', async () => {
    await block({ kind: 'email', value: 'Wor.se+art@XN--MLLER-KVA.example' });
    expect(await stage.verdictOf(await send({ customerEmail: 'worse@müller.example' }))).toBe('held');
    expect(await stage.verdictOf(await send({ customerEmail: 'worse@muller.example' }))).toBeNull();
  });

  it('is free again when its time is over, and when the block is removed', async () => {
    const customerEmail = 'late@example.org';
    await block({ kind: 'email', value: customerEmail, until: new Date(Date.now() - 1000) });
    expect(await stage.verdictOf(await send({ customerEmail }))).toBeNull();
    const made = await block({ kind: 'email', value: customerEmail });
    expect(await stage.verdictOf(await send({ customerEmail }))).toBe('held');
    if (typeof made === 'string') throw new Error(made);
    expect(await stage.inbox.blocks.remove(made.id)).toBe('removed');
    expect(await stage.verdictOf(await send({ customerEmail }))).toBeNull();
  });

  it('stays blocked after an erasure, which leaves no address behind', async () => {
    const customerEmail = 'gone@erased.example';
    const requestId = await send({ customerEmail });
    await stage.verdictOf(requestId);
    await block({ kind: 'domain', value: 'kept.example', reason: 'Everybody there' });
    await block({ kind: 'domain', requestId, reason: 'Known as Gone' });
    await block({ kind: 'email', value: 'G.one+art@ERASED.example', reason: 'Gone again' });
    const store = await filesystemStore();
    const { eraser } = openErasure(stage.service.pool, store);
    await eraser.erase([requestId], { reason: 'person', actor: { kind: 'system', id: null } });
    await store.close();
    const { rows } = await stage.service.pool.query('select * from guard_blocks where value is null');
    expect(JSON.stringify(rows)).not.toMatch(/gone|erased/i);
    expect(rows.map(({ kind, request_id }) => [kind, request_id])).toEqual([
      ['domain', null],
      ['email', null],
    ]);
    expect(await stage.inbox.blocks.list()).toContainEqual(
      expect.objectContaining({ value: 'kept.example', reason: 'Everybody there' }),
    );
    expect(await stage.verdictOf(await send({ customerEmail }))).toBe('held');
  });

  it('loses its address and reason when a person without a request is erased', async () => {
    await block({ kind: 'email', value: 'Never.Sent@example.org', reason: 'Rude at the fair' });
    const { notices } = openErasure(stage.service.pool, await filesystemStore());
    await notices.forget('neversent@example.org', []);
    const { rows } = await stage.service.pool.query("select * from guard_blocks where kind = 'email'");
    expect(JSON.stringify(rows)).not.toMatch(/never|rude/i);
  });
});

describe('a block', () => {
  it('covers every address of a domain', async () => {
    await block({ kind: 'domain', value: '*.Spam.example.' });
    expect(await stage.verdictOf(await send({ customerEmail: 'a@mail.spam.example' }))).toBe('held');
    expect(await stage.verdictOf(await send({ customerEmail: 'a@notspam.example' }))).toBeNull();
  });

  it('is one of all addresses of a network, by value or from a request', async () => {
    await block({ kind: 'network', value: '10.2.0.0/24' });
    expect(await stage.verdictOf(await send({}, '10.2.0.77'))).toBe('held');
    await block({ kind: 'network', value: '198.51.0.0/16' });
    expect(await stage.verdictOf(await send({}, '198.51.77.3'))).toBe('held');
    await block({ kind: 'network', value: '192.0.2.7' });
    expect(await stage.verdictOf(await send({}, '192.0.2.7'))).toBe('held');
    expect(await stage.verdictOf(await send({}, '192.0.2.8'))).toBeNull();
    const requestId = await send({}, '2001:db8:7:1::1');
    expect(await stage.verdictOf(requestId)).toBeNull();
    expect(await block({ kind: 'network', requestId })).toMatchObject({ value: null });
    expect(await stage.verdictOf(await send({}, '2001:db8:7:2::9'))).toBe('held');
  });

  it.each([
    ['email', 'nobody'],
    ['domain', 'a b'],
    ['network', 'localhost'],
  ] as const)('is refused for what is none of its kind: %s %j', async (kind, value) => {
    expect(await block({ kind, value })).toBe('not-a-value');
  });
});
