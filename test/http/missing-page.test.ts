import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '../../src/platform/language/languages.ts';
import { fetchRaw } from '../support/fetch-raw.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** What Chromium and Firefox send when they open an address. */
const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8' };

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ PUBLIC_PATH: '/studio/', CORS_ALLOWED_ORIGINS: 'https://studio.example' });
});

afterAll(() => service.close());

const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
  fetchRaw(service.address + path, headers, method);

describe('an address without a page', () => {
  it.each(['/studio/nowhere', '/studio/requests', '/studio/requests/a/b', '/', '/favicon.ico', '/studio/%zz', '/%zz'])(
    'gives a person a page with the way to the form: %s',
    async (path) => {
      const { status, headers, bytes } = await ask(path, browser);
      expect(status).toBe(404);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        vary: expect.stringMatching(/^Accept, Accept-Language/),
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex, nofollow',
        'content-security-policy': expect.stringMatching(/^default-src 'none'/),
      });
      const html = bytes.toString();
      expect(html).toContain('<h1>There is no page here</h1>');
      const [, root = ''] = /<p class="way"><a href="([^"]+)"/.exec(html) ?? [];
      expect(new URL(root, service.address + path).pathname).toBe('/studio/');
    },
  );

  it.each([
    ['/studio/api/v1/commissions', 'GET', 'POST'],
    ['/studio/', 'POST', 'GET, HEAD'],
    ['/studio/requests/x', 'POST', 'GET, HEAD'],
  ])('gives a person a page where %s takes no %s', async (path, method, allow) => {
    const { status, headers, bytes } = await ask(path, browser, method);
    expect([status, headers.allow]).toEqual([405, allow]);
    expect(bytes.toString()).toContain('<h1>There is no page here</h1>');
  });

  it.each(['application/json', '*/*', '', 'application/json, text/html;q=0.9', 'text/plain'])(
    'gives a program that accepts %j JSON (C26)',
    async (accept) => {
      for (const [path, status, error] of [
        ['/studio/nowhere', 404, 'Not found'],
        ['/studio/%zz', 404, 'Not found'],
        ['/studio/api/v1/commissions', 405, 'Method not allowed'],
      ] as const) {
        const answer = await ask(path, { accept });
        expect(answer.status).toBe(status);
        expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
        expect(JSON.parse(answer.bytes.toString())).toEqual({ error });
      }
    },
  );

  it.each(languages)('speaks %s, by the browser or by choice', async (language) => {
    const byBrowser = await ask('/studio/nowhere', { ...browser, 'accept-language': `${language}-XX, en;q=0.5` });
    const byChoice = await ask(`/studio/nowhere?lang=${language}`, { ...browser, 'accept-language': 'nl' });
    for (const { bytes, headers } of [byBrowser, byChoice]) {
      expect(headers['content-language']).toBe(language);
      expect(bytes.toString()).toContain(`<html lang="${language}"`);
      if (language !== 'en') expect(bytes.toString()).not.toContain('There is no page here');
    }
  });

  it('says of a link to a status page that it does not work, also where its token is left out', async () => {
    for (const path of ['/studio/requests/', '/studio/requests/x']) {
      const { status, bytes } = await ask(path, browser);
      expect([status, bytes.toString()]).toEqual([404, expect.stringContaining('<h1>This link does not work</h1>')]);
    }
  });

  it('answers HEAD as GET, without the body', async () => {
    const [got, head] = [await ask('/nowhere', browser), await ask('/nowhere', browser, 'HEAD')];
    const { date: _, ...others } = head.headers;
    expect(head.status).toBe(404);
    expect(head.bytes).toHaveLength(0);
    expect(got.headers).toMatchObject(others);
  });

  it('shows nothing of the address', async () => {
    const { bytes } = await ask('/%3Cscript%3Ealert(1)%3C/script%3E/"onload="?lang=<b>', browser);
    expect(bytes.toString()).not.toMatch(/alert|onload|<b>/);
  });

  it('lets other origins read its JSON, and preflights stay', async () => {
    const origin = { origin: 'https://studio.example' };
    expect((await ask('/studio/nowhere', origin)).headers['access-control-allow-origin']).toBe(origin.origin);
    const preflight = { ...origin, ...browser, 'access-control-request-method': 'POST' };
    expect((await ask('/studio/api/v1/commissions', preflight, 'OPTIONS')).status).toBe(204);
  });
});
