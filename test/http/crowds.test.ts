import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeForm, filePart, payloadPart, postForm, postParts } from '../support/form.ts';
import { connectRaw, type RawConnection } from '../support/raw-connection.ts';
import { rawHead, rawRequest } from '../support/raw-request.ts';
import { startTestService, type TestService } from '../support/service.ts';

const mebibyte = 1024 * 1024;
const large = encodeForm([payloadPart(), filePart('a.png', Buffer.alloc(200_000, 'a'))]);
const small = encodeForm([payloadPart(), filePart('a.png', 'a')]);

let service: TestService;
let clients: RawConnection[];

async function open(): Promise<RawConnection> {
  const client = await connectRaw(service.port);
  clients.push(client);
  return client;
}

afterEach(async () => {
  for (const client of clients) client.destroy();
  await service.close();
});

describe('a service in which as many small bodies as the memory allows wait for their senders', () => {
  const most = 48;

  /** Announces a small body and sends none of it. */
  async function announceSmallBody(): Promise<number> {
    const client = await open();
    await client.send(rawHead({ headers: { 'content-length': String(small.length), expect: '100-continue' } }));
    return (await client.nextAnswer()).status;
  }

  beforeEach(async () => {
    clients = [];
    service = await startTestService({ SPOOL_MEMORY_BYTES: String(4 * mebibyte) });
    const announced = Array.from({ length: most }, () => announceSmallBody());
    expect(new Set(await Promise.all(announced))).toEqual(new Set([100]));
  });

  it('rejects another before its body', async () => {
    expect(await announceSmallBody()).toBe(503);
  });

  it('accepts one that arrives whole, and uploads', async () => {
    const client = await open();
    await client.send(rawRequest(small));
    expect((await client.nextAnswer()).status).toBe(201);
    expect((await postForm(service.endpoint, large)).status).toBe(201);
  });

  it('accepts another when one is over', async () => {
    clients[0]?.destroy();
    await expect.poll(announceSmallBody).toBe(100);
  });
});

describe('a service whose memory is full of the long bodies under way', () => {
  const long = encodeForm([payloadPart(), filePart('a.png', Buffer.alloc(9 * mebibyte, 'a'))]);
  const head = rawHead({ headers: { 'content-length': String(long.length), expect: '100-continue' } });
  let first: RawConnection;

  /** Announces a long body. The service asks for it when it has memory. */
  async function announce(): Promise<RawConnection> {
    const client = await open();
    await client.send(head);
    return client;
  }

  async function complete(client: RawConnection): Promise<void> {
    await client.send(long);
    expect((await client.nextAnswer()).status).toBe(201);
  }

  beforeEach(async () => {
    clients = [];
    service = await startTestService({ SPOOL_MEMORY_BYTES: String(16 * mebibyte) });
    first = await announce();
    expect((await first.nextAnswer()).status).toBe(100);
  });

  it('asks for the next one when one is over', async () => {
    const next = await announce();
    const asked = next.nextAnswer();
    expect((await postForm(service.endpoint, small)).status).toBe(201);
    await complete(first);
    expect((await asked).status).toBe(100);
    await complete(next);
  });

  it('stores nothing of a client that goes away while it waits', async () => {
    (await announce()).destroy();
    const next = await announce();
    await complete(first);
    expect((await next.nextAnswer()).status).toBe(100);
    await complete(next);
    expect(await service.stored()).toMatchObject({ requests: 2, files: 2, intents: 0, spoolFiles: 0 });
  });
});

describe('a service with as many connections open as may be', () => {
  const notices = () => service.logLines.filter(({ msg }) => String(msg).includes('MAX_CONNECTIONS'));

  beforeEach(async () => {
    clients = [];
    service = await startTestService({ MAX_CONNECTIONS: '5' });
    for (let count = 0; count < 5; count += 1) await (await open()).send('GET /healthz');
  });

  it('closes others at once and says so once', async () => {
    for (let count = 0; count < 3; count += 1) await (await open()).untilClosed();
    expect(notices()).toHaveLength(1);
    clients[0]?.destroy();
    await expect
      .poll(async () => (await postParts(service.endpoint, [payloadPart()]).catch(() => null))?.status)
      .toBe(201);
  });

  it('closes those that wait without a request, to make room', async () => {
    await clients[0]?.send(' HTTP/1.1\r\nHost: a\r\n\r\n');
    expect((await clients[0]?.nextAnswer())?.status).toBe(200);
    await (await open()).untilClosed();
    await clients[0]?.untilClosed();
    expect((await postParts(service.endpoint, [payloadPart()])).status).toBe(201);
  });
});
