import type { BrowserContextOptions, CDPSession, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { studioCatalogue } from './support/catalogue.ts';
import { type Stage, sendButton, setStage } from './support/stage.ts';

const mostRequests = 6;
const mostBytes = 40 * 1024;
/** Budget of a repeated visit: the catalogue, the limits and the revalidation of the page, which are not cached. */
const mostBytesAgain = 4 * 1024;
/** Budget with fourfold CPU throttling, three times the usual time of the page. */
const mostScriptSeconds = 0.6;

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

/** Resolves with the CPU time of the main thread, which excludes other load on the machine. */
async function scriptSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN;
}

describe('a visit', () => {
  it('takes six requests to the service and 40 KiB, and leaves nothing in the console', async () => {
    const page = await blankPage();
    const requests = requestsOf(page);
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await visit(page);
    expect(requests.filter((request) => !request.url().startsWith(address()))).toEqual([]);
    expect(requests.length).toBeLessThanOrEqual(mostRequests);
    const bytes = await bytesOf(requests);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(mostBytes);
    expect(complaints).toEqual([]);
  });

  it('takes one request more in another language, and no more bytes', async () => {
    const page = await blankPage({ locale: 'ar-EG' });
    const requests = requestsOf(page);
    await page.goto(address());
    await page.getByRole('button', { name: 'إرسال الطلب' }).waitFor();
    expect(requests.length).toBeLessThanOrEqual(mostRequests + 1);
    expect(await bytesOf(requests)).toBeLessThan(mostBytes);
  });

  it('takes 4 KiB the second time', async () => {
    const page = await blankPage();
    await visit(page);
    const requests = requestsOf(page);
    await page.goto('about:blank');
    await visit(page);
    expect(await bytesOf(requests)).toBeLessThan(mostBytesAgain);
  });

  it('waits with its first picture for nothing but the style', async () => {
    const page = await blankPage();
    await visit(page);
    const blocking = (await measured(page, 'resource')).filter((entry) => entry.renderBlockingStatus === 'blocking');
    expect(blocking.map(({ name }) => name)).toEqual([expect.stringMatching(/\/assets\/index-[\w-]+\.css$/)]);
  });

  it('takes little work on a processor a quarter as fast', async () => {
    const page = await blankPage();
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const before = await scriptSeconds(session);
    await visit(page);
    const seconds = (await scriptSeconds(session)) - before;
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThan(mostScriptSeconds);
  });
});

describe.each([320, 1280])('a late catalogue, on a screen of %i pixels', (width) => {
  it('is waited for with text to read, and moves nothing when it comes', async () => {
    const page = await blankPage({ viewport: { width, height: 800 } });
    const arrive = await holdCatalogue(page);
    await page.goto(address());
    await page.getByRole('heading', { name: 'Request a commission' }).waitFor();
    const largest = await measured(page, 'largest-contentful-paint');
    // Entries of pictures have a URL, so none of these is a picture.
    expect(largest.map(({ url }) => url)).toEqual(largest.map(() => ''));
    expect(largest.length).toBeGreaterThan(0);
    arrive();
    await sendButton(page).waitFor();
    expect(await measured(page, 'layout-shift')).toEqual([]);
  });
});
