import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { encodeForm, filePart, payloadPart, postForm, postParts } from '../support/form.ts';
import { connectRaw, type RawAnswer, type RawConnection } from '../support/raw-connection.ts';
import { rawHead, rawRequest } from '../support/raw-request.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let held: RawConnection[] = [];

const large = encodeForm([payloadPart(), filePart('a.png', Buffer.alloc(200_000, 'a'))]);
const small = encodeForm([payloadPart(), filePart('a.png', 'a')]);
const busy = { status: 503, body: { error: 'Service busy' } };

beforeAll(async () => {
  service = await startTestService({ MAX_UPLOADS: '2' });
});

afterEach(() => {
  for (const client of held) client.destroy();
  held = [];
});

afterAll(() => service.close());

/** Starts an upload that does not end. */
async function holdUpload(): Promise<RawConnection> {
  const client = await connectRaw(service.port);
  held.push(client);
  await client.send(rawHead({ headers: { 'content-length': String(large.length), expect: '100-continue' } }));
  expect((await client.nextAnswer()).status).toBe(100);
  return client;
}

describe('when as many uploads are under way as may be', () => {
  it('another is answered 503 with Retry-After, though it has been sent whole', async () => {
    await holdUpload();
    await holdUpload();
    const { status, body, headers } = await postForm(service.endpoint, large);
    expect({ status, body }).toEqual(busy);
    expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(await service.stored()).toMatchObject({ requests: 0, spoolFiles: 0 });
  });

  it('another that waits for 100 Continue is rejected before its body', async () => {
    await holdUpload();
    await holdUpload();
    const client = await connectRaw(service.port);
    held.push(client);
    await client.send(rawHead({ headers: { 'content-length': String(large.length), expect: '100-continue' } }));
    expect(await client.nextAnswer()).toMatchObject({ status: 503 });
  });

  it('small submissions still pass', async () => {
    await holdUpload();
    await holdUpload();
    expect((await postForm(service.endpoint, small)).status).toBe(201);
    expect((await postParts(service.endpoint, [payloadPart()])).status).toBe(201);
  });

  it('the next is admitted when one is over, or its client is gone', async () => {
    const first = await holdUpload();
    const second = await holdUpload();
    await first.send(large);
    expect(await first.nextAnswer()).toMatchObject({ status: 201 });
    expect((await postForm(service.endpoint, large)).status).toBe(201);
    await holdUpload();
    second.destroy();
    await expect.poll(async () => (await postForm(service.endpoint, large)).status).toBe(201);
  });

  it('a body of an unannounced length counts as an upload', async () => {
    await holdUpload();
    await holdUpload();
    const client = await connectRaw(service.port);
    held.push(client);
    await client.send(rawHead({ headers: { 'transfer-encoding': 'chunked' } }));
    expect(await client.nextAnswer()).toMatchObject({ status: 503 });
  });

  it('what its headers condemn gets that verdict', async () => {
    await holdUpload();
    await holdUpload();
    const client = await connectRaw(service.port);
    held.push(client);
    await client.send(rawRequest(large, { headers: { 'content-type': 'text/plain' } }));
    expect(await client.nextAnswer()).toMatchObject({ status: 500 });
  });
});

describe('when the uploads under way are slow', () => {
  /** Continues an upload at this rate until it receives a response or everything is sent. */
  async function sendSlowly(bytesPerSecond: number): Promise<{ answer: Promise<RawAnswer> }> {
    const client = await holdUpload();
    let isAnswered = false;
    const answer = client.nextAnswer().finally(() => {
      isAnswered = true;
    });
    const step = bytesPerSecond / 10;
    void (async () => {
      for (let at = 0; at < large.length && !isAnswered; at += step) {
        await sleep(100);
        await client.send(large.subarray(at, at + step)).catch(() => {});
      }
    })();
    return { answer };
  }

  it('a slow one is timed out for another, and one that comes fast enough is not', async () => {
    const crawling = await sendSlowly(2000);
    const steady = await sendSlowly(24_000);
    expect((await postForm(service.endpoint, large)).status).toBe(503);
    await sleep(7000);
    expect((await postForm(service.endpoint, large)).status).toBe(201);
    expect(await crawling.answer).toMatchObject({ status: 408, headers: { connection: 'close' } });
    expect(await steady.answer).toMatchObject({ status: 201 });
    expect(await service.stored()).toMatchObject({ intents: 0, spoolFiles: 0 });
  });

  it('a crowd of them does not keep customers out', async () => {
    const crowd = [await sendSlowly(2000), await sendSlowly(2000)];
    await sleep(7000);
    const customers = [postForm(service.endpoint, large), postForm(service.endpoint, large)];
    expect((await Promise.all(customers)).map(({ status }) => status)).toEqual([201, 201]);
    for (const { answer } of crowd) expect(await answer).toMatchObject({ status: 408 });
  });
});
