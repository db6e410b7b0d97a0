import type { BrowserContextOptions, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Catalogue } from '../../client/src/commission-client.ts';
import { askingCatalogue } from './support/asking-catalogue.ts';
import { studioCatalogue } from './support/catalogue.ts';
import { type Stage, sendButton, setStage } from './support/stage.ts';
import { stubCatalogue } from './support/stub-catalogue.ts';

const mostRequests = 6;
const mostBytes = 41 * 1024;
/** Budget of a repeated visit: the catalogue, the limits and the revalidation of the page, which are not cached. */
const mostBytesAgain = 4 * 1024;

const picture = { url: 'pictures/a', largeUrl: 'pictures/a', width: 640, height: 480, alt: null };
const everything: Catalogue = {
  ...askingCatalogue,
  types: askingCatalogue.types.map((type) => ({ ...type, pictures: [picture] })),
  theme: { accent: { light: '#7a2e5d', dark: null }, scheme: 'both', typeface: 'serif' },
  logo: { url: 'pictures/a', width: 640, height: 480 },
  opening: { state: 'open', reason: null, opensAt: null, closesAt: null, timeZone: 'UTC', message: null, types: [] },
  guard: { proof: true },
};

let stage: Stage;

beforeAll(async () => {
  stage = await setStage({ catalogue: studioCatalogue });
});

afterAll(() => stage.close());

/** Opens an empty page in a new profile. */
async function blankPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await stage.browser.newContext({ locale: 'en-GB', ...options });
  return context.newPage();
}

/** Address of the page as the service itself serves it. */
const address = () => `${stage.service.address}/`;

async function visit(page: Page): Promise<void> {
  await page.goto(address());
  await sendButton(page).waitFor();
}

/** Records the requests of the page from now on. */
function requestsOf(page: Page): readonly Request[] {
  const requests: Request[] = [];
  page.on('requestfinished', (request) => requests.push(request));
  return requests;
}

/** Resolves with the transferred bytes of all responses, including headers. */
async function bytesOf(requests: readonly Request[]): Promise<number> {
  const sizes = await Promise.all(requests.map((request) => request.sizes()));
  return sizes.reduce((sum, { responseHeadersSize: head, responseBodySize: body }) => sum + head + body, 0);
}

/** Delays the catalogue until the returned function is called. */
async function holdCatalogue(page: Page): Promise<() => void> {
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/api/v1/catalogue', async (route) => {
    await arrival;
    await route.continue();
  });
  return () => arrive();
}

/** Resolves with the browser's performance entries of a type. Waits up to half a second for the first entry. */
function measured(page: Page, type: string): Promise<Record<string, unknown>[]> {
  return page.evaluate(
    (wanted) =>
      new Promise<Record<string, unknown>[]>((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries().map((entry) => entry.toJSON())));
        observer.observe({ type: wanted, buffered: true });
        setTimeout(() => resolve([]), 500);
      }),
    type,
  );
}

describe('a visit', () => {
  it('takes six requests to the service and 41 KiB, and 4 KiB the second time', async () => {
    const page = await blankPage();
    const first = requestsOf(page);
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await visit(page);
    expect(first.filter((request) => !request.url().startsWith(address()))).toEqual([]);
    expect(first.length).toBeLessThanOrEqual(mostRequests);
    const bytes = await bytesOf(first);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(mostBytes);
    expect(complaints).toEqual([]);
    const blocking = (await measured(page, 'resource')).filter((entry) => entry.renderBlockingStatus === 'blocking');
    expect(blocking.map(({ name }) => name)).toEqual([expect.stringMatching(/\/assets\/index-[\w-]+\.css$/)]);
    const second = requestsOf(page);
    await page.goto('about:blank');
    await visit(page);
    expect(await bytesOf(second)).toBeLessThan(mostBytesAgain);
  });

  it('takes one request more in another language, and no more bytes', async () => {
    const page = await blankPage({ locale: 'ar-EG' });
    const requests = requestsOf(page);
    await page.goto(address());
    await page.getByRole('button', { name: 'إرسال الطلب' }).waitFor();
    expect(requests.length).toBeLessThanOrEqual(mostRequests + 1);
    expect(await bytesOf(requests)).toBeLessThan(mostBytes);
  });

  it.each([
    ['en-GB', mostRequests],
    ['ar-EG', mostRequests + 1],
  ])('takes no more requests when a studio sets everything, pictures aside, in %s', async (locale, most) => {
    const page = await blankPage({ locale });
    const requests = requestsOf(page);
    await stubCatalogue(page, everything);
    await page.goto(address());
    await page.locator('[part~=legal]').waitFor();
    await page.locator('[part~=submit]').waitFor();
    const paths = requests.filter((one) => one.resourceType() !== 'image').map((one) => new URL(one.url()).pathname);
    expect(paths).toContainEqual(expect.stringContaining('studio-parts'));
    expect(paths.length, paths.join(' ')).toBeLessThanOrEqual(most);
  });

  it('shows text while a catalogue is late, and moves no content when it comes', async () => {
    for (const width of [320, 1280]) {
      const page = await blankPage({ viewport: { width, height: 800 } });
      const arrive = await holdCatalogue(page);
      await page.goto(address());
      await page.getByRole('heading', { name: 'Request a commission' }).waitFor();
      const largest = await measured(page, 'largest-contentful-paint');
      // Entries of pictures have a URL, so these are no pictures.
      expect(largest.map(({ url }) => url)).toEqual(largest.map(() => ''));
      expect(largest.length).toBeGreaterThan(0);
      arrive();
      await sendButton(page).waitFor();
      expect(await measured(page, 'layout-shift'), `${width} pixels`).toEqual([]);
      await page.context().close();
    }
  });
});
