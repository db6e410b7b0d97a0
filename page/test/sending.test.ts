import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requestNumberOf } from '../../src/customers/submission/request-number.ts';
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

async function openFilled(fileBytes: readonly number[]) {
  const opened = await stage.open();
  await fillIn(opened.page);
  const paths = fileBytes.map((bytes, index) => stage.folder.write(`file ${index}.bin`, new Uint8Array(bytes)));
  await attach(opened.page, await Promise.all(paths));
  await expect.poll(() => attachmentNames(opened.page)).toHaveLength(fileBytes.length);
  return opened.page;
}

describe('sending', () => {
  it('shows one bar for the whole and one for each file, speed and time left, on a slow network', async () => {
    const page = await openFilled([mebibyte, 2 * mebibyte]);
    await (await takeNetwork(page)).limit(700_000);
    await sendButton(page).click();
    const bar = (name: string) => page.getByRole('progressbar', { name, exact: true });
    const value = (name: string) => bar(name).evaluate((element) => (element as HTMLProgressElement).value);
    await expect.poll(() => value('file 0.bin')).toBe(1);
    expect(await value('file 1.bin')).toBeLessThan(1);
    expect(await value('Whole request')).toBeLessThan(1);
    await page.getByText(/MB of 3\.1 MB · [\d.,]+ kB per second · about \d+ seconds? left/).waitFor();
    await receipt(page).waitFor();
    expect(await stored()).toBe(1);
  });

  it('says in which language the customer has written', async () => {
    const page = await openFilled([]);
    await page.getByLabel('Language').selectOption('Français');
    await page.getByRole('button', { name: 'Envoyer la demande' }).click();
    await expect.poll(stored).toBe(1);
    const newest = 'select language from commission_requests order by id desc limit 1';
    expect((await stage.service.pool.query(newest)).rows).toEqual([{ language: 'fr' }]);
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

  it('is cancelled without losing what was entered, and can begin again', async () => {
    const page = await openFilled([3 * mebibyte]);
    const network = await takeNetwork(page);
    await network.limit(500_000);
    await sendButton(page).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Sending was cancelled.').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Zoë Müller');
    expect(await attachmentNames(page)).toEqual(['file 0.bin']);
    await network.recover();
    await sendButton(page).click();
    await receipt(page).waitFor();
    expect(await stored()).toBe(1);
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

  it.each([
    ['a connection that breaks in the middle', { afterBytes: 500_000 }, /connection was lost/],
    [
      'a failure of the service',
      { status: 500, body: { error: 'Commission submission failed' } },
      /busy or has a problem/,
    ],
    ['a busy service', { status: 503, body: {}, headers: { 'retry-after': '1' } }, /busy or has a problem/],
  ])('goes on by itself after %s, under the same key', async (_name, fault, said) => {
    const page = await openFilled([mebibyte]);
    // Chromium itself retries requests that broke on a reused connection.
    stage.site.faults.push(...Array.from({ length: 10 }, () => fault));
    await sendButton(page).click();
    await page.getByRole('alert').filter({ hasText: said }).waitFor();
    stage.site.faults.length = 0;
    await receipt(page).waitFor();
    expect(await stored()).toBe(1);
    expect(stage.site.keys.length).toBeGreaterThan(1);
    expect(new Set(stage.site.keys).size).toBe(1);
    expect(stage.site.keys[0]).toMatch(/^[\x21-\x7e]{16,255}$/);
  });

  it('goes on by itself after answers were lost, and shows the receipt of what was stored the first time', async () => {
    const page = await openFilled([mebibyte, 10]);
    // Chromium itself retries on each reused connection. Ten faults are more than it has such connections.
    stage.site.faults.push(...Array.from({ length: 10 }, () => ({ answer: 'lost' }) as const));
    await sendButton(page).click();
    await page.getByRole('alert').filter({ hasText: 'The connection was lost.' }).waitFor();
    stage.site.faults.length = 0;
    expect(await page.getByRole('alert').textContent()).toContain('Nothing is lost, and nothing is sent twice.');
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
    const page = await openFilled([]);
    const busy = { status: 503, body: {}, headers: { 'retry-after': '60' } };
    for (const changed of ['no', 'no', 'yes']) {
      if (changed === 'yes') await page.getByLabel('Name').fill('Zoë');
      stage.site.faults.push(busy);
      await sendButton(page).click();
      await page.getByText('Trying again automatically').first().waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('Sending was cancelled.').waitFor();
    }
    const [first, second, third] = stage.site.keys;
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('keeps everything when it fails to the last, and is taken up again under its key', async () => {
    const { page } = await stage.open();
    // An outage of two and a half minutes.
    await hurry(page, 50);
    await fillIn(page);
    await attach(page, [await stage.folder.write('cat.bin', new Uint8Array(10))]);
    stage.site.faults.push(...Array.from({ length: 11 }, () => ({ status: 503, body: {} })));
    await sendButton(page).click();
    const notice = page.getByRole('region', { name: /Your request was not sent/ });
    await notice.waitFor({ timeout: 30_000 });
    expect(await notice.textContent()).toContain('The service is too busy at the moment.');
    expect(stage.site.keys).toHaveLength(11);
    expect(await page.getByLabel('Message').inputValue()).toBe('Two cats 🐈🐈, in oil');
    expect(await attachmentNames(page)).toEqual(['cat.bin']);
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

  it('keeps everything when it is refused, and can be tried again', async () => {
    const page = await openFilled([10]);
    stage.site.faults.push({ status: 404, body: { error: 'Not found' } });
    await sendButton(page).click();
    const notice = page.getByRole('region', { name: /Your request was not sent/ });
    await notice.waitFor();
    expect(await notice.textContent()).toContain('HTTP 404');
    expect(await attachmentNames(page)).toEqual(['file 0.bin']);
    await sendButton(page).click();
    await receipt(page).waitFor();
  });
});

describe('a sending of ten files', () => {
  it('can be cancelled without scrolling on a phone, whatever is said above', async () => {
    const { page } = await stage.open({ viewport: { width: 390, height: 844 } });
    await hurry(page, 10);
    await fillIn(page);
    const names = Array.from({ length: 10 }, (_, index) => `file ${index}.bin`);
    await attach(page, await Promise.all(names.map((name) => stage.folder.write(name, new Uint8Array(10)))));
    stage.site.faults.push(...Array.from({ length: 60 }, () => ({ afterBytes: 0 })));
    await sendButton(page).click();
    await page.locator('.sending').getByText('This is taking longer than usual.').waitFor({ timeout: 10_000 });
    await page.evaluate(() => scrollTo(0, 0));
    const cancel = page.getByRole('button', { name: 'Cancel' });
    const { y = 0, height = 0 } = (await cancel.boundingBox()) ?? {};
    expect(y + height).toBeLessThan(844);
    stage.site.faults.length = 0;
    await cancel.click();
  });
});

describe('a fault that does not pass', () => {
  it("is shown within ten seconds when it is the service's, with whom to write to and what was written", async () => {
    const page = await openFilled([10]);
    stage.site.faults.push(...Array.from({ length: 30 }, () => ({ status: 500, body: { error: 'x' } })));
    await sendButton(page).click();
    const notice = page.getByRole('region', { name: /Your request was not sent/ });
    await notice.waitFor({ timeout: 10_000 });
    stage.site.faults.length = 0;
    expect(await notice.textContent()).toContain('Something went wrong here');
    expect(await notice.textContent()).toContain('Everything you entered is still here.');
    const address = await notice.getByRole('link', { name: 'studio@example.org' }).getAttribute('href');
    expect(address).toMatch(/^mailto:studio@example\.org\?/);
    expect(new URLSearchParams(address?.split('?')[1]).get('body')).toBe('Two cats 🐈🐈, in oil\n\nZoë Müller');
    expect(await attachmentNames(page)).toEqual(['file 0.bin']);
    expect(await stored()).toBe(0);
  });

  it("is not told from one that passes when it is the network's, but the customer learns what can be done", async () => {
    const { page } = await stage.open();
    await hurry(page, 10);
    await fillIn(page);
    stage.site.faults.push(...Array.from({ length: 60 }, () => ({ afterBytes: 0 })));
    await sendButton(page).click();
    await page.locator('.sending').getByText('This is taking longer than usual.').waitFor({ timeout: 10_000 });
    await page.getByRole('link', { name: 'studio@example.org' }).waitFor();
    stage.site.faults.length = 0;
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByLabel('Message').inputValue()).toBe('Two cats 🐈🐈, in oil');
  });
});

describe('the receipt', () => {
  it('shows what happens next and what was sent, and survives a reload until it is dismissed', async () => {
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

  it('has the number copied beside it, not after all that was sent', async () => {
    const { page } = await stage.open({ viewport: { width: 390, height: 844 } });
    await fillIn(page);
    await sendButton(page).click();
    const number = await receipt(page).getByRole('code').boundingBox();
    const copy = await page.getByRole('button', { name: 'Copy number' }).boundingBox();
    expect(Math.abs((copy?.y ?? 0) - (number?.y ?? 0))).toBeLessThan(60);
  });

  it('names the zone of its time, as the status page does', async () => {
    const { page } = await stage.open({ timezoneId: 'Asia/Kolkata' });
    await fillIn(page);
    await sendButton(page).click();
    await receipt(page)
      .getByText(/ at \d\d:\d\d GMT\+5:30$/)
      .waitFor();
  });

  it('shows one that was kept before there were sizes', async () => {
    const page = await openFilled([10]);
    await sendButton(page).click();
    await receipt(page).waitFor();
    await page.evaluate(() => {
      for (const [key, value] of Object.entries(localStorage)) {
        localStorage.setItem(key, value.replace(/,"fileSizes":\[[^\]]*\]/, ''));
      }
    });
    await page.reload();
    await receipt(page).getByText('file 0.bin', { exact: true }).waitFor();
    expect(await receipt(page).textContent()).not.toContain('10 bytes');
  });

  it('is selected where the browser does not let a page copy', async () => {
    const page = await openFilled([]);
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await sendButton(page).click();
    await page.getByRole('button', { name: 'Copy number' }).click();
    await receipt(page).getByText('The text is selected').waitFor();
    const id = await receipt(page).getByRole('code').textContent();
    expect(await page.evaluate(() => String(getSelection()))).toBe(id);
  });

  it('is copied and printed, and makes room for another request', async () => {
    const page = await openFilled([]);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await sendButton(page).click();
    await receipt(page).waitFor();
    const requestNumber = await receipt(page).getByRole('code').textContent();
    expect(requestNumber).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    await page.getByRole('button', { name: 'Copy number' }).click();
    await receipt(page).getByText('Copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(requestNumber);
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '');
    });
    await page.getByRole('button', { name: 'Print' }).click();
    expect(await page.locator('body[data-printed]').count()).toBe(1);
    await page.emulateMedia({ media: 'print' });
    expect(await receipt(page).isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: 'Copy number' }).isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('button', { name: 'Send another request' }).click();
    expect(await page.getByLabel('Message').inputValue()).toBe('');
  });
});
