import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSpool } from '../form-data/create-spool.ts';
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

/** The body of a request of this many bytes that are all there before any is read. */
async function arrivedBody(bytes: number): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  const sending = request({ port, method: 'POST' }).on('error', () => {});
  sending.end(Buffer.alloc(bytes));
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

it('looks after others between two pieces that take long to read', async () => {
  const body = await arrivedBody(pieces * pieceBytes);
  const turns = countTurns();
  const turnsOfPieces: number[] = [];
  const reader = {
    write() {
      turnsOfPieces.push(turns.now());
      keepBusy(dearMs);
    },
    end() {},
  };
  const received = { bodyBytes: 0, files: 0 };
  await readBody(body, {
    reader,
    spool: createSpool({ directory: '/nowhere', memoryBudgetBytes: pieceBytes }).open(),
    received,
    maxBytes: pieces * pieceBytes,
    pace: { minBodyBytesPerSecond: 1, bodyRateWindowMs: 30_000, submissionMs: 60_000 },
    onUnderWay() {},
    isBrokenOff: () => false,
    isDecided: () => false,
  });
  turns.stop();
  expect(received.bodyBytes).toBe(pieces * pieceBytes);
  expect(turnsOfPieces).toEqual([...new Set(turnsOfPieces)]);
});
