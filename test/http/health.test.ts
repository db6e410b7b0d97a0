import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDoctorChallenge, questionHeader } from '../../src/doctor/challenge.ts';

import { createLinkSecret } from '../../src/events/status-links/link-secret.ts';
import { commit, version } from '../../src/process/program/own-package.ts';
import { type FaultyService, startFaultyService } from '../support/faulty-service.ts';
import { expectReadiness, ready } from '../support/readiness.ts';
import { startTestService, type TestService } from '../support/service.ts';

async function ask(service: TestService, path: string, method = 'GET') {
  const response = await fetch(`${service.address}${path}`, { method });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text), allow: response.headers.get('allow') };
}

const alive = { status: 'alive', version: version(), commit: commit() };
const unready = { status: 503, body: expect.objectContaining({ error: 'Not ready' }) };

describe('a service whose parts answer', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.close());

  it('is alive, with the version of its program, and ready', async () => {
    expect(await ask(service, '/healthz')).toEqual({ status: 200, body: alive, allow: null });
    expect(await ask(service, '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
  });

  it('answers a doctor with its database, and no other, with the bytes that arrived', async () => {
    const { question, answer } = await createDoctorChallenge(createLinkSecret(service.pool)).ask();
    const forwarded = { 'x-forwarded-for': '192.0.2.7' };
    const askWith = (text: string) =>
      fetch(`${service.address}/healthz`, { headers: { ...forwarded, [questionHeader]: text } });
    const told = await (await askWith(question)).text();
    const seen = { answer, listener: 'form', address: '127.0.0.1', forwardedFor: '192.0.2.7' };
    expect(told).toBe(`data: ${JSON.stringify(seen)}\n\ndata: null\n\n`);
    for (const other of ['', 'x', `${question}x`, 'x'.repeat(66)]) {
      expect(await (await askWith(other)).json()).toEqual(alive);
    }
  });

  it('answers HEAD without a body, and other methods with 405', async () => {
    for (const path of ['/healthz', '/readyz', '/servez']) {
      expect(await ask(service, path, 'HEAD')).toMatchObject({ status: 200, body: null });
      expect(await ask(service, path, 'POST')).toMatchObject({ status: 405, allow: 'GET, HEAD' });
    }
  });
});

describe('a service whose parts fail', () => {
  let service: FaultyService;

  beforeAll(async () => {
    service = await startFaultyService();
  });

  afterAll(() => service.close());

  it('is alive but not ready while its database is away', async () => {
    service.database.refuse();
    await expectReadiness(service, unready);
    expect(await ask(service, '/readyz')).toMatchObject({ body: { error: 'Not ready', message: expect.any(String) } });
    expect(await ask(service, '/healthz')).toMatchObject({ status: 200 });
    await service.database.pass();
    await expectReadiness(service, ready);
  });

  it('serves the form while its database or its bucket is away, once it was ready', async () => {
    await expectReadiness(service, ready);
    expect(await ask(service, '/servez')).toMatchObject({ status: 200, body: { status: 'serving' } });
    for (const part of [service.database, service.objectStore]) {
      part.refuse();
      await expectReadiness(service, unready);
      expect(await ask(service, '/servez')).toMatchObject({ status: 200, body: { status: 'serving' } });
      expect((await fetch(`${service.address}/api/v1/catalogue`)).status).toBe(200);
      await part.pass();
    }
    await expectReadiness(service, ready);
  });

  it('is not ready while its bucket does not answer', async () => {
    service.objectStore.refuse();
    await expectReadiness(service, unready);
    await service.objectStore.pass();
    await expectReadiness(service, ready);
  });
});

describe('a service that was never ready', () => {
  it('does not serve before it has reached its database', async () => {
    const away = await startFaultyService({ prepare: (database) => database.refuse() });
    try {
      expect(await ask(away, '/servez')).toMatchObject(unready);
      await away.database.pass();
      await expectReadiness(away, ready);
      await expect.poll(() => ask(away, '/servez')).toMatchObject({ status: 200, body: { status: 'serving' } });
    } finally {
      await away.close();
    }
  });
});

describe('a service without a bucket', () => {
  it('is not ready', async () => {
    const service = await startTestService({ BUCKET_NAME: '' });
    try {
      expect(await ask(service, '/readyz')).toMatchObject({
        status: 503,
        body: { error: 'Not ready', message: 'BUCKET_NAME is not set' },
      });
    } finally {
      await service.close();
    }
  });
});
