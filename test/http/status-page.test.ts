import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemActor } from '../../src/events/events.ts';
import { languages } from '../../src/platform/language/languages.ts';
import { createRequestEditor } from '../../src/requests/inbox/request-editor.ts';
import { fetchRaw } from '../support/fetch-raw.ts';
import { filePart, payloadPart, postParts, validPayload } from '../support/form.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
/** The number of views so far. Each view comes from a new address, unless a test sets one. */
let views = 0;

beforeAll(async () => {
  service = await startTestService({ TRUSTED_PROXIES: '127.0.0.1', CORS_ALLOWED_ORIGINS: 'https://studio.example' });
});

afterAll(() => service.close());

async function submit(headers: Record<string, string> = {}, to = service) {
  const parts = [payloadPart(), filePart('secret name.png', 'a'), filePart('b.png', 'b')];
  const answer = await postParts(to.endpoint, parts, headers);
  expect(answer.status).toBe(201);
  return { id: String(answer.body.id), body: answer.body, location: answer.headers.get('location') ?? '' };
}

function view(path: string, headers: Record<string, string> = {}, method = 'GET') {
  views += 1;
  const from = `10.${views >> 16}.${(views >> 8) & 255}.${views & 255}`;
  return fetchRaw(new URL(path, service.address).href, { 'x-forwarded-for': from, ...headers }, method);
}

/** Resolves with the names of the prepared statements that a view runs. */
async function statementsOf(path: string): Promise<string[]> {
  const queries = vi.spyOn(Client.prototype, 'query');
  await view(path);
  const names = queries.mock.calls.map(([query]) => (query as unknown as { name?: string })?.name ?? '');
  queries.mockRestore();
  return names.filter((name) => name !== '');
}

const change = (id: string, assignment: string) =>
  service.pool.query(`update commission_requests set ${assignment} where id = $1`, [id]);

