import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeForm, filePart, payloadPart, postParts } from '../support/form.ts';
import { holdSubmissions } from '../support/held-submissions.ts';
import { connectRaw } from '../support/raw-connection.ts';
import { rawHead, rawRequest } from '../support/raw-request.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({
    TIME_LIMITS: 'headersMs=300,minBodyBytesPerSecond=1000,bodyRateWindowMs=400,submissionMs=1500,drainMs=500',
  });
});

afterAll(() => service.close());

const form = encodeForm([payloadPart(), filePart('a.png', Buffer.alloc(20_000, 'a'))]);
const timedOut = { status: 408, body: '{"error":"Request timeout"}' };

async function expectNothingStored(): Promise<void> {
  expect(await service.stored()).toMatchObject({ requests: 0, files: 0, intents: 0, objectFiles: 0, spoolFiles: 0 });
}

/** Resolves when the headers of every connection that was open at the call have run out of time. */
async function untilHeadersTimeOut({ port }: TestService): Promise<void> {
  const later = await connectRaw(port);
  await later.send('POST');
  expect(await later.nextAnswer()).toMatchObject(timedOut);
  later.destroy();
}

describe('a client', () => {
  it.each(['', 'POST /api/v1/commissions HTTP/1.1\r\nHost:'])(
    'gets 408 and is disconnected when it does not finish its headers, after %j',
    async (sent) => {
      const client = await connectRaw(service.port);
      await client.send(sent);
      expect(await client.nextAnswer()).toMatchObject(timedOut);
      await client.untilClosed();
    },
  );

  it('is not served when it finishes its headers behind the 408', async () => {
    const client = await connectRaw(service.port);
    const request = rawRequest(form);
    await client.send(request.subarray(0, 20));
    expect(await client.nextAnswer()).toMatchObject(timedOut);
    await client.send(request.subarray(20));
    await expect(client.nextAnswer()).rejects.toThrow('The connection ended after ""');
    await expectNothingStored();
  });

  it('gets the 408 also when it sends on behind it before it reads', async () => {
    const patient = await startTestService({ TIME_LIMITS: 'headersMs=300' });
    const client = await connectRaw(patient.port);
    const request = rawRequest(encodeForm([payloadPart(), filePart('a.png', Buffer.alloc(8_000_000, 'a'))]));
    await client.send(request.subarray(0, 20));
    // The service closes a connection that sends nothing for a second after its response.
    const pieces = setInterval(() => void client.send('a').catch(() => {}), 50);
    await untilHeadersTimeOut(patient);
    clearInterval(pieces);
    // The service may close before all of it is sent.
    const sent = client.send(request.subarray(20)).catch(() => {});
    expect(await client.nextAnswer()).toMatchObject(timedOut);
    await sent;
    await client.untilClosed();
    await patient.close();
  });

  it('gets the answers before further headers that take too long, and no more', async () => {
    const held = await holdSubmissions(service);
    const client = await connectRaw(service.port);
    const request = rawRequest(encodeForm([payloadPart()]));
    const alive = Buffer.from(rawHead({ method: 'GET', path: '/healthz' }));
    await client.send(Buffer.concat([request, alive, request.subarray(0, 20)]));
    await untilHeadersTimeOut(service);
    await client.send(request.subarray(20));
    // Whatever comes on another connection is read behind it.
    await fetch(`${service.address}/healthz`);
    await held.release();
    expect(await client.nextAnswer()).toMatchObject({ status: 201 });
    expect(await client.nextAnswer()).toMatchObject({ status: 200 });
    await expect(client.nextAnswer()).rejects.toThrow('The connection ended after ""');
    expect(await service.stored()).toMatchObject({ requests: 1 });
    await service.pool.query('delete from commission_requests');
  });

  it('gets 408 and is disconnected when it stops in the middle of the body, and nothing is left', async () => {
    const client = await connectRaw(service.port);
    await client.send(rawRequest(form).subarray(0, 5000));
    const answer = await client.nextAnswer();
    expect(answer).toMatchObject(timedOut);
    expect(answer.headers.connection).toBe('close');
    await client.untilClosed();
    await expectNothingStored();
  });

  it('gets 408 and is disconnected when it sends less than the minimum rate', async () => {
    const client = await connectRaw(service.port);
    await client.send(rawHead({ headers: { 'content-length': String(form.length) } }));
    let isOver = false;
    const isTimedOut = expect(client.nextAnswer())
      .resolves.toMatchObject(timedOut)
      .finally(() => {
        isOver = true;
      });
    for (let sent = 0; !isOver && sent < 100; sent += 1) {
      await client.send(form.subarray(sent, sent + 1)).catch(() => {});
      await sleep(20);
    }
    await isTimedOut;
    await client.untilClosed();
    await expectNothingStored();
  });

  it('gets 408 and is disconnected at the end of the time of a submission when its body has no end', async () => {
    const client = await connectRaw(service.port);
    await client.send(rawHead({ headers: { 'transfer-encoding': 'chunked' } }));
    let isOver = false;
    const isTimedOut = expect(client.nextAnswer())
      .resolves.toMatchObject(timedOut)
      .finally(() => {
        isOver = true;
      });
    const preamble = `3e8\r\n${'x'.repeat(1000)}\r\n`;
    for (let sent = 0; !isOver && sent < 400; sent += 1) {
      await client.send(preamble).catch(() => {});
      await sleep(20);
    }
    await isTimedOut;
    await client.untilClosed();
    await expectNothingStored();
  });

  it('keeps the verdict when it stalls behind it, and is disconnected', async () => {
    const client = await connectRaw(service.port);
    const bad = encodeForm([payloadPart({}), filePart('a.png', Buffer.alloc(20_000, 'a'))]);
    await client.send(rawRequest(bad).subarray(0, 5000));
    expect(await client.nextAnswer()).toMatchObject({ status: 422 });
    await client.untilClosed();
  });
});

describe('a service that disconnected slow clients', () => {
  it('goes on serving others', async () => {
    expect((await postParts(service.endpoint, [payloadPart()])).status).toBe(201);
  });
});
