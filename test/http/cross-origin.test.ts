import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeForm, filePart, payloadPart } from '../support/form.ts';
import { exchangeRaw } from '../support/raw-connection.ts';
import { rawHead, rawRequest } from '../support/raw-request.ts';
import { startTestService, type TestService } from '../support/service.ts';

const form = encodeForm([payloadPart()]);
const origin = 'https://studio.example';
const preflight = {
  origin,
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'content-type,idempotency-key',
};

describe('with allowed origins', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({
      CORS_ALLOWED_ORIGINS: `https://other.example, ${origin}`,
      MAX_REQUEST_BYTES: '100000',
      TIME_LIMITS: 'bodyRateWindowMs=200',
    });
  });

  afterAll(() => service.close());

  const readable = {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'Location, Retry-After',
    vary: 'Origin',
  };

  it('answers who asks before it sends', async () => {
    const { status, headers, body } = await exchangeRaw(
      service.port,
      rawHead({ method: 'OPTIONS', headers: preflight }),
    );
    expect({ status, body }).toEqual({ status: 204, body: '' });
    expect(headers).toMatchObject({
      ...readable,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'Content-Type, Idempotency-Key',
      'access-control-max-age': '600',
    });
  });

  it('lets a page read that its request is stored', async () => {
    const { status, headers } = await exchangeRaw(service.port, rawRequest(form, { headers: { origin } }));
    expect(status).toBe(201);
    expect(headers).toMatchObject(readable);
  });

  it.each([
    ['a refusal of the form', () => rawRequest(encodeForm([filePart('a.png', 'a')]), { headers: { origin } }), 400],
    [
      'a body over the cap',
      () => rawHead({ headers: { origin, 'content-length': '200000', expect: '100-continue' } }),
      413,
    ],
    ['a body that never comes', () => rawHead({ headers: { origin, 'content-length': '100000' } }), 408],
    ['a body that is no form', () => rawRequest(form, { headers: { origin, 'content-type': 'text/plain' } }), 500],
    ['a path that is not there', () => rawHead({ method: 'GET', path: '/other', headers: { origin } }), 404],
    ['a path that cannot be decoded', () => rawHead({ method: 'GET', path: '/%zz', headers: { origin } }), 404],
    ['a method that is not there', () => rawHead({ method: 'DELETE', headers: { origin } }), 405],
  ])('lets a page read %s', async (_name, request, status) => {
    const answer = await exchangeRaw(service.port, request());
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject(readable);
  });

  it.each(['catalogue', 'availability'])('lets a page read the clock beside the %s', async (name) => {
    const response = await fetch(`http://127.0.0.1:${service.port}/api/v1/${name}`, { headers: { origin } });
    expect(response.headers.get('access-control-expose-headers')).toBe('Location, Retry-After, Date');
  });

  it('tells caches what else an answer depends on', async () => {
    const answer = await exchangeRaw(service.port, rawHead({ method: 'GET', path: '/embed.js', headers: { origin } }));
    expect(answer.headers.vary).toBe('Accept-Encoding, Origin');
  });

  it.each(['https://studio.example.org', 'http://studio.example', 'null'])('lets no page of %s in', async (other) => {
    for (const method of ['OPTIONS', 'GET']) {
      const path = '/api/v1/limits';
      const { headers } = await exchangeRaw(
        service.port,
        rawHead({ method, path, headers: { ...preflight, origin: other } }),
      );
      expect(headers.vary).toBe('Origin');
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  it('takes an OPTIONS that asks for nothing for any other method', async () => {
    const { status, headers } = await exchangeRaw(service.port, rawHead({ method: 'OPTIONS', headers: { origin } }));
    expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'POST' });
  });
});

describe('a service that allows all origins', () => {
  it('lets every page read, and no cache tell them apart', async () => {
    const service = await startTestService({ CORS_ALLOWED_ORIGINS: '*' });
    const { headers } = await exchangeRaw(service.port, rawRequest(form, { headers: { origin } }));
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers).not.toHaveProperty('vary');
    await service.close();
  });
});

describe('a service that allows no other origin', () => {
  it('says nothing of origins', async () => {
    const service = await startTestService();
    const asked = await exchangeRaw(service.port, rawHead({ method: 'OPTIONS', headers: preflight }));
    const sent = await exchangeRaw(service.port, rawRequest(form, { headers: { origin } }));
    expect([asked.status, sent.status]).toEqual([405, 201]);
    for (const { headers } of [asked, sent]) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control') || name === 'vary')).toEqual([]);
    }
    await service.close();
  });
});
