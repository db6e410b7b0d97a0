import { createServer, type ServerResponse } from 'node:http';
import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { Pool } from 'pg';
import { groupArrived, insertRequests, rowOf } from '../../src/intake/records/begin-query.ts';
import type { Payload } from '../../src/intake/submission/payload.ts';
import { createSubmission } from '../../src/intake/submission/submission.ts';

interface Arrived {
  readonly response: ServerResponse;
  readonly row: ReturnType<typeof rowOf>;
}

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 2 });
const text = `with ${groupArrived}, submitted as (select * from arrived) ${insertRequests}`;
const unknownClient = { ipAddress: null, userAgent: null, language: null };
let arrived: Arrived[] = [];
let senders = 0;

/**
 * The minimal work of a Node server for a submission without files: it finds the payload by two searches, validates
 * nothing, and inserts everything that arrived in the meantime with one statement.
 */
const server = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece) => pieces.push(piece));
  request.on('end', () => {
    arrived.push({ response, row: readRow(Buffer.concat(pieces)) });
    if (senders < 2) void sendAll();
  });
});

function readRow(body: Buffer) {
  const json = body.toString('utf8', body.indexOf('\r\n\r\n'), body.lastIndexOf('\r\n--'));
  const payload: Payload = JSON.parse(json);
  return rowOf(createSubmission(payload, unknownClient, []));
}

async function sendAll(): Promise<void> {
  senders += 1;
  await turnOfEventLoop();
  while (arrived.length > 0) {
    const group = arrived;
    arrived = [];
    await pool.query({ name: 'insert', text, values: [JSON.stringify(group.map(({ row }) => row))] });
    for (const one of group) respond(one);
    await turnOfEventLoop();
  }
  senders -= 1;
}

function respond({ response, row }: Arrived): void {
  const body = JSON.stringify({ id: row.id, createdAt: row.created_at });
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
}

process.once('SIGTERM', () => process.exit(0));
server.listen(Number(process.env.PORT), '127.0.0.1');
