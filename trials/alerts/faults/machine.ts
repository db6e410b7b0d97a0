import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fault } from '../fault.ts';
import { every, flood } from '../traffic.ts';

const fillMs = 250;
const pieceBytes = 2 ** 19;
/** Of a disk of 96 MiB with a floor of 32. */
const mostBytes = 72 * 2 ** 20;

export const fillingDisk: Fault = {
  broken: 'a file grows by 2 MiB a second on the disk of both processes, until less than the floor is free',
  alerts: ['CommissionsDiskFullWithinADay', 'CommissionsDiskFull'],
  async begin({ directory }) {
    const file = join(directory, 'disk', 'filler');
    let written = 0;
    const filling = every(fillMs, async () => {
      if (written >= mostBytes) return;
      written += pieceBytes;
      await appendFile(file, Buffer.alloc(pieceBytes, 'x'));
    });
    return async () => {
      await filling.stop();
      await rm(file);
    };
  },
};

export const stoppedDatabase: Fault = {
  broken: 'PostgreSQL is stopped',
  alerts: ['CommissionsNotReady'],
  async begin({ database }) {
    await database.stop();
    return database.start;
  },
};

export const guessedPasswords: Fault = {
  broken: 'four clients try passwords at the inbox, as fast as they can',
  alerts: ['CommissionsSignInAttack'],
  async begin({ front }) {
    const guess = () =>
      fetch(`${front.inboxAddress}/api/operator/v1/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ email: 'owner@example.org', password: 'a guess of the password' }),
      }).then((response) => response.arrayBuffer());
    const crowd = flood(4, guess);
    return () => crowd.stop();
  },
};
