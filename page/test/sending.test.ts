import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requestNumberOf } from '../../src/intake/submission/request-number.ts';
import type { Stored } from '../../test/support/service.ts';
import { startTcpProxy } from '../../test/support/tcp-proxy.ts';
import { studioCatalogue } from './support/catalogue.ts';
import {
  attach,
  attachmentNames,
  fillIn,
  hurry,
  receipt,
  type Stage,
  sendButton,
  setStage,
  takeNetwork,
} from './support/stage.ts';

const mebibyte = 1024 * 1024;
let stage: Stage;
let before: Stored;

beforeAll(async () => {
  stage = await setStage({ catalogue: studioCatalogue });
});

beforeEach(async () => {
  before = await stage.service.stored();
  stage.site.faults.length = 0;
  stage.site.keys.length = 0;
});

afterAll(() => stage.close());

const stored = async () => (await stage.service.stored()).requests - before.requests;

async function openFilled(fileBytes: readonly number[]): Promise<Page> {
  const { page } = await stage.open();
  await fillWith(page, fileBytes);
  return page;
}

/** Opens the form on a page whose timers run ten times as fast. */
async function openHurried(fileBytes: readonly number[], options: BrowserContextOptions = {}): Promise<Page> {
  const { page } = await stage.open(options);
  await hurry(page, 10);
  await fillWith(page, fileBytes);
  return page;
}

async function fillWith(page: Page, fileBytes: readonly number[]): Promise<void> {
  await fillIn(page);
  const paths = fileBytes.map((bytes, index) => stage.folder.write(`file ${index}.bin`, new Uint8Array(bytes)));
  await attach(page, await Promise.all(paths));
  await expect.poll(() => attachmentNames(page)).toHaveLength(fileBytes.length);
}

