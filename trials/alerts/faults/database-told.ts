import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { startReceiver } from '../receiver.ts';
import { send } from '../traffic.ts';

const pollMs = 200;
const patienceMs = 60_000;
const fileBytes = 20_000;

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const giveUpAt = Date.now() + patienceMs; !(await isSo()); await sleep(pollMs)) {
    if (Date.now() > giveUpAt) throw new Error(`${what} after ${patienceMs / 1000} s`);
  }
}

export const keptObjects: Fault = {
  broken: 'a request with a file is erased while the store answers DELETE with 403',
  alerts: ['CommissionsErasureIncomplete'],
  async begin({ front, door, database, command }) {
    const id = await send(front.endpoint, fileBytes);
    door.refusesDeletes = true;
    await command(['requests', 'erase', String(id)], [3]);
    return async () => {
      door.refusesDeletes = false;
      // Its next attempt may be minutes away.
      await database.query('update upload_intents set next_attempt_at = now() where next_attempt_at is not null');
    };
  },
};

export const oldBackup: Fault = {
  broken: 'a back-up is made, and its time in the database set back by three days',
  alerts: ['CommissionsBackupOld'],
  async begin({ directory, database, command }) {
    const backup = () => command(['backup', join(directory, 'backups')]);
    await backup();
    await database.query("update service_state set backed_up_at = backed_up_at - interval '3 days'");
    return async () => void (await backup());
  },
};

export const refusingReceiver: Fault = {
  broken: 'a webhook answers 500; the first failed attempt is set back by two hours',
  alerts: ['CommissionsChannelBroken'],
  async begin({ front, database, command }) {
    const receiver = await startReceiver();
    receiver.status = 500;
    const added = await command(['channels', 'add', 'webhook', receiver.url, '--name', 'refusing', '--json']);
    const { id } = JSON.parse(added) as { id: string };
    await send(front.endpoint);
    const age =
      "update delivery_attempts set ended_at = ended_at - interval '2 hours' where channel_id = $1 returning 1";
    await until('No delivery has failed', async () => (await database.query(age, [id])).length > 0);
    return async () => {
      receiver.status = 204;
      receiver.received = 0;
      await until('No delivery has come', async () => receiver.received > 0);
      await command(['channels', 'remove', id]);
      await receiver.close();
    };
  },
};

export const unreadRequest: Fault = {
  broken: 'a request that is NEW is set back by eight days',
  alerts: ['CommissionsNobodyReads'],
  async begin({ front, database, command }) {
    const id = await send(front.endpoint);
    await database.query("update commission_requests set created_at = now() - interval '8 days' where id = $1", [id]);
    return async () => void (await command(['requests', 'status', String(id), 'ACCEPTED']));
  },
};
