import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../../page/test/support/axe.ts';
import { picture } from '../../test/pictures/pictures.ts';
import { type InboxPageStage, inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile();
/** A request with a photo of 2400 by 1800 pixels. */
let large: string;

beforeAll(async () => {
  large = await submit('large.jpg', await photo(2400, 1800));
});

function photo(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#7a5' } })
    .jpeg()
    .toBuffer();
}

function submit(name: string, content: Uint8Array): Promise<string> {
  return stage.submit({ files: [{ name, type: 'application/octet-stream', content }] });
}

/** Opens the large view of a request's first file. */
async function openLarge(id: string, options: Parameters<InboxPageStage['open']>[0] = {}) {
  const opened = await stage.open({ path: `/requests/${id}`, ...options });
  await opened.page.locator('article.request').waitFor();
  // The process that decodes has a low priority: on a busy machine it starts late.
  const preview = `${stage.url}/api/operator/v1/requests/${id}/files/0/preview?size=large`;
  expect((await opened.page.request.get(preview, { timeout: 0 })).status()).toBe(200);
  await opened.page.keyboard.press('p');
  await until(() => shown(opened.page)).toMatchObject({ isPreview: true });
  return opened;
}

/** Returns the picture that is to be seen, once it is loaded. */
const shown = (page: Page) =>
  page
    .locator('.stage img:visible')
    .evaluate(({ src, complete, naturalWidth, clientWidth }: HTMLImageElement) =>
      complete && naturalWidth > 0
        ? { isPreview: src.endsWith('size=large'), pixels: naturalWidth, width: clientWidth }
        : null,
    );

const zoomText = (page: Page) => page.getByRole('button', { name: 'Fit the window' }).innerText();
const notice = (page: Page) => page.locator('.picture-notice').innerText();

async function downloadsOf(id: string): Promise<number | undefined> {
  return (await stage.inbox.reader.events(id))?.filter(({ kind }) => kind === 'download').length;
}

describe('a picture that is larger than its preview', () => {
  it('is its preview as long as that has pixels enough, then its own, which the history calls no download', async () => {
    const { page } = await openLarge(large);
    const views: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('view=')) views.push(request.url());
    });
    await page.keyboard.press('+');
    await until(() => zoomText(page)).toMatch(/^\d+%$/);
    await page.keyboard.press('0');
    await until(() => zoomText(page)).toBe('Fit');
    expect(views).toEqual([]);
    expect(await shown(page)).toMatchObject({ pixels: 1600 });
    await page.getByRole('button', { name: '1:1' }).click();
    await until(() => shown(page)).toEqual({ isPreview: false, pixels: 2400, width: 2400 });
    expect(await zoomText(page)).toBe('100%');
    expect(await notice(page)).toBe('');
    await page.getByRole('dialog').getByText('2400 × 1800 px').waitFor();
    await page.keyboard.press('+');
    await until(() => zoomText(page)).toBe('150%');
    expect(await shown(page)).toMatchObject({ width: 3600 });
    await page.setViewportSize({ width: 900, height: 500 });
    await page.keyboard.press('-');
    await until(() => zoomText(page)).toBe('100%');
    expect(await downloadsOf(large)).toBe(0);
  });

  it('has its own pixels on a screen of two pixels in each direction', async () => {
    const { page } = await openLarge(large, { deviceScaleFactor: 2 });
    await page.getByRole('button', { name: '1:1' }).click();
    await until(() => shown(page)).toEqual({ isPreview: false, pixels: 2400, width: 1200 });
    expect(await zoomText(page)).toBe('100%');
  });

  it('reaches 1:1 when it is more than eight times as large as the window', async () => {
    const { page } = await openLarge(await submit('wide.jpg', await photo(9000, 300)), {
      viewport: { width: 800, height: 600 },
    });
    await page.getByRole('button', { name: '1:1' }).click();
    await until(() => shown(page)).toEqual({ isPreview: false, pixels: 9000, width: 9000 });
    expect(await zoomText(page)).toBe('100%');
  });
});

