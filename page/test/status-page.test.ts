import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { languages } from '../../src/platform/language/languages.ts';
import { violations } from './support/axe.ts';
import { openPage } from './support/browser.ts';
import { studioCatalogue } from './support/catalogue.ts';
import { type Site, startSite } from './support/site.ts';
import { fillIn, receipt, type Stage, sendButton, setStage } from './support/stage.ts';

let stage: Stage;
let host: Site;

beforeAll(async () => {
  stage = await setStage({ catalogue: studioCatalogue, publicPath: '/studio/', allowedOrigins: '*' });
  host = await startSite({ service: 'http://127.0.0.1:1' });
  host.policy = `script-src ${stage.site.origin}; connect-src ${stage.site.origin}`;
  host.pages.set(
    '/shop.html',
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
     <commission-form endpoint="${stage.site.url}"></commission-form>
     <script src="${stage.site.url}embed.js"></script></html>`,
  );
});

beforeEach(() => {
  stage.site.faults.length = 0;
});

afterAll(async () => {
  await host.close();
  await stage.close();
});

async function sendFrom(page: Page): Promise<string> {
  await fillIn(page);
  await sendButton(page).click();
  const link = receipt(page).getByRole('link', { name: /\/requests\// });
  return String(await link.getAttribute('href'));
}

describe('the receipt', () => {
  it('shows the link, which opens the page of this very request', async () => {
    const { page } = await stage.open();
    const address = await sendFrom(page);
    expect(address).toMatch(new RegExp(`^${stage.site.url}requests/[\\w-]{48}$`));
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      receipt(page).getByRole('link', { name: address }).click(),
    ]);
    await opened.getByRole('heading', { name: 'Received' }).waitFor();
    const number = await receipt(page).getByRole('code').textContent();
    await opened.getByText(`Request ${number}`).waitFor();
    expect(await opened.evaluate(() => document.referrer)).toBe('');
  });

  it('has the link copied, or selected where a page may not copy', async () => {
    const { page } = await stage.open();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const address = await sendFrom(page);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await receipt(page).getByText('Copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await page.getByRole('button', { name: 'Copy link' }).click();
    await receipt(page).getByText('The text is selected').waitFor();
    expect(await page.evaluate(() => String(getSelection()))).toBe(address);
  });

  it('shows it on a page of another origin too', async () => {
    const { page, faults } = await stage.open();
    await page.goto(`${host.origin}/shop.html`);
    expect(await sendFrom(page)).toMatch(new RegExp(`^${stage.site.url}requests/`));
    expect(faults).toEqual([]);
  });

  it('shows one that was kept before there were links', async () => {
    const { page } = await stage.open();
    await sendFrom(page);
    await page.evaluate(() => {
      for (const [key, value] of Object.entries(localStorage)) {
        localStorage.setItem(key, value.replace(/,"location":"[^"]*"/, ''));
      }
    });
    await page.reload();
    await receipt(page).waitFor();
    expect(await receipt(page).getByRole('link').count()).toBe(0);
  });
});

/** Stores a request with this status and message, and resolves with the address of its status page. */
async function requestWith(status: string, publicMessage: string | null): Promise<string> {
  const form = new FormData();
  form.append('payload', '{"customerName":"Zoë","customerEmail":"zoe@example.org","message":"Two cats"}');
  const response = await fetch(`${stage.site.url}api/v1/commissions`, { method: 'POST', body: form });
  const { id } = (await response.json()) as { id: string };
  const text = 'update commission_requests set status = $2, public_message = $3 where id = $1';
  await stage.service.pool.query(text, [id, status, publicMessage]);
  return new URL(String(response.headers.get('location')), stage.site.url).href;
}

const message =
  'https://pay.example.org/340\nSketches follow on Friday.\n\nמזל טוב 🐈 \u202eevil <img src=x onerror="document.title=1">';

describe('the status page', () => {
  it.each(['NEW', 'WAITLISTED', 'ACCEPTED', 'IN_PROGRESS', 'COMPLETED', 'DECLINED', 'CANCELLED'])(
    'fits in %s from 320 pixels on, light and dark, and is accessible',
    async (status) => {
      const address = `${await requestWith(status, message)}?lang=${status === 'NEW' ? 'ar' : 'de'}`;
      const { page, faults } = await openPage(stage.browser, address);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const width of [320, 600, 1280]) {
          await page.setViewportSize({ width, height: 700 });
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(overflow, `${width} pixels`).toBeLessThanOrEqual(0);
        }
        expect(await violations(page)).toEqual([]);
      }
      expect(faults).toEqual([]);
      expect(await page.title()).not.toBe('1');
      await page.context().close();
    },
  );

  it('asks for nothing but itself and its icon, and changes its language by a link', async () => {
    const address = await requestWith('ACCEPTED', null);
    const page = await (await stage.browser.newContext()).newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(address);
    await page.getByRole('navigation', { name: 'Language' }).getByRole('link', { name: '日本語' }).click();
    await page.getByRole('heading', { name: 'お引き受け済み' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('ja');
    const icon = new URL('docs.svg', stage.site.url).href;
    expect(asked.filter((url) => url !== icon)).toEqual([address, `${address}?lang=ja`]);
    await page.context().close();
  });

  it('says when the request came as the receipt does, in the time zone of the reader', async () => {
    const { page, faults } = await stage.open({ timezoneId: 'Asia/Kolkata' });
    await page.goto(await sendFrom(page));
    const shown = await page.getByRole('time').textContent();
    expect(shown).toContain('GMT+5:30');
    const [form] = await Promise.all([page.context().waitForEvent('page'), page.evaluate(() => window.open('../'))]);
    expect(await receipt(form).getByRole('time').textContent()).toBe(shown);
    expect(faults).toEqual([]);
  });

  it('names UTC where scripts are not allowed', async () => {
    const { page } = await stage.open({ timezoneId: 'Asia/Kolkata', javaScriptEnabled: false });
    await page.goto(await requestWith('NEW', null));
    expect(await page.getByRole('time').textContent()).toMatch(/ UTC$/);
  });

  it('has links in the message that can be followed, and tell nobody where they were followed', async () => {
    const { page, faults } = await stage.open();
    host.pages.set('/pay.html', '<!doctype html><html lang="en"><title>Pay</title><h1>Pay here</h1></html>');
    const text = `\u202ePay: ${host.origin}/pay.html, or https://bank.example@127.0.0.1/ or javascript:document.title=1`;
    await page.goto(await requestWith('ACCEPTED', text));
    const links = page.getByRole('region', { name: 'A message for you' }).getByRole('link');
    expect(await links.allTextContents()).toEqual([`${host.origin}/pay.html`]);
    await links.click();
    await page.getByRole('heading', { name: 'Pay here' }).waitFor();
    expect(await page.evaluate(() => document.referrer)).toBe('');
    expect(faults).toEqual([]);
  });

  it('leads to the form', async () => {
    const { page } = await stage.open();
    await page.goto(await requestWith('COMPLETED', null));
    await page.getByRole('banner').getByRole('link').click();
    await sendButton(page).waitFor();
    expect(page.url()).toBe(stage.site.url);
  });

  it('is accessible too for a link that leads nowhere', async () => {
    const { page } = await stage.open();
    await page.goto(`${stage.site.url}requests/nowhere`);
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('has the icon of the form, which its policy allows', async () => {
    const { page, faults } = await stage.open();
    for (const path of ['requests/nowhere', 'nowhere/at/all']) {
      await page.goto(stage.site.url + path);
      const width = await page.evaluate(async () => {
        const icon = new Image();
        icon.src = document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href ?? '';
        await icon.decode();
        return icon.naturalWidth;
      });
      expect(width).toBeGreaterThan(0);
    }
    expect(faults).toEqual([]);
  });
});

describe('an address without a page', () => {
  it.each(languages)(
    'is one in %s that leads to the form, fits 320 pixels, light and dark, and is accessible',
    async (language) => {
      const { page, faults } = await openPage(stage.browser, `${stage.site.url}nowhere/at/all`, {
        locale: language,
        viewport: { width: 320, height: 700 },
      });
      const answer = await page.reload();
      expect(answer?.status()).toBe(404);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
        expect(await violations(page)).toEqual([]);
      }
      expect(faults).toEqual([]);
      await page.getByRole('main').getByRole('link').click();
      await page.locator('commission-form').waitFor();
      expect(page.url()).toBe(stage.site.url);
      await page.context().close();
    },
  );

  it('is a page where the endpoint is opened in a browser', async () => {
    const { page } = await stage.open();
    const answer = await page.goto(`${stage.site.url}api/v1/commissions`);
    expect(answer?.status()).toBe(405);
    await page.getByRole('heading', { name: 'There is no page here' }).waitFor();
  });
});
