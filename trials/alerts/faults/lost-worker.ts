import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import type { Stage } from '../stage.ts';
import { send } from '../traffic.ts';

const pollMs = 100;
const patienceMs = 30_000;
const fileBytes = 20_000;

export const lostWorker: Fault = {
  broken:
    'the process with the role upkeep is killed in the middle of an upload; what is then due, and the lease of that ' +
    'upload, are set back by two hours',
  alerts: ['CommissionsDown', 'CommissionsDeliveriesStuck', 'CommissionsIntentsStuck'],
  async begin(stage) {
    const { worker, front, database } = stage;
    await killInTheMiddle(stage);
    await send(front.endpoint);
    const ago = "- interval '2 hours'";
    await database.query(`update deliveries set due_at = due_at ${ago} where state = 'pending' and attempt = 0`);
    await database.query(`update upload_intents set lease_until = lease_until ${ago} where state = 'PENDING'`);
    return () => worker.start();
  },
};

/** Leaves an upload that has begun and that nobody owns. */
async function killInTheMiddle({ worker, door, database }: Stage): Promise<void> {
  door.putDelayMs = patienceMs;
  const sent = send(worker.endpoint, fileBytes);
  const begun = "select from upload_intents where state = 'PENDING'";
  for (const giveUpAt = Date.now() + patienceMs; (await database.query(begun)).length === 0; await sleep(pollMs)) {
    if (Date.now() > giveUpAt) throw new Error('The upload does not begin');
  }
  await worker.kill();
  door.putDelayMs = 0;
  await sent;
}