describe('the large view', () => {
  it('has all files in small, and the words of the customer by a key', async () => {
    const content = await photo(300, 200);
    const files = ['one.jpg', 'two.jpg', 'three.pdf'].map((name) => ({ name, type: '', content }));
    const { page } = await openLarge(await stage.submit({ payload: { message: 'Two cats, in oil.' }, files }));
    const dialog = page.getByRole('dialog');
    const strip = dialog.getByRole('list', { name: 'Files' }).getByRole('button');
    expect(await strip.count()).toBe(3);
    await strip.nth(1).click();
    await page.getByRole('dialog', { name: 'two.jpg, file 2 of 3' }).waitFor();
    expect(await strip.nth(1).getAttribute('aria-current')).toBe('true');
    await page.keyboard.press('i');
    await dialog.getByText('Two cats, in oil.').waitFor();
    await page.keyboard.press('i');
    await until(() => dialog.getByText('Two cats, in oil.').count()).toBe(0);
  });

  it('loads its first picture before it opens', async () => {
    const { page } = await stage.open({ path: '/healthz' });
    const loaded = page.waitForResponse('**/files/0/preview?size=large');
    await page.goto(`${stage.url}/requests/${large}`);
    expect((await loaded).status()).toBe(200);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('says that its picture comes, in a text that can be read at each moment', async () => {
    const { page } = await stage.open({ path: '/healthz' });
    await page.route('**/files/0/preview?size=large', () => {});
    await page.goto(`${stage.url}/requests/${large}`);
    await page.locator('article.request').waitFor();
    await page.keyboard.press('p');
    await until(() => notice(page)).toMatch(/^Loading/);
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.currentTime = 1199;
      for (const animation of document.getAnimations()) animation.pause();
    });
    expect(await violations(page)).toEqual([]);
  });
});

describe('a picture of a kind that the browser cannot show', () => {
  it('is its preview, and the page says with how many of the pixels', async () => {
    const { page } = await openLarge(await submit('photo.heic', picture('photo.heic')));
    await page.getByRole('button', { name: '1:1' }).click();
    await until(() => notice(page)).toBe(
      'The original cannot be shown here. This is its preview, with 100% of the pixels in each direction.',
    );
    expect(await zoomText(page)).toBe('100%');
  });
});

/** Opens a request whose files have these facts. */
async function openWith(facts: object, file: { readonly name: string; readonly content: Uint8Array }) {
  const id = await stage.submit({ files: [{ type: 'image/jpeg', ...file }] });
  const { page } = await stage.open({ path: '/healthz' });
  await page.route(`**/v1/requests/${id}`, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({
      response,
      json: { ...body, files: body.files.map((one: object) => ({ ...one, ...facts })) },
    });
  });
  await page.goto(`${stage.url}/requests/${id}`);
  await page.locator('article.request').waitFor();
  return page;
}

describe('a file whose pixels the service knows', () => {
  it('names them beside its size, and is enlarged by them before its original has come', async () => {
    const content = await photo(2400, 1800);
    const page = await openWith({ width: 2400, height: 1800 }, { name: 'a.jpg', content });
    await page.route('**/files/0?view=true', (route) => route.abort());
    await until(() => page.locator('.picture-strip .file-facts').innerText()).toMatch(/^2400 × 1800 px · \d+ kB$/);
    await page.keyboard.press('p');
    await page.getByRole('dialog').getByText('2400 × 1800 px').waitFor();
    await page.getByRole('button', { name: '1:1' }).click();
    await until(() => notice(page)).toBe(
      'The original cannot be shown here. This is its preview, with 67% of the pixels in each direction.',
    );
    await until(() => shown(page)).toEqual({ isPreview: true, pixels: 1600, width: 2400 });
    expect(await zoomText(page)).toBe('100%');
  });
});

describe('a file that the service cannot show', () => {
  it('shows that a part of it is missing when it is damaged', async () => {
    const page = await openWith({ previewProblem: 'damaged' }, { name: 'a.jpg', content: await photo(300, 200) });
    await page.keyboard.press('p');
    await until(() => notice(page)).toBe('The picture is incomplete. What could be read is shown.');
  });
});
