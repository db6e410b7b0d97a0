import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Fault } from '../fault.ts';
import { every, flood, send } from '../traffic.ts';

const fileBytes = 20_000;
/** Over 64 KiB a body takes a slot. */
const uploadBytes = 100_000;
const slotCount = 4;
const slowBytes = 50 * 2 ** 20;
/** Faster than what the service takes a slot away for. */
const bytesASecond = 24 * 1024;

export const foreignCredentials: Fault = {
  broken: 'one process is started with credentials that the bucket does not know; customers send it files',
  alerts: ['CommissionsSubmissionsFailing'],
  async begin({ worker }) {
    await worker.stop();
    await worker.start({ AWS_SECRET_ACCESS_KEY: 'not-the-secret' });
    const customers = every(250, () => send(worker.endpoint, fileBytes));
    return async () => {
      await customers.stop();
      await worker.stop();
      await worker.start();
    };
  },
};

export const slowSenders: Fault = {
  broken: 'slow uploads hold all slots (MAX_UPLOADS=4) while customers send files of 100 KB',
  alerts: ['CommissionsSubmissionsRefused'],
  async begin({ front }) {
    const slow = await Promise.all(Array.from({ length: slotCount }, () => startSlowUpload(front.endpoint)));
    const drops = every(1000, async () => {
      for (const socket of slow) socket.write(Buffer.alloc(bytesASecond, 'x'));
    });
    const customers = every(300, () => send(front.endpoint, uploadBytes));
    return async () => {
      await drops.stop();
      for (const socket of slow) socket.destroy();
      await customers.stop();
    };
  },
};

async function startSlowUpload(endpoint: string): Promise<Socket> {
  const { hostname, port, pathname, host } = new URL(endpoint);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket
    .resume()
    .write(
      `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: multipart/form-data; boundary=b\r\n` +
        `Content-Length: ${slowBytes}\r\n\r\n--b\r\nContent-Disposition: form-data; name="payload"\r\n\r\n` +
        '{"customerName":"Ada Example","customerEmail":"ada@example.org","message":"Soon."}\r\n--b\r\n' +
        'Content-Disposition: form-data; name="files"; filename="slow.png"\r\nContent-Type: image/png\r\n\r\n',
    );
  return socket;
}

export const slowStore: Fault = {
  broken: 'a proxy in front of the bucket holds each PUT for seven seconds; customers send files',
  alerts: ['CommissionsStoreSlow'],
  async begin({ front, door }) {
    door.putDelayMs = 7000;
    const customers = every(250, () => send(front.endpoint, fileBytes));
    return async () => {
      door.putDelayMs = 0;
      await customers.stop();
    };
  },
};

export const wave: Fault = {
  broken: 'ten customers at a time send to both processes, as fast as they can',
  alerts: ['CommissionsSpamWave'],
  async begin({ front, worker }) {
    const crowds = [front, worker].map(({ endpoint }) => flood(5, () => send(endpoint)));
    return async () => void (await Promise.all(crowds.map((crowd) => crowd.stop())));
  },
};
