import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectRaw, type RawConnection } from '../../../test/support/raw-connection.ts';
import { drain } from './drain.ts';

const limits = { maxBytes: 1000, timeMs: 60_000, idleMs: 50 };

let server: Server;
let client: RawConnection;
let body: Socket;

beforeEach(async () => {
  server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const accepted = once(server, 'connection');
  client = await connectRaw(port);
  [body] = (await accepted) as [Socket];
});

afterEach(() => {
  client.destroy();
  body.destroy();
  server.close();
});

describe('the rest of a body', () => {
  it('is drained to its end', async () => {
    const outcome = drain(body, { ...limits, idleMs: 60_000 });
    await client.send('rest');
    client.finish();
    expect(await outcome).toBe('drained');
  });

  it('is given up when its sender is silent, or sends too much', async () => {
    expect(await drain(body, limits)).toBe('given-up');
    const outcome = drain(body, { ...limits, idleMs: 60_000 });
    await client.send('x'.repeat(1001));
    expect(await outcome).toBe('given-up');
  });

  it('is read on when it came in time while the process was busy', async () => {
    const outcome = drain(body, limits);
    const sent = client.send('rest');
    client.finish();
    for (const start = performance.now(); performance.now() - start < 2 * limits.idleMs; );
    await sent;
    expect(await outcome).toBe('drained');
  });
});