describe('a 201', () => {
  it('carries the link, and its body stays what it is', async () => {
    const { location, body } = await submit();
    expect(location).toMatch(/^\/requests\/[\w-]{48}$/);
    expect(Object.keys(body)).toEqual(['id', 'createdAt']);
  });

  it('gives the same link to a form that is sent again', async () => {
    const key = { 'idempotency-key': 'a-key' };
    const [first, again] = [await submit(key), await submit(key)];
    expect(again).toEqual(first);
    expect((await submit()).location).not.toBe(first.location);
  });

  it('stores nothing for it', async () => {
    const { id } = await submit();
    const { rows } = await service.pool.query('select status_link_version from commission_requests where id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ status_link_version: 1 }]);
    const token = (await submit()).location.slice('/requests/'.length);
    const tables = await service.pool.query<{ name: string }>(
      "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'",
    );
    for (const { name } of tables.rows) {
      const found = await service.pool.query(`select from ${name} as row where row::text like '%' || $1 || '%'`, [
        token,
      ]);
      expect([name, found.rowCount]).toEqual([name, 0]);
    }
  });

  it('lets pages of other origins read it', async () => {
    const response = await postParts(service.endpoint, [payloadPart()], { origin: 'https://studio.example' });
    expect(response.headers.get('access-control-expose-headers')).toBe('Location, Retry-After');
  });

  it.each([
    [{ PUBLIC_PATH: '/studio/' }, /^\/studio\/requests\/[\w-]{48}$/],
    [
      { PUBLIC_PATH: '/studio/', PUBLIC_URL: 'https://example.org/art/studio' },
      /^https:\/\/example\.org\/art\/studio\/requests\/[\w-]{48}$/,
    ],
  ])('names the address that the page has for others: %j', async (env, pattern) => {
    const other = await startTestService(env);
    const endpoint = `${other.address}/studio/api/v1/commissions`;
    const { location } = await submit({}, { ...other, endpoint });
    expect(location).toMatch(pattern);
    const path = `/studio/requests/${location.split('/').at(-1)}`;
    const page = await fetchRaw(other.address + path);
    expect([page.status, page.bytes.toString()]).toEqual([200, expect.stringContaining('<a href="../">')]);
    await other.close();
  });
});

describe('the page', () => {
  it('shows how the request stands and nothing that the customer typed', async () => {
    const { id, location } = await submit();
    const accepted = { status: 'ACCEPTED', publicMessage: 'Sketches follow' } as const;
    await createRequestEditor(service.pool).change(id, 1, accepted, systemActor);
    const { status, bytes } = await view(location);
    const html = bytes.toString();
    expect(status).toBe(200);
    expect(html).toContain('<h1>Accepted</h1>');
    expect(html).toContain('Sketches follow');
    expect(html).toContain('<dd>2</dd>');
    for (const typed of [...Object.values(validPayload), 'secret name', id]) expect(html).not.toContain(typed);
  });

  it('cannot be kept, found or framed, and runs nothing but its own script', async () => {
    const { location } = await submit();
    const { headers } = await view(location);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'x-content-type-options': 'nosniff',
      'content-language': 'en',
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; img-src 'self'; /,
    );
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(headers).not.toHaveProperty('etag');
  });

  it.each(languages)('speaks %s, by the browser or by choice', async (language) => {
    const { location } = await submit();
    const byBrowser = await view(location, { 'accept-language': `${language}-XX, en;q=0.5` });
    const byChoice = await view(`${location}?lang=${language}`, { 'accept-language': 'nl' });
    for (const { bytes, headers } of [byBrowser, byChoice]) {
      expect(headers['content-language']).toBe(language);
      expect(bytes.toString()).toContain(`<html lang="${language}"`);
    }
  });

  it('fits into the first packets of a connection', async () => {
    const { location } = await submit();
    const { headers, bytes } = await view(location);
    expect(bytes.length + JSON.stringify(headers).length).toBeLessThan(10 * 1460);
  });

  it('shows spam as new', async () => {
    const { id, location } = await submit();
    const before = (await view(location)).bytes;
    await change(id, "status = 'SPAM', changed_at = now(), version = 2");
    expect((await view(location)).bytes).toEqual(before);
  });

  it('answers HEAD as GET, without the body', async () => {
    const { location } = await submit();
    const [got, head] = [await view(location), await view(location, {}, 'HEAD')];
    expect(head.status).toBe(200);
    expect(head.bytes).toHaveLength(0);
    const { date: _, 'content-length': length, ...others } = head.headers;
    expect(got.headers).toMatchObject(others);
    expect(length).toBe(String(got.bytes.length));
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('takes no %s', async (method) => {
    const { location } = await submit();
    const { status, headers } = await view(location, {}, method);
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  it('leads from an address with a last slash to the one without', async () => {
    const { location } = await submit();
    const { status, headers } = await view(`${location}/?lang=de`);
    expect(status).toBe(308);
    const target = new URL(String(headers.location), `${service.address}${location}/`);
    expect(target.pathname + target.search).toBe(`${location}?lang=de`);
    const elsewhere = await view('/requests/%2F%2Fexample.org%2f..%0d%0a/');
    expect(new URL(String(elsewhere.headers.location), `${service.address}/requests/x/`).origin).toBe(service.address);
  });
});

describe('a link that leads nowhere', () => {
  it('gets one and the same page, whatever is wrong with it', async () => {
    const [whole, revoked, erased] = [await submit(), await submit(), await submit()];
    await change(revoked.id, 'status_link_version = 2');
    await service.pool.query('delete from commission_requests where id = $1', [erased.id]);
    const token = whole.location.slice('/requests/'.length);
    const paths = [
      revoked.location,
      erased.location,
      `/requests/${'A'.repeat(48)}`,
      `/requests/${token.slice(0, -1)}`,
      `/requests/${token}x`,
      `/requests/${token.slice(0, 27)}${erased.location.slice(-21)}`,
      `/requests/${whole.id}`,
      '/requests/1',
      `/requests/${'x'.repeat(4000)}`,
      '/requests/%00%2e%2e%2f',
      "/requests/'%20or%201=1--",
    ];
    const answers = await Promise.all(paths.map((path) => view(path)));
    const seen = new Set(
      answers.map(({ status, headers: { date: _, ...headers }, bytes }) =>
        JSON.stringify([status, headers, bytes.toString()]),
      ),
    );
    expect([...seen]).toHaveLength(1);
    expect(answers[0]).toMatchObject({
      status: 404,
      headers: { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' },
    });
    expect(answers[0]?.bytes.toString()).toContain('<h1>This link does not work</h1>');
    expect((await view(whole.location)).status).toBe(200);
  });

  it('asks the database for the same as any link, so that its time tells nothing of it', async () => {
    const [whole, revoked, erased] = [await submit(), await submit(), await submit()];
    await change(revoked.id, 'status_link_version = 2');
    await service.pool.query('delete from commission_requests where id = $1', [erased.id]);
    const guessed = whole.location.replace(/.{21}$/, erased.location.slice(-21));
    const paths = [whole.location, guessed, '/requests/1', revoked.location, erased.location];
    // Work in the background may come between, now and then.
    for (const path of paths) await expect.poll(() => statementsOf(path)).toEqual(['customer-status']);
  });
});

describe('many tries', () => {
  it('are refused for a while, by address', async () => {
    const { location } = await submit();
    const from = { 'x-forwarded-for': '203.0.113.9' };
    const statuses = [];
    for (let guess = 0; guess < 60; guess += 1) {
      statuses.push((await view(`/requests/${String(guess).repeat(48).slice(0, 48)}`, from)).status);
    }
    expect(new Set(statuses)).toEqual(new Set([404]));
    const { status, headers, bytes } = await view(location, from);
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(bytes.toString()).toContain('<h1>One moment, please</h1>');
    expect((await view(location, { 'x-forwarded-for': '203.0.113.10' })).status).toBe(200);
    // A value that the client sends itself precedes the address that the proxy appends.
    expect((await view(location, { 'x-forwarded-for': '203.0.113.11, 203.0.113.9' })).status).toBe(429);
  });

  it.each([
    ['IPv4', (port: number) => `203.0.113.20:${port}`],
    ['IPv6', (port: number) => `[2001:db8:1:1::9]:${port}`],
    ['nothing that is an address', (port: number) => `unknown-${port}`],
  ])('are counted together when the proxy writes ports: %s', async (_, from) => {
    const proxied = await startTestService({ trustedProxies: '127.0.0.1' });
    const statuses = [];
    for (let port = 1; port <= 61; port += 1) {
      const answer = await fetchRaw(`${proxied.address}/requests/x`, { 'x-forwarded-for': from(port) });
      statuses.push(answer.status);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    await proxied.close();
  });

  it('cannot be hidden by a header where no proxy is trusted', async () => {
    const plain = await startTestService();
    const statuses = [];
    for (let guess = 0; guess < 61; guess += 1) {
      const answer = await fetchRaw(`${plain.address}/requests/x`, { 'x-forwarded-for': `198.51.100.${guess}` });
      statuses.push(answer.status);
    }
    expect(statuses.at(-1)).toBe(429);
    await plain.close();
  });
});

describe('a status page without its database', () => {
  it('says that it cannot tell, and logs no token', async () => {
    const other = await startTestService();
    const { location } = await submit({}, other);
    await other.pool.query('alter table commission_request_files rename to away');
    const { status, headers, bytes } = await fetchRaw(other.address + location);
    expect([status, headers['retry-after']]).toEqual([503, '60']);
    expect(bytes.toString()).toContain('<h1>The status cannot be shown right now</h1>');
    const lines = JSON.stringify(other.logLines);
    expect(lines).toContain('The status of a request could not be read');
    expect(lines).not.toContain(location.slice(-48));
    await other.close();
  });
});
