import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createSpool } from '../form-data/create-spool.ts';
import { createFilesystemObjectStore } from '../objects/filesystem.ts';
import { createSubmissionRecords } from '../records/create-submission-records.ts';
import { createAdmission } from './admission.ts';
import { createApp } from './app.ts';
import type { PublishedDocument } from './documents.ts';

const drainMs = 100;

function publish(path: string, read: PublishedDocument['read']): PublishedDocument {
  return { path, mediaType: 'text/plain; charset=utf-8', read, encoded: [], caching: 'revalidated' };
}

async function readLate(): Promise<Buffer> {
  await sleep(3 * drainMs);
  return Buffer.from('the late text');
}

const documents = [
  publish('/small', async () => Buffer.from('the text')),
  // More than the system's buffers hold.
  publish('/large', async () => Buffer.alloc(64 * 1024 * 1024, 'a')),
  { ...publish('/unfit', async () => Buffer.from('the text')), mediaType: 'text/plain\f' },
  publish('/late', readLate),
  publish('/late-too', readLate),
];

const log = pino({ level: 'silent' });

let directory: string;
let app: ReturnType<typeof createApp>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'app-'));
  app = createApp({
    publicPath: '/',
    allowedOrigins: [],
    documents,
    // Every submission is refused, so that neither store is ever asked.
    hasBucket: false,
    apiRevision: 'later',
    maxRequestBytes: 1000,
    stores: {
      records: createSubmissionRecords(new Pool(), { leaseMs: 1000, graceMs: 1000 }),
      objects: createFilesystemObjectStore({ directory, bucket: 'attachments' }),
      abandonLater: () => {},
    },
    uploadLimits: { leaseMs: 1000, putMs: 500, attempts: 1, submissionMs: 1000 },
    pace: { minBodyBytesPerSecond: 0, bodyRateWindowMs: 1000, submissionMs: 1000 },
    admission: createAdmission({
      maxUploads: 1,
      maxSpoolBytes: 1000,
      maxRequestBytes: 1000,
      busyMinBodyBytesPerSecond: 0,
    }),
    readiness: async () => {},
    headersMs: 1000,
    shutdownGraceMs: 1000,
    spool: createSpool({ directory, memoryBudgetBytes: 1000 }),
    log,
    redact: (text) => text,
    drainMs,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true, force: true });
});

/** A client that has sent this and reads nothing yet, and the service's end of its connection. */
async function connectWith(message: string) {
  const { port } = app.server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1').on('error', () => {});
  const [connection] = (await once(app.server, 'connection')) as [Socket];
  client.write(message);
  return { client, connection };
}

it('lets a client go that stops sending behind the verdict (C11)', async () => {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write('POST /api/v1/commissions HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nsome bytes');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  await once(socket, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 500 .*"BUCKET_NAME is not set"}$/s);
});

const get = (path: string, header = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${header}\r\n`;

it.each([
  ['a request', get('/large')],
  ['pipelined requests', get('/large').repeat(3)],
  ['a request behind another one', get('/late') + get('/large')],
  ['a request whose body it does not finish', `${get('/large', 'Content-Length: 9\r\n')}some`],
])(
  'lets a client go that does not read the answer to %s',
  async (_, message) => {
    const { client, connection } = await connectWith(message);
    await once(connection, 'close');
    client.destroy();
  },
  5000,
);

it('answers a pipelined request however late the answer before it comes, and later ones', async () => {
  const { client } = await connectWith(get('/late-too') + get('/small'));
  const answers = text(client);
  await sleep(6 * drainMs);
  client.write(get('/small', 'Connection: close\r\n'));
  expect(await answers).toMatch(/the late text.*the text.*the text$/s);
});

it('lets a client go that reads no answer to what is no request, and ends its side', async () => {
  const { client, connection } = await connectWith('');
  // The system's buffer is full already.
  connection.write(Buffer.alloc(64 * 1024 * 1024));
  client.end('nonsense\r\n\r\n');
  await once(connection, 'close');
  client.destroy();
}, 5000);

it('needs no timer for an answer that the system takes at once', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const { client } = await connectWith(get('/small', 'Connection: close\r\n'));
  expect(await text(client)).toMatch(/the text$/);
  expect(timers).not.toHaveBeenCalledWith(expect.anything(), drainMs);
  timers.mockRestore();
});

it('closes the connection, and logs it, where an answer cannot be written', async () => {
  const logged = vi.spyOn(log, 'error');
  const { client } = await connectWith(get('/unfit'));
  expect(await text(client)).toBe('');
  expect(logged).toHaveBeenCalledWith({ err: expect.any(Error) }, 'An answer could not be written');
  logged.mockRestore();
}, 5000);
