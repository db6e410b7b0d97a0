import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { advanceClock } from '../support/clock.ts';
import { encodeForm, filePart, payloadPart, postForm, postParts } from '../support/form.ts';
import { connectRaw, type RawConnection } from '../support/raw-connection.ts';
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

describe('a service with as many uploads under way as may be', () => {
  it('answers another with 503 and Retry-After, though it has been sent whole', async () => {
    await holdUpload();
    await holdUpload();
    const { status, body, headers } = await postForm(service.endpoint, large);
    expect({ status, body }).toEqual(busy);
    expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(await service.stored()).toMatchObject({ requests: 0, spoolFiles: 0 });
  });

  it('rejects another that waits for 100 Continue before its body', async () => {
    await holdUpload();
    await holdUpload();
    const client = await connectRaw(service.port);
    held.push(client);
    await client.send(rawHead({ headers: { 'content-length': String(large.length), expect: '100-continue' } }));
    expect(await client.nextAnswer()).toMatchObject({ status: 503 });
  });

  it('stores small submissions', async () => {
    await holdUpload();
    await holdUpload();
    expect((await postForm(service.endpoint, small)).status).toBe(201);
    expect((await postParts(service.endpoint, [payloadPart()])).status).toBe(201);
  });

  it('admits the next when one is over, or its client is gone', async () => {
    const first = await holdUpload();
    const second = await holdUpload();
    await first.send(large);
    expect(await first.nextAnswer()).toMatchObject({ status: 201 });
    expect((await postForm(service.endpoint, large)).status).toBe(201);
    await holdUpload();
    second.destroy();
    await expect.poll(async () => (await postForm(service.endpoint, large)).status).toBe(201);
  });

  it('counts a body of an unannounced length as an upload', async () => {
    await holdUpload();
    await holdUpload();
    const client = await connectRaw(service.port);
    held.push(client);
    await client.send(rawHead({ headers: { 'transfer-encoding': 'chunked' } }));
    expect(await client.nextAnswer()).toMatchObject({ status: 503 });
  });

  it('gives what its headers condemn that verdict', async () => {
    await holdUpload();
    await holdUpload();
    const client = await connectRaw(service.port);
    held.push(client);
    await client.send(rawRequest(large, { headers: { 'content-type': 'text/plain' } }));
    expect(await client.nextAnswer()).toMatchObject({ status: 500 });
  });
});

describe('a service with as many uploads under way as may be, of which some are slow,', () => {
  /** Enough for the average of six seconds to be fast. */
  const most = large.length - 1000;

  /** Sends the beginning of another upload, and resolves when the service has read it, a turn of its event loop later. */
  async function holdUploadOf(bytes: number): Promise<RawConnection> {
    const client = await holdUpload();
    await client.send(large.subarray(0, bytes));
    expect((await postForm(service.endpoint, small)).status).toBe(201);
    return client;
  }

  it('times out a slow one for another, and none that comes fast enough', async () => {
    const steady = await holdUploadOf(most);
    const crawling = await holdUploadOf(1000);
    expect((await postForm(service.endpoint, large)).status).toBe(503);
    advanceClock(6000);
    expect((await postForm(service.endpoint, large)).status).toBe(201);
    expect(await crawling.nextAnswer()).toMatchObject({ status: 408, headers: { connection: 'close' } });
    await steady.send(large.subarray(most));
    expect(await steady.nextAnswer()).toMatchObject({ status: 201 });
    expect(await service.stored()).toMatchObject({ intents: 0, spoolFiles: 0 });
  });

  it('keeps no customer out for a crowd of them', async () => {
    const crowd = [await holdUploadOf(1000), await holdUploadOf(1000)];
    advanceClock(6000);
    const customers = [postForm(service.endpoint, large), postForm(service.endpoint, large)];
    expect((await Promise.all(customers)).map(({ status }) => status)).toEqual([201, 201]);
    for (const client of crowd) expect(await client.nextAnswer()).toMatchObject({ status: 408 });
  });
});
