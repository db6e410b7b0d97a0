import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BorrowedBrowser, borrowBrowser, openPage } from '../../page/test/support/browser.ts';
import { encodeForm, formType, payloadPart } from '../../test/support/form.ts';
import { freePort } from '../../test/support/free-port.ts';
import { publishStudio } from '../../test/support/publish-studio.ts';
import { startTestService, type TestService } from '../../test/support/service.ts';
import { type CurlResponse, curl } from './support/curl.ts';
import { formName, type RunningProxy, startNginxWith } from './support/proxy.ts';

/** Keeps everything for ten minutes, against the headers of the service. */
const careless = 'proxy_ignore_headers Cache-Control Expires Vary; proxy_cache_valid any 10m;';

let service: TestService;
let directory: string;
let proxy: RunningProxy;
let port: number;

beforeEach(async () => {
  service = await startTestService();
  directory = await mkdtemp(join(tmpdir(), 'nginx-cache-'));
  // nginx answers under an account of its own.
  await chmod(directory, 0o711);
  port = await freePort();
});

afterEach(async () => {
  await proxy?.close();
  await service.close();
  await rm(directory, { recursive: true });
});

/** Starts the sample with a cache in front of the form, as a host could have added one. */
async function startCache(rules: string): Promise<void> {
  const address = `127.0.0.1:${service.port}`;
  const location = `location / {
		proxy_cache form;
		add_header X-Cache $upstream_cache_status always;
		${rules}
		proxy_pass http://commissions_form;`;
  proxy = await startNginxWith(
    [
      [
        /^upstream commissions_form/m,
        `proxy_cache_path ${directory}/cache keys_zone=form:1m use_temp_path=off;\nupstream commissions_form`,
      ],
      [/location \/ \{\s+proxy_pass http:\/\/commissions_form;/, location],
    ],
    port,
    await freePort(),
    { form: address, inbox: address },
  );
}

async function emptyCache(): Promise<void> {
  const cache = join(directory, 'cache');
  await Promise.all((await readdir(cache)).map((name) => rm(join(cache, name))));
}

function reach(path: string, ...args: string[]): Promise<CurlResponse> {
  const name = ['--cacert', proxy.authority, '--resolve', `${formName}:${port}:127.0.0.1`];
  return curl([...name, `https://${formName}:${port}${path}`, ...args]);
}

async function look(query = '') {
  const { body, headers } = await reach(`/api/v1/availability${query}`);
  return { state: (JSON.parse(body) as { state: string }).state, cache: headers['x-cache'] };
}

/** Resolves with the id of the request. */
async function submit(): Promise<string> {
  const form = encodeForm([payloadPart()]).toString();
  const { status, body } = await reach(
    '/api/v1/commissions',
    '--header',
    `Content-Type: ${formType}`,
    '--data-binary',
    form,
  );
  expect(status).toBe(201);
  return JSON.parse(body).id;
}

/** Publishes the mode, and resolves when the service shows it and judges requests. */
async function publish(mode: 'open' | 'closed'): Promise<void> {
  await publishStudio(service.pool, { opening: { mode }, queue: { isShown: true } });
  const direct = async () => (await (await fetch(`${service.address}/api/v1/availability`)).json()) as object;
  await expect.poll(direct).toMatchObject({ state: mode });
  const isFollowed = async () => (await service.pool.query('select from opening_state')).rowCount === 1;
  await expect.poll(isFollowed).toBe(true);
}

/** Resolves with how each request arrived, in their order, once all of them are judged. */
async function arrivals(): Promise<readonly (string | null)[]> {
  const waiting = 'select from commission_requests where judging is not null';
  await expect.poll(async () => (await service.pool.query(waiting)).rowCount).toBe(0);
  const { rows } = await service.pool.query('select arrival from commission_requests order by created_at');
  return rows.map(({ arrival }) => arrival);
}

const storedRequests = async () => (await service.stored()).requests;

describe('a cache of nginx that follows the headers of the service', () => {
  it('asks again after five seconds whether the form is open', async () => {
    await publish('open');
    await startCache('');
    expect(await look()).toEqual({ state: 'open', cache: 'MISS' });
    const keptSince = performance.now();
    await expect.poll(() => look()).toEqual({ state: 'open', cache: 'HIT' });
    await publish('closed');
    let last = await look();
    let hits = 0;
    await expect
      .poll(
        async () => {
          last = await look();
          if (last.cache === 'HIT') hits += 1;
          return last.state;
        },
        { interval: 100 },
      )
      .toBe('closed');
    expect(hits).toBeGreaterThan(0);
    expect(last.cache).toBe('EXPIRED');
    expect(performance.now() - keptSince).toBeGreaterThan(4000);
  });

  it('keeps the list of the queue for as long, and neither its page nor the catalogue nor a submission', async () => {
    await publish('open');
    await startCache('');
    const seenBy = async (path: string) => (await reach(path)).headers['x-cache'];
    expect(await seenBy('/api/v1/queue')).toBe('MISS');
    // nginx may keep a response a moment after it has sent it.
    await expect.poll(() => seenBy('/api/v1/queue')).toBe('HIT');
    for (const path of ['/queue', '/api/v1/catalogue', '/api/v1/challenge', '/']) {
      expect([await seenBy(path), await seenBy(path)], path).toEqual(['MISS', 'MISS']);
    }
    expect(await submit()).not.toBe(await submit());
    expect(await storedRequests()).toBe(2);
  });
});

describe('a cache of nginx that keeps everything for ten minutes', () => {
  let borrowed: BorrowedBrowser;

  beforeAll(async () => {
    borrowed = await borrowBrowser();
  });

  afterAll(() => borrowed.release());

  beforeEach(async () => {
    await publish('open');
    await startCache(careless);
  });

  async function openForm(): Promise<Page> {
    const { page } = await openPage(borrowed.browser, `https://127.0.0.1:${port}/`, { ignoreHTTPSErrors: true });
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Zoë');
    await page.getByLabel('E-mail').fill('zoe@example.org');
    await page.getByLabel('Message').fill('Two cats');
    return page;
  }

  const sendButton = (page: Page) => page.getByRole('button', { name: 'Send request' });
  const receipt = (page: Page) => page.getByRole('region', { name: 'Your request has arrived' });

  it('lets every form through, which is judged by the published studio', async () => {
    expect(await look()).toEqual({ state: 'open', cache: 'MISS' });
    await submit();
    await publish('closed');
    await submit();
    expect(await look()).toEqual({ state: 'open', cache: 'HIT' });
    expect(await look('?other')).toEqual({ state: 'closed', cache: 'MISS' });
    await publish('open');
    await submit();
    expect(await look('?other')).toEqual({ state: 'closed', cache: 'HIT' });
    expect(await arrivals()).toEqual([null, 'closed', null]);
  });

  it('loses no request of a page that takes a closed form for open', async () => {
    await look();
    const page = await openForm();
    await publish('closed');
    await sendButton(page).click();
    await receipt(page).waitFor();
    expect(await arrivals()).toEqual(['closed']);
  });

  it('makes a page that takes an open form for closed keep the draft, and send it later', async () => {
    const page = await openForm();
    await publish('closed');
    await look();
    await publish('open');
    await sendButton(page).click();
    await page.getByRole('region', { name: /Requests were closed while you were writing/ }).waitFor();
    await page.getByText('is kept in this browser').waitFor();
    expect(await storedRequests()).toBe(0);
    await emptyCache();
    await page.getByRole('button', { name: 'Check again' }).click();
    await sendButton(page).click();
    await receipt(page).waitFor();
    expect(await arrivals()).toEqual([null]);
  });
});
