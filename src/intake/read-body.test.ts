import { once } from 'node:events';
import { type ClientRequest, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSpool } from '../form-data/create-spool.ts';
import { RequestTimeoutError } from '../submission/request-timeout-error.ts';
import type { PaceLimits } from './body-pace.ts';
import { readBody } from './read-body.ts';

const pieceBytes = 64 * 1024;
const pieces = 32;
const dearMs = 5;

let server: ReturnType<typeof createServer>;

beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => {
  server.close();
});

/** A request whose body comes as `send` says. */
async function requestBody(send: (sending: ClientRequest) => void): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  send(request({ port, method: 'POST' }).on('error', () => {}));
  const [body] = await once(server, 'request');
  return body;
}

function keepBusy(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

/** Tells how often the event loop has come round. */
function countTurns() {
  let turns = 0;
  let immediate = setImmediate(count);
  function count() {
    turns += 1;
    immediate = setImmediate(count);
  }
  return { now: () => turns, stop: () => clearImmediate(immediate) };
}

/** With a reader that needs `dearMs` for each piece, and calls `onPiece`. */
function readDearBody(body: IncomingMessage, pace: PaceLimits, onPiece: () => void): Promise<void> {
  const write = () => {
    onPiece();
    keepBusy(dearMs);
  };
  const reader = { write, end() {} };
  return readBody(body, reader, () => false, {
    spool: createSpool({ directory: '/nowhere', memoryBudgetBytes: pieceBytes }).open(),
    received: { bodyBytes: 0, files: 0 },
    maxBytes: pieces * pieceBytes,
    pace,
    onUnderWay() {},
    isBrokenOff: () => false,
  });
}

it('looks after others between two pieces that take long to read', async () => {
  const body = await requestBody((sending) => sending.end(Buffer.alloc(pieces * pieceBytes)));
  const turns = countTurns();
  const turnsOfPieces: number[] = [];
  const patient = { minBodyBytesPerSecond: 1, bodyRateWindowMs: 30_000, submissionMs: 60_000 };
  await readDearBody(body, patient, () => turnsOfPieces.push(turns.now()));
  turns.stop();
  expect(turnsOfPieces.length).toBeGreaterThan(1);
  expect(turnsOfPieces).toEqual([...new Set(turnsOfPieces)]);
});

it('gives no sender more time for pieces that take long to read', async () => {
  let sent = 0;
  const body = await requestBody((sending) => {
    const timer = setInterval(() => {
      sending.write('a');
      if (++sent === pieces) sending.end();
      if (sent === pieces) clearInterval(timer);
    }, 20);
  });
  const strict = { minBodyBytesPerSecond: 1000, bodyRateWindowMs: 100, submissionMs: 60_000 };
  await expect(readDearBody(body, strict, () => {})).rejects.toThrow(RequestTimeoutError);
});
