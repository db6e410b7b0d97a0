import { once } from 'node:events';
import { type ClientRequest, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RequestTimeoutError } from '../../platform/failure/errors.ts';
import { createSpool } from '../spool/create-spool.ts';
import type { PaceLimits } from './body-pace.ts';
import { readBody } from './read-body.ts';

const chunkBytes = 64 * 1024;
const chunks = 32;
const chunkReadMs = 5;
const patient = { minBodyBytesPerSecond: 1, bodyRateWindowMs: 30_000, submissionMs: 60_000 };

let server: ReturnType<typeof createServer>;

beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => {
  server.close();
});

/** Resolves with a request whose body `send` sends. */
async function requestBody(send: (sending: ClientRequest) => void): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  send(request({ port, method: 'POST' }).on('error', () => {}));
  const [body] = await once(server, 'request');
  return body;
}

function keepBusy(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

/** Counts the turns of the event loop. */
function countTurns() {
  let turns = 0;
  let immediate = setImmediate(count);
  function count() {
    turns += 1;
    immediate = setImmediate(count);
  }
  return { now: () => turns, stop: () => clearImmediate(immediate) };
}

/** Reads the body with a reader that needs `chunkReadMs` for each chunk and calls `onChunk`. */
function readSlowly(body: IncomingMessage, pace: PaceLimits, onChunk: () => void): Promise<void> {
  const write = () => {
    onChunk();
    keepBusy(chunkReadMs);
  };
  const reader = { write, end() {} };
  return readBody(body, reader, () => false, {
    spool: createSpool({ directory: '/nowhere', memoryBudgetBytes: chunkBytes }).open(),
    received: { bodyBytes: 0, files: 0, hasMisnamedFile: false },
    maxBytes: chunks * chunkBytes,
    pace,
    onUnderWay() {},
    isBrokenOff: () => false,
  });
}

describe('the reader of a body', () => {
  it('serves others between two chunks that take long to read', async () => {
    const body = await requestBody((sending) => sending.end(Buffer.alloc(chunks * chunkBytes)));
    const turns = countTurns();
    const turnsOfChunks: number[] = [];
    await readSlowly(body, patient, () => turnsOfChunks.push(turns.now()));
    turns.stop();
    expect(turnsOfChunks.length).toBeGreaterThan(1);
    expect(turnsOfChunks).toEqual([...new Set(turnsOfChunks)]);
  });

  it('reads two chunks that take long in two turns, though they arrive together on two connections', async () => {
    const bodies = [await requestBody((sending) => sending.end('a')), await requestBody((sending) => sending.end('a'))];
    await expect.poll(() => bodies.every((body) => body.complete)).toBe(true);
    const turns = countTurns();
    const turnsOfChunks: number[] = [];
    await Promise.all(bodies.map((body) => readSlowly(body, patient, () => turnsOfChunks.push(turns.now()))));
    turns.stop();
    expect(turnsOfChunks).toHaveLength(2);
    expect(new Set(turnsOfChunks).size).toBe(2);
  });

  it('gives no sender more time for chunks that take long to read', async () => {
    let sent = 0;
    const body = await requestBody((sending) => {
      const timer = setInterval(() => {
        sending.write('a');
        if (++sent === chunks) sending.end();
        if (sent === chunks) clearInterval(timer);
      }, 20);
    });
    const strict = { minBodyBytesPerSecond: 1000, bodyRateWindowMs: 100, submissionMs: 60_000 };
    await expect(readSlowly(body, strict, () => {})).rejects.toThrow(RequestTimeoutError);
  });
});