describe('sending', () => {
  it('shows one bar for the whole and one for each file, speed and time left, on a slow network', async () => {
    const page = await openFilled([mebibyte, 2 * mebibyte]);
    const network = await takeNetwork(page);
    await network.limit(700_000);
    await sendButton(page).click();
    const bar = (name: string) => page.getByRole('progressbar', { name, exact: true });
    const value = (name: string) => bar(name).evaluate((element) => (element as HTMLProgressElement).value);
    await expect.poll(() => value('file 0.bin')).toBe(1);
    expect(await value('file 1.bin')).toBeLessThan(1);
    expect(await value('Whole request')).toBeLessThan(1);
    await page.getByText(/MB of 3\.1 MB · [\d.,]+ kB per second · about \d+ seconds? left/).waitFor();
    await network.recover();
    await receipt(page).waitFor();
    expect(await stored()).toBe(1);
  });

  it('takes ten files of ten mebibytes', async () => {
    const page = await openFilled(Array.from({ length: 10 }, () => 10 * mebibyte));
    await sendButton(page).click();
    await receipt(page).waitFor({ timeout: 50_000 });
    expect(await stored()).toBe(1);
    const { rows } = await stage.service.pool.query(
      'select count(*)::int, min(file_size)::int from commission_request_files where file_size = $1',
      [10 * mebibyte],
    );
    expect(rows).toEqual([{ count: 10, min: 10 * mebibyte }]);
  });

  it('goes on by itself after the network was gone in the middle, and says so', async () => {
    const proxy = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(stage.site.origin).port) });
    const { page } = await stage.open();
    await page.goto(`http://127.0.0.1:${proxy.port}/`);
    await fillIn(page);
    await attach(page, [await stage.folder.write('large.bin', new Uint8Array(3 * mebibyte))]);
    const network = await takeNetwork(page);
    await network.limit(500_000);
    await sendButton(page).click();
    const whole = page.getByRole('progressbar', { name: 'Whole request' });
    await expect.poll(() => whole.evaluate((bar) => (bar as HTMLProgressElement).value)).toBeGreaterThan(0.1);
    // The browser is offline, open connections break, and new ones are refused.
    await network.disconnect();
    proxy.refuse();
    await page.getByRole('alert').filter({ hasText: 'The connection was lost.' }).waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('Nothing is lost, and nothing is sent twice.');
    await proxy.pass();
    await network.recover();
    await receipt(page).waitFor();
    expect(await stored()).toBe(1);
    expect(new Set(stage.site.keys).size).toBe(1);
    await proxy.close();
  });

  it('goes on by itself after a failure of the service, under the same key', async () => {
    const page = await openFilled([mebibyte]);
    const busy = { status: 503, body: {}, headers: { 'retry-after': '1' } };
    const failed = { status: 500, body: { error: 'Commission submission failed' } };
    stage.site.faults.push(failed, ...Array.from({ length: 10 }, () => busy));
    await sendButton(page).click();
    await page
      .getByRole('alert')
      .filter({ hasText: /busy or has a problem/ })
      .waitFor();
    stage.site.faults.length = 0;
    await receipt(page).waitFor();
    expect(await stored()).toBe(1);
    expect(stage.site.keys.length).toBeGreaterThan(1);
    expect(new Set(stage.site.keys).size).toBe(1);
    expect(stage.site.keys[0]).toMatch(/^[\x21-\x7e]{16,255}$/);
  });

  it('goes on by itself after answers were lost, and shows the receipt of the first time', async () => {
    const page = await openHurried([mebibyte, 10]);
    // Chromium itself retries on each reused connection.
    stage.site.faults.push(...Array.from({ length: 60 }, () => ({ answer: 'lost' }) as const));
    await sendButton(page).click();
    // The hurried page removes its announcement after half a second. The note stays.
    const note = /The connection was lost\..*Nothing is lost, and nothing is sent twice\./;
    await page.locator('.notice').filter({ hasText: note }).waitFor();
    stage.site.faults.length = 0;
    expect(await stored()).toBe(1);
    await receipt(page).waitFor();
    await expect.poll(() => page.getByRole('alert').textContent()).toBe('');
    expect(stage.site.keys.length).toBeGreaterThan(1);
    expect(new Set(stage.site.keys).size).toBe(1);
    const { rows } = await stage.service.pool.query('select id from commission_requests order by id desc limit 1');
    expect(await receipt(page).getByRole('code').textContent()).toBe(requestNumberOf(rows[0].id));
    const { requests, files, objectFiles } = await stage.service.stored();
    expect([requests - before.requests, files - before.files]).toEqual([1, 2]);
    // The store writes a metadata file for each object.
    expect(objectFiles - before.objectFiles).toBe(2 * 2);
  });

  it('is repeated under its key when it was cancelled, and under a new one after a change', async () => {
    const page = await openFilled([3 * mebibyte]);
    const network = await takeNetwork(page);
    await network.limit(100_000);
    for (const name of ['Zoë Müller', 'Zoë Müller', 'Zoë']) {
      // A field that is filled in anew has changed, also with the same text.
      if (name === 'Zoë') await page.getByLabel('Name').fill(name);
      const keys = stage.site.keys.length;
      await sendButton(page).click();
      await expect.poll(() => stage.site.keys.length).toBeGreaterThan(keys);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('Sending was cancelled.').waitFor();
      expect(await page.getByLabel('Name').inputValue()).toBe(name);
      expect(await attachmentNames(page)).toEqual(['file 0.bin']);
    }
    const [first, second, third] = stage.site.keys;
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    await network.recover();
    await sendButton(page).click();
    await receipt(page).waitFor();
    expect(await stored()).toBe(1);
  });

  it('keeps everything when it fails to the last, and is taken up again under its key', async () => {
    const { page } = await stage.open();
    // An outage of two and a half minutes.
    await hurry(page, 50);
    await fillWith(page, [10]);
    stage.site.faults.push(...Array.from({ length: 11 }, () => ({ status: 503, body: {} })));
    await sendButton(page).click();
    const notice = page.getByRole('region', { name: /Your request was not sent/ });
    await notice.waitFor();
    expect(await notice.textContent()).toContain('The service is too busy at the moment.');
    expect(stage.site.keys).toHaveLength(11);
    expect(await page.getByLabel('Message').inputValue()).toBe('Two cats 🐈🐈, in oil');
    expect(await attachmentNames(page)).toEqual(['file 0.bin']);
    await sendButton(page).click();
    await receipt(page).waitFor();
    expect(new Set(stage.site.keys).size).toBe(1);
    expect(await stored()).toBe(1);
  });

  it('says so at once when there is no room for files, and may go without them', async () => {
    const page = await openFilled([10]);
    const body = { error: 'No room for files' };
    stage.site.faults.push({ status: 503, body, headers: { 'retry-after': '300' } });
    await sendButton(page).click();
    const notice = page.getByRole('region', { name: /Your request was not sent/ });
    await notice.waitFor();
    expect(await notice.textContent()).toContain('There is no room for files at the moment. Please send again later');
    expect(await attachmentNames(page)).toEqual(['file 0.bin']);
    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    await sendButton(page).click();
    await receipt(page).waitFor();
  });
});

