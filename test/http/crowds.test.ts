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

describe('when as many small bodies as the memory allows wait for their senders', () => {
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

describe('when as many connections are open as may be', () => {
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
