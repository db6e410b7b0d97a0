import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { studioCatalogue } from './support/catalogue.ts';
import { type Site, startSite } from './support/site.ts';
import { fillIn, receipt, type Stage, sendButton, setStage } from './support/stage.ts';

let stage: Stage;
let host: Site;

beforeAll(async () => {
  stage = await setStage({ catalogue: studioCatalogue, publicPath: '/studio/' });
  host = await startSite({ service: 'http://127.0.0.1:1' });
});

afterAll(async () => {
  await host.close();
  await stage.close();
});

async function sendFrom(page: Page): Promise<string> {
  await fillIn(page);
  await sendButton(page).click();
  const link = receipt(page).getByRole('link', { name: 'Track your request' });
  return String(await link.getAttribute('href'));
}

describe('the receipt', () => {
  it('shows the link, which opens the page of this very request', async () => {
    const { page } = await stage.open();
    const address = await sendFrom(page);
    expect(address).toMatch(new RegExp(`^${stage.site.url}requests/[\\w-]{48}$`));
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      receipt(page).getByRole('link', { name: 'Track your request' }).click(),
    ]);
    await opened.getByRole('heading', { name: 'Received' }).waitFor();
    const number = await receipt(page).getByRole('code').textContent();
    await opened.getByText(`Request ${number}`).waitFor();
    expect(await opened.evaluate(() => document.referrer)).toBe('');
  });
});

/** Stores a request with this status and message, and resolves with the address of its status page. */
async function requestWith(status: string, publicMessage: string | null): Promise<string> {
  const form = new FormData();
  form.append('payload', '{"customerName":"Zoë","customerEmail":"zoe@example.org","message":"Two cats"}');
  const response = await fetch(`${stage.site.url}api/v1/commissions`, { method: 'POST', body: form });
  const { id } = (await response.json()) as { id: string };
  const { pool } = stage.service;
  await pool.query('update commission_requests set status = $2 where id = $1', [id, status]);
  await pool.query(
    "insert into request_entries (request_id, kind, author, via, text) values ($1, 'public-message', 'program', 'api', $2)",
    [id, publicMessage],
  );
  return new URL(String(response.headers.get('location')), stage.site.url).href;
}

describe('the status page', () => {
  it('loads only itself and its icon, and leads to other languages and to the form', async () => {
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
    await page.getByRole('banner').getByRole('link').click();
    await page.locator('commission-form').waitFor();
    expect(page.url()).toBe(stage.site.url);
  });

  it('says when the request came as the receipt does, in the time zone of the reader, or in UTC without scripts', async () => {
    const { page, faults } = await stage.open({ timezoneId: 'Asia/Kolkata' });
    await page.goto(await sendFrom(page));
    const shown = await page.getByRole('time').textContent();
    expect(shown).toContain('GMT+5:30');
    const [form] = await Promise.all([page.context().waitForEvent('page'), page.evaluate(() => window.open('../'))]);
    expect(await receipt(form).getByRole('time').textContent()).toBe(shown);
    expect(faults).toEqual([]);
    const { page: plain } = await stage.open({ timezoneId: 'Asia/Kolkata', javaScriptEnabled: false });
    await plain.goto(page.url());
    expect(await plain.getByRole('time').textContent()).toMatch(/ UTC$/);
  });

  it('has links in the message that can be followed, and that hide the page they came from', async () => {
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
});

describe('an address without a page', () => {
  it('is one that leads to the form, with its icon, where the endpoint is opened in a browser too', async () => {
    const { page, faults } = await stage.open();
    for (const [path, status] of [
      ['nowhere/at/all', 404],
      ['api/v1/commissions', 405],
    ] as const) {
      const answer = await page.goto(stage.site.url + path);
      expect(answer?.status()).toBe(status);
      await page.getByRole('heading', { name: 'There is no page here' }).waitFor();
    }
    const width = await page.evaluate(async () => {
      const icon = new Image();
      icon.src = document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href ?? '';
      await icon.decode();
      return icon.naturalWidth;
    });
    expect(width).toBeGreaterThan(0);
    expect(faults).toEqual([]);
    await page.getByRole('main').getByRole('link').click();
    await sendButton(page).waitFor();
    expect(page.url()).toBe(stage.site.url);
  });
});
