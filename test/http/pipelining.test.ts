import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeForm, payloadPart, rawPayloadPart } from '../support/form.ts';
import { holdSubmissions } from '../support/held-submissions.ts';
import { connectRaw } from '../support/raw-connection.ts';
import { rawHead, rawRequest } from '../support/raw-request.ts';
import { startTestService, type TestService } from '../support/service.ts';

const form = encodeForm([payloadPart()]);

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.close());

describe('requests that a client sends ahead', () => {
  it('are processed one after the other', async () => {
    const held = await holdSubmissions(service);
    const connection = await connectRaw(service.port);
    await connection.send(Buffer.concat([rawRequest(form), rawRequest(form)]));
    await held.untilOneWaits();
    // Whatever comes on another connection is read behind it. The service gives up a lock after five seconds.
    await fetch(`${service.address}/healthz`);
    expect(await held.waiting()).toBe(1);
    await held.release();
    for (let count = 0; count < 2; count += 1) expect((await connection.nextAnswer()).status).toBe(201);
    connection.destroy();
  });

  it('are two at most, behind which the connection ends', async () => {
    const before = await service.stored();
    const connection = await connectRaw(service.port);
    await connection.send(Buffer.concat([rawRequest(form), rawRequest(form), rawRequest(form)]));
    for (let count = 0; count < 2; count += 1) expect((await connection.nextAnswer()).status).toBe(201);
    await expect(connection.nextAnswer()).rejects.toThrow('The connection ended after ""');
    expect(await service.stored()).toEqual({ ...before, requests: before.requests + 2 });
  });

  it('are not processed behind one that closes the connection', async () => {
    const before = await service.stored();
    const connection = await connectRaw(service.port);
    await connection.send(Buffer.concat([rawRequest(form, { headers: { connection: 'close' } }), rawRequest(form)]));
    expect((await connection.nextAnswer()).status).toBe(201);
    await expect(connection.nextAnswer()).rejects.toThrow('The connection ended after ""');
    expect(await service.stored()).toEqual({ ...before, requests: before.requests + 1 });
  });
});

describe('bytes that are no HTTP request, behind requests that still wait for their response', () => {
  it('leaves the responses before it as they are, also one that waits for another', async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on('warning', warn);
    const held = await holdSubmissions(service);
    const connection = await connectRaw(service.port);
    await connection.send(Buffer.concat([rawRequest(form), Buffer.from(rawHead({ method: 'GET', path: '/healthz' }))]));
    for (let piece = 0; piece < 12; piece += 1) {
      await connection.send('garbage\r\n\r\n');
      await sleep(10);
    }
    await held.untilOneWaits();
    await held.release();
    expect(await connection.nextAnswer()).toMatchObject({ status: 201 });
    expect(await connection.nextAnswer()).toMatchObject({
      status: 200,
      body: expect.stringMatching(/^\{"status":"alive",/),
    });
    await expect(connection.nextAnswer()).rejects.toThrow('The connection ended after ""');
    process.off('warning', warn);
    expect(warnings).toEqual([]);
  });

  it('leaves the responses before it as they are where it asks for a tunnel', async () => {
    const tunnel = rawHead({ method: 'CONNECT', path: 'x:443' });
    for (const before of [[rawRequest(form)], [rawRequest(form), rawHead({ method: 'GET', path: '/healthz' })]]) {
      const held = await holdSubmissions(service);
      const connection = await connectRaw(service.port);
      await connection.send(Buffer.concat([...before, tunnel, 'x'.repeat(100_000)].map((part) => Buffer.from(part))));
      await held.untilOneWaits();
      await connection.send('x'.repeat(4_000_000));
      await held.release();
      const statuses = [];
      for (const _ of before) statuses.push((await connection.nextAnswer()).status);
      expect(statuses).toEqual([201, 200].slice(0, before.length));
      await expect(connection.nextAnswer()).rejects.toThrow('The connection ended after ""');
    }
  });

  it('ends the connection behind a verdict that waits for another response, where the rest of the body is none', async () => {
    const bad = encodeForm([rawPayloadPart('{')]);
    const chunk = `${rawHead({ headers: { 'transfer-encoding': 'chunked' } })}${bad.length.toString(16)}\r\n${bad}\r\n`;
    const held = await holdSubmissions(service);
    const connection = await connectRaw(service.port);
    await connection.send(Buffer.concat([rawRequest(form), Buffer.from(chunk)]));
    await held.untilOneWaits();
    await connection.send('no chunk\r\n');
    // Whatever comes on another connection is read behind it.
    await fetch(`${service.address}/healthz`);
    await held.release();
    expect(await connection.nextAnswer()).toMatchObject({ status: 201 });
    expect(await connection.nextAnswer()).toMatchObject({ status: 400, body: '{"error":"Invalid payload JSON"}' });
    await connection.untilClosed();
  });
});