describe('a fault that does not pass', () => {
  it("is shown when it is the service's, with the contact and the draft", async () => {
    const page = await openHurried([10]);
    stage.site.faults.push(...Array.from({ length: 30 }, () => ({ status: 500, body: { error: 'x' } })));
    await sendButton(page).click();
    const notice = page.getByRole('region', { name: /Your request was not sent/ });
    await notice.waitFor();
    stage.site.faults.length = 0;
    expect(await notice.textContent()).toContain('Something went wrong here');
    expect(await notice.textContent()).toContain('Everything you entered is still here.');
    const address = await notice.getByRole('link', { name: 'studio@example.org' }).getAttribute('href');
    expect(address).toMatch(/^mailto:studio@example\.org\?/);
    expect(new URLSearchParams(address?.split('?')[1]).get('body')).toBe('Two cats 🐈🐈, in oil\n\nZoë Müller');
    expect(await attachmentNames(page)).toEqual(['file 0.bin']);
    expect(await stored()).toBe(0);
  });

  it("seems to pass when it is the network's, but can be cancelled without scrolling", async () => {
    const viewport = { width: 390, height: 844 };
    const page = await openHurried(
      Array.from({ length: 10 }, () => 10),
      { viewport },
    );
    stage.site.faults.push(...Array.from({ length: 60 }, () => ({ afterBytes: 0 })));
    await sendButton(page).click();
    await page.locator('.sending').getByText('This is taking longer than usual.').waitFor();
    await page.getByRole('link', { name: 'studio@example.org' }).waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    const cancel = page.getByRole('button', { name: 'Cancel' });
    const { y = 0, height = 0 } = (await cancel.boundingBox()) ?? {};
    expect(y + height).toBeLessThan(844);
    stage.site.faults.length = 0;
    await cancel.click();
    expect(await page.getByLabel('Message').inputValue()).toBe('Two cats 🐈🐈, in oil');
  });
});

describe('the receipt', () => {
  it('shows the next steps and the sent form, and survives a reload until it is dismissed', async () => {
    const page = await openFilled([10]);
    await page.getByRole('radio', { name: 'Portrait' }).check();
    await sendButton(page).click();
    await receipt(page).waitFor();
    const shown = await receipt(page).textContent();
    for (const text of ['Within a week you get a first sketch', 'Portrait', 'Zoë Müller', 'zoe@example.org']) {
      expect(shown).toContain(text);
    }
    expect(shown).toContain('Two cats 🐈🐈, in oil');
    expect(shown).toContain('file 0.bin 10 bytes');
    await page.reload();
    await receipt(page).waitFor();
    expect(await receipt(page).textContent()).toBe(shown);
    await page.getByRole('button', { name: 'Send another request' }).click();
    await page.reload();
    await sendButton(page).waitFor();
    expect(await receipt(page).count()).toBe(0);
  });

  it('has its number and its link copied beside them, or selected where the browser does not let a page copy', async () => {
    const { page } = await stage.open({ viewport: { width: 390, height: 844 } });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await fillIn(page);
    await sendButton(page).click();
    const code = receipt(page).getByRole('code');
    const link = receipt(page).getByRole('link', { name: 'Track your request' });
    const copyNumber = page.getByRole('button', { name: 'Copy number' });
    expect(await code.textContent()).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    const [number, button] = [await code.boundingBox(), await copyNumber.boundingBox()];
    expect(Math.abs((button?.y ?? 0) - (number?.y ?? 0))).toBeLessThan(60);
    const copies = [
      [copyNumber, await code.textContent()],
      [page.getByRole('button', { name: 'Copy link' }), await link.getAttribute('href')],
    ] as const;
    for (const [copy, text] of copies) {
      await copy.click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    }
    expect(await receipt(page).getByText('Copied.').count()).toBe(2);
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    for (const [copy, text] of copies) {
      await copy.click();
      await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe(text);
    }
    expect(await receipt(page).getByText('The text is selected').count()).toBe(2);
  });

  it('is printed without its buttons, and makes room for another request', async () => {
    const page = await openFilled([]);
    await sendButton(page).click();
    await receipt(page).waitFor();
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '');
    });
    await page.getByRole('button', { name: 'Print' }).click();
    expect(await page.locator('body[data-printed]').count()).toBe(1);
    const inkOf = () => receipt(page).evaluate((element) => getComputedStyle(element).color);
    const ink = await inkOf();
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
    await expect.poll(inkOf).not.toBe(ink);
    await page.emulateMedia({ media: 'print' });
    expect(await inkOf()).toBe(ink);
    expect(await receipt(page).isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: 'Copy number' }).isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('button', { name: 'Send another request' }).click();
    expect(await page.getByLabel('Message').inputValue()).toBe('');
  });
});
