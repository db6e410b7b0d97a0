import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createSlices, limitTurn } from './event-loop.ts';

/** Resolves with whether the event loop has gone on meanwhile. */
async function goesOn(wait: () => Promise<void>): Promise<boolean> {
  let hasGoneOn = false;
  setImmediate(() => {
    hasGoneOn = true;
  });
  await wait();
  return hasGoneOn;
}

describe('slices of work', () => {
  it('end the turn of the event loop once they are over, and not before', async () => {
    expect(await goesOn(createSlices(60_000))).toBe(false);
    expect(await goesOn(createSlices(0))).toBe(true);
  });
});

const server = createServer();

afterEach(() => {
  server.close();
  server.closeAllConnections();
});

/** Resolves with a request for the body. All of it is on its way when its first chunk is read. */
async function requestOf(head: string, body: string): Promise<IncomingMessage> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1').on('error', () => {});
  client.write(`POST / HTTP/1.1\r\nHost: a\r\n${head}\r\n\r\n`);
  const [request] = await once(server, 'request');
  client.write(body);
  return request;
}

/** Resolves at the end of the body, with the number of chunks in each turn of the event loop. */
async function readInTurns(body: IncomingMessage): Promise<number[]> {
  const turns: number[] = [];
  let chunks = 0;
  function endTurn() {
    turns.push(chunks);
    chunks = 0;
  }
  body.on(
    'data',
    limitTurn(body.socket, () => {
      if (chunks === 0) setImmediate(endTurn);
      chunks += 1;
    }),
  );
  await once(body, 'end');
  await new Promise(setImmediate);
  return turns;
}

describe('the limit of a turn', () => {
  it('reads a connection no further in a turn that has delivered many chunks, and all of it in later turns', async () => {
    const chunks = 100_000;
    const body = await requestOf('Transfer-Encoding: chunked', `${'1\r\na\r\n'.repeat(chunks)}0\r\n\r\n`);
    const turns = await readInTurns(body);
    expect(turns.reduce((a, b) => a + b)).toBe(chunks);
    // Two reads of 64 KiB, of 6 bytes each chunk.
    expect(Math.max(...turns)).toBeLessThan(22_000);
  });
});
