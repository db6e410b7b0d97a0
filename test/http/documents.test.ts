import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchRaw } from '../support/fetch-raw.ts';
import { exchangeRaw } from '../support/raw-connection.ts';
import { rawHead } from '../support/raw-request.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.close());

async function pathsOfAssets(): Promise<string[]> {
  const page = await fetchRaw(`${service.address}/`);
  return [...page.bytes.toString().matchAll(/"\.\/(assets\/[^"]+)"/g)].map(([, path]) => `/${path}`);
}

const mediaTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};
const mediaTypeOf = (path: string) => mediaTypes[path.split('.').at(-1) ?? ''];

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

describe('the page', () => {
  it('is served under its policy, to be asked for again', async () => {
    const { status, headers, bytes } = await fetchRaw(`${service.address}/`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-cache',
      'content-length': String(bytes.length),
      vary: 'Accept-Encoding',
    });
    expect(bytes.toString()).toContain('<commission-form');
  });

  it('names assets that are there for good', async () => {
    const paths = await pathsOfAssets();
    expect(paths.length).toBeGreaterThanOrEqual(3);
    for (const path of paths) {
      const response = await fetchRaw(`${service.address}${path}`);
      expect(response.headers['content-security-policy']).toBe(path.endsWith('.css') ? undefined : policy);
      expect(response).toMatchObject({
        status: 200,
        headers: {
          'cache-control': 'public, max-age=31536000, immutable',
          'content-type': mediaTypeOf(path),
          'content-length': expect.stringMatching(/^[1-9]\d*$/),
          'x-content-type-options': 'nosniff',
        },
      });
    }
  });

  it('has texts without a policy, which would be a third of their response', async () => {
    const files = await readdir(join(import.meta.dirname, '../../dist/page/assets'));
    const texts = files.filter((file) => /^_(later-)?texts_.*\.js$/.test(file));
    expect(texts.length).toBeGreaterThan(20);
    for (const file of texts) {
      const { status, headers } = await fetchRaw(`${service.address}/assets/${file}`);
      expect([status, headers['content-security-policy']]).toEqual([200, undefined]);
    }
  });

  it('is compressed for clients that can read that, under one weak tag', async () => {
    const url = `${service.address}/embed.js`;
    const [plain, brotli, gzip] = [
      await fetchRaw(url, { 'accept-encoding': 'zstd, identity' }),
      await fetchRaw(url, { 'accept-encoding': 'gzip, deflate, br, zstd' }),
      await fetchRaw(url, { 'accept-encoding': 'GZIP , br; q=0.0' }),
    ];
    expect([plain, brotli, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip']);
    expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes);
    expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes);
    expect(plain.headers.etag).toMatch(/^W\/"[^"]+"$/);
    expect(new Set([plain, brotli, gzip].map(({ headers }) => headers.etag)).size).toBe(1);
    expect(plain.headers['cache-control']).toBe('no-cache');
  });
});

describe.each([
  '/',
  '/embed.js',
  '/api/v1/limits',
  '/api/v1/catalogue',
  '/openapi.json',
  '/docs',
  '/docs.css',
  '/docs.svg',
])('%s', (path) => {
  it('has not changed for a client that knows its tag', async () => {
    const { headers } = await fetchRaw(`${service.address}${path}`);
    const etag = String(headers.etag);
    for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const again = await fetchRaw(`${service.address}${path}`, { 'if-none-match': known });
      expect(again).toMatchObject({ status: 304, headers: { etag, 'cache-control': 'no-cache' } });
      expect(again.headers).not.toHaveProperty('content-type');
      expect(again.bytes).toHaveLength(0);
      const head = await fetchRaw(`${service.address}${path}`, { 'if-none-match': known }, 'HEAD');
      expect([head.status, head.headers['content-length']]).toEqual([304, undefined]);
    }
    expect(await fetchRaw(`${service.address}${path}`, { 'if-none-match': '"other"' })).toMatchObject({ status: 200 });
  });

  it('answers HEAD without content, and other methods with 405', async () => {
    const { status, headers, bytes } = await fetchRaw(`${service.address}${path}`);
    const head = await fetchRaw(`${service.address}${path}`, {}, 'HEAD');
    expect(head).toMatchObject({
      status,
      headers: { 'content-length': headers['content-length'], etag: headers.etag },
    });
    expect([bytes.length > 0, head.bytes.length]).toEqual([true, 0]);
    for (const method of ['POST', 'OPTIONS', 'DELETE']) {
      const rejected = await fetchRaw(`${service.address}${path}`, {}, method);
      expect(rejected).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
      expect(JSON.parse(rejected.bytes.toString())).toEqual({ error: 'Method not allowed' });
    }
  });
});

