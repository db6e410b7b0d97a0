import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { createChannels } from '../../src/deliveries/channels/create-channels.ts';
import { keysOf } from '../../src/platform/secrets/key-file.ts';
import { createKeyRing } from '../../src/platform/secrets/key-ring.ts';
import { addressOf, type MailBehaviour, mailBehaviours, type TrialMailServer } from './mail-server.ts';
import type { Queue } from './queue.ts';
import type { Workers } from './workers.ts';

interface MailTrial {
  readonly pool: Pool;
  readonly queue: Queue;
  readonly server: TrialMailServer;
  readonly workers: Workers;
  readonly mails: number;
  say(line: string): void;
}

const kills = 3;
const killPauseMs = 1500;
const pollMs = 100;
const patienceMs = 5 * 60_000;

/** The possible final states of a mail. A kill can also leave `uncertain`, while a second try may be in progress. */
const endings: Readonly<Record<MailBehaviour, readonly string[]>> = {
  takes: ['delivered', 'uncertain'],
  refuses: ['failed', 'uncertain'],
  'refuses-for-now': ['pending', 'sending', 'uncertain'],
  'breaks-before': ['pending', 'sending', 'uncertain'],
  'breaks-behind': ['uncertain'],
};

/**
 * Sends mails to customers through a server that rejects mails and breaks connections, while sending processes are
 * killed. Returns true when no mail arrived twice, every delivered mail arrived, and each mail ended as its fault
 * requires.
 */
export async function playMails({ pool, queue, server, workers, mails, say }: MailTrial): Promise<boolean> {
  const mail = { audience: 'customers', language: 'en', messages: false } as const;
  const added = await createChannels(
    pool,
    createKeyRing(async () => keysOf([])),
  ).add({
    kind: 'mail',
    name: 'Customers',
    types: ['request.created'],
    mail,
    createdBy: null,
  });
  if (typeof added === 'string' || 'fault' in added) throw new Error('There is room for the trial');
  const { id } = added.channel;
  const each = Math.ceil(mails / mailBehaviours.length);
  const ids = new Map<MailBehaviour, readonly string[]>();
  for (const behaviour of mailBehaviours) ids.set(behaviour, await queue.fill(id, each, addressOf(behaviour)));
  for (let killed = 0; killed < kills; killed += 1) {
    await sleep(killPauseMs);
    workers.killOne();
  }
  for (const giveUpAt = Date.now() + patienceMs; (await queue.untried([id])) > 0; await sleep(pollMs)) {
    await queue.releaseKilled();
    if (Date.now() > giveUpAt) throw new Error('The mails do not come to their end');
  }
  let isRight = true;
  for (const [behaviour, expected] of ids) isRight = (await judge(behaviour, expected)) && isRight;
  return isRight;

  async function judge(behaviour: MailBehaviour, expected: readonly string[]): Promise<boolean> {
    const text = 'select id, state from deliveries where id = any($1)';
    const { rows } = await pool.query<{ id: string; state: string }>(text, [expected]);
    const came = ({ id }: { readonly id: string }) => server.whole.get(id) ?? 0;
    const counts = new Map<string, number>();
    for (const { state } of rows) counts.set(state, (counts.get(state) ?? 0) + 1);
    const faults = [
      ...rows.filter((row) => came(row) > 1).map(({ id }) => `${id} came more than once`),
      ...rows.filter((row) => row.state === 'delivered' && came(row) === 0).map(({ id }) => `${id} never came`),
      ...rows.filter(({ state }) => !endings[behaviour].includes(state)).map(({ id, state }) => `${id} is ${state}`),
    ];
    const states = [...counts].map(([state, count]) => `${count} ${state}`).sort();
    say(`a mail server that ${behaviour}: ${states.join(', ')}; came whole ${rows.filter(came).length}`);
    for (const fault of faults.slice(0, 5)) say(`VIOLATION ${fault}`);
    return faults.length === 0 && rows.length === expected.length;
  }
}
