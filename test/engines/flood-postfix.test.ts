import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChannels } from '../../src/deliveries/channels/create-channels.ts';
import { createNewKeyRing } from '../deliveries/stage.ts';
import { actor, type GuardStage, openGuardStage } from '../guard/stage.ts';
import { customers } from '../mail/stage.ts';
import { addChannel } from '../support/add-channel.ts';
import { type Postfix, startPostfix } from '../support/postfix.ts';
import { solvedChallenge } from '../support/solved-challenge.ts';

const forms = 320;
const atOnce = 20;
const victim = (number: number) => `victim${number}@example.org`;

let postfix: Postfix;
let stage: GuardStage;

beforeAll(async () => {
  postfix = await startPostfix();
  stage = await openGuardStage(
    { mode: 'hold' },
    { SMTP_URL: `smtp://127.0.0.1:${postfix.port}`, MAIL_FROM: 'Lindenhof <studio@example.org>' },
  );
  const channels = createChannels(stage.service.pool, createNewKeyRing());
  await addChannel(channels, { kind: 'mail', name: 'Mail', types: ['request.created'], mail: customers });
});

afterAll(async () => {
  await stage?.close();
  await postfix?.stop();
});

/** Sends the forms of a script that knows other people's addresses, each from a network of its own. */
async function flood(from: number, to: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let number = from; number < to; number += atOnce) {
    const sent = Array.from({ length: atOnce }, (_, index) => number + index).map((one) =>
      stage.send(`198.${Math.floor(one / 250)}.${one % 250}.1`, { customerEmail: victim(one) }),
    );
    ids.push(...(await Promise.all(sent)));
  }
  return ids;
}

describe('a flood of forms with other people’s addresses, while the guard holds', () => {
  it('leads to no mail to them, and a customer in between gets the confirmation', async () => {
    const before = await flood(0, forms / 2);
    const proof = await solvedChallenge(stage.service.address);
    const own = await stage.send('203.0.113.1', { customerEmail: 'zoe@example.org' }, { proof });
    const ids = [...before, ...(await flood(forms / 2, forms))];
    expect(ids).toHaveLength(forms);
    const text = 'select hold, count(*)::int as count from commission_requests group by hold order by count';
    const verdicts = async () => (await stage.service.pool.query(text)).rows;
    await expect.poll(verdicts).toEqual([
      { hold: null, count: 1 },
      { hold: 'held', count: forms },
    ]);
    await expect.poll(() => postfix.recipients()).toEqual(['zoe@example.org']);
    expect(await stage.deliveriesOf(own)).toBeGreaterThan(0);
    // Whoever is released gets what waited. By then everything that was due before has been sent.
    expect(await stage.inbox.holds.release({ ids: ids.slice(7, 8) }, actor)).toBe(1);
    await expect.poll(() => postfix.recipients()).toEqual(['zoe@example.org', victim(7)]);
    expect(await postfix.mails()).toHaveLength(2);
  });
});
