import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSpool } from '../form-data/create-spool.ts';
import { createFilesystemObjectStore } from '../objects/filesystem.ts';
import { createSubmissionRecords } from '../records/create-submission-records.ts';
import { createAdmission } from './admission.ts';
import { createApp } from './app.ts';

let directory: string;
let app: ReturnType<typeof createApp>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'app-'));
  app = createApp({
    publicPath: '/',
    allowedOrigins: [],
    documents: [],
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
    log: pino({ level: 'silent' }),
    redact: (text) => text,
    drainMs: 100,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true, force: true });
});

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