describe('a missing document', () => {
  it.each(['/assets/', '/assets/other.js', '/index.html', '/assets/..%2findex.html', '/embed.js.br', '/docs/'])(
    'is 404: %s',
    async (path) => {
      const { status, bytes } = await fetchRaw(`${service.address}${path}`);
      expect({ status, body: JSON.parse(bytes.toString()) }).toEqual({ status: 404, body: { error: 'Not found' } });
    },
  );
});

describe('limits and catalogue', () => {
  it('say what a submission may hold and that there is nothing to choose', async () => {
    const limits = await fetch(`${service.address}/api/v1/limits`);
    expect(await limits.json()).toEqual({
      files: { maxCount: 10, maxBytes: 10_485_760 },
      request: { maxBytes: 268_435_456 },
      payload: {
        revision: 'later',
        customerName: { minLength: 1, maxLength: 200 },
        customerEmail: { maxLength: 320 },
        customerSocials: { maxLength: 2000 },
        message: { minLength: 1, maxLength: 20_000 },
      },
    });
    const catalogue = await fetch(`${service.address}/api/v1/catalogue`);
    expect(await catalogue.json()).toMatchObject({ title: null, types: [], extras: [], customCards: [] });
  });
});

describe('a service below a path', () => {
  it('has everything there and nothing beside it', async () => {
    const below = await startTestService({ PUBLIC_PATH: '/studio/' });
    const statusOf = async (path: string, method = 'GET') =>
      (await fetchRaw(`${below.address}${path}`, {}, method)).status;
    try {
      for (const path of ['', 'embed.js', 'docs', 'api/v1/limits', 'healthz']) {
        expect(await statusOf(`/studio/${path}`)).toBe(200);
        expect(await statusOf(`/${path}`)).toBe(404);
      }
      expect(await statusOf('/studio/api/v1/commissions')).toBe(405);
      expect(await statusOf('/studio/api/v1/commissions', 'POST')).toBe(500);
    } finally {
      await below.close();
    }
  });

  it('leads to the page who leaves out the last slash, by a reference that holds behind any proxy', async () => {
    const below = await startTestService({ PUBLIC_PATH: '/our/studio/' });
    try {
      for (const method of ['GET', 'HEAD']) {
        expect(await fetchRaw(`${below.address}/our/studio?lang=de`, {}, method)).toMatchObject({
          status: 308,
          headers: { location: 'studio/?lang=de', 'content-length': '0', 'cache-control': 'no-cache' },
        });
      }
      const page = await fetch(`${below.address}/our/studio`);
      expect([page.status, page.url]).toEqual([200, `${below.address}/our/studio/`]);
      const rejected = await fetchRaw(`${below.address}/our/studio`, {}, 'POST');
      expect(rejected).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
      expect(await fetchRaw(`${below.address}/our`)).toMatchObject({ status: 404 });
    } finally {
      await below.close();
    }
  });

  it('takes along a query of every byte that a request may have there', async () => {
    const below = await startTestService({ PUBLIC_PATH: '/studio/' });
    const isFit = (byte: number) => byte > 0x20 && byte < 0x7f;
    try {
      for (let byte = 0; byte <= 0xff; byte += 1) {
        const query = `?a${String.fromCharCode(byte)}b`;
        const head = rawHead({ method: 'GET', path: `/studio${query}` });
        const { status, headers } = await exchangeRaw(below.port, Buffer.from(head, 'latin1'));
        const expected = isFit(byte) ? [308, `studio/${query}`] : [400, undefined];
        expect([status, headers.location], `byte ${byte}`).toEqual(expected);
      }
    } finally {
      await below.close();
    }
  });
});
