import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Catalogue, Opening } from '../../client/src/commission-client.ts';
import { askingCatalogue } from './support/asking-catalogue.ts';
import { violations } from './support/axe.ts';
import { studioCatalogue } from './support/catalogue.ts';
import { type Site, startSite } from './support/site.ts';
import { fillIn, hurry, receipt, type Stage, sendButton, setStage } from './support/stage.ts';
import { openWith, stubCatalogue, stubOpening } from './support/stub-catalogue.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await setStage({ allowedOrigins: '*' });
});

afterAll(() => stage.close());

const opening: Opening = {
  state: 'open',
  reason: null,
  opensAt: null,
  closesAt: null,
  message: null,
  timeZone: 'Europe/Berlin',
  types: [],
};
const closed: Opening = { ...opening, state: 'closed', reason: 'manual', message: { en: 'I am painting.' } };
const later: Opening = { ...closed, reason: 'schedule', opensAt: '2099-06-01T08:00:00.000Z', notices: true };
const placesOf = (state: Opening['state'], left: number | null) =>
  studioCatalogue.types.map(({ id }) => ({ id, state, left }));
const waitlist: Opening = { ...opening, state: 'waitlist', reason: 'slots', types: placesOf('waitlist', 0) };

const catalogueWith = (now: Opening): Catalogue => ({ ...studioCatalogue, opening: now });
const openAs = (now: Opening, options = {}) => openWith(stage, catalogueWith(now), options);
const form = (page: Page) => page.getByRole('button', { name: 'Send request' });

describe('a studio that is open', () => {
  it('says how many places a type has left, and offers none that is full', async () => {
    const types = [
      { id: 'portrait', state: 'open' as const, left: 2 },
      { id: 'landscape', state: 'closed' as const, left: 0 },
    ];
    const { page } = await openAs({ ...opening, types });
    const portrait = page.getByRole('radio', { name: 'Portrait' });
    await expect.poll(() => page.locator('.choice', { has: portrait }).innerText()).toContain('Places left: 2');
    expect(await page.getByRole('radio', { name: 'Landscape' }).isDisabled()).toBe(true);
    await page.getByText('Full', { exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('says until when, in the time zone of the reader and in its own', async () => {
    const closesAt = '2099-01-01T11:00:00.000Z';
    const { page } = await openAs({ ...opening, closesAt }, { timezoneId: 'Pacific/Auckland' });
    await page.getByText(/^Open until Friday,? 2 January 2099 at 00:00 GMT\+13/).waitFor();
    await page.getByText(/^In the studio’s time zone: Thursday,? 1 January 2099 at 12:00/).waitFor();
    const { page: near } = await openAs({ ...opening, closesAt }, { timezoneId: 'Europe/Rome' });
    await near.getByText('Open until').waitFor();
    expect(await near.getByText('In the studio’s time zone').count()).toBe(0);
  });

  it('takes requests for its waiting list, and says so', async () => {
    const { page } = await openAs(waitlist);
    await page.getByText('There is a waiting list').waitFor();
    expect(await violations(page)).toEqual([]);
    await fillIn(page);
    await sendButton(page).click();
    await receipt(page).waitFor();
  });
});

describe('a studio that is closed', () => {
  it('shows when it opens, what it offers, prices and terms, and no form', async () => {
    const { page, faults } = await openWith(
      stage,
      { ...askingCatalogue, opening: later },
      { timezoneId: 'Pacific/Auckland' },
    );
    await page.getByRole('heading', { name: 'Requests are not open yet' }).waitFor();
    await page.getByText(/Opens on Monday,? 1 June 2099 at 20:00 GMT\+12/).waitFor();
    await page.getByText(/Monday,? 1 June 2099 at 10:00 CEST|Monday,? 1 June 2099 at 10:00 GMT\+2/).waitFor();
    await page.getByText('I am painting.').waitFor();
    const offered = page.getByRole('region', { name: 'What is offered' });
    expect(await offered.innerText()).toMatch(/Portrait[\s\S]*from €120[\s\S]*Full figure €60[\s\S]*\+25%/);
    await page.getByRole('region', { name: 'Terms' }).getByText('Read the text').click();
    await page.getByText('Two changes are free.').waitFor();
    expect(await form(page).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it.each([
    ['manual', 'Requests are closed'],
    ['slots', 'All places are taken'],
    ['requests', 'All places are taken'],
  ] as const)('says why: %s', async (reason, heading) => {
    const { page } = await openAs({ ...closed, reason });
    await page.getByRole('heading', { name: heading }).waitFor();
  });

  it('keeps what was written, says so, and shows it when it opens', async () => {
    const { page } = await openAs(opening);
    await fillIn(page);
    await page.unroute('**/api/v1/catalogue');
    await stubCatalogue(page, catalogueWith(closed));
    await page.reload();
    await page.getByText('is kept in this browser, and will be here').waitFor();
    await stubOpening(page, opening);
    await page.getByRole('button', { name: 'Look again' }).click();
    expect(await page.getByLabel('Message').inputValue()).toBe('Two cats 🐈🐈, in oil');
  });

  it('looks again when the page gets the focus', async () => {
    const { page } = await openAs(closed);
    await page.getByRole('heading', { name: 'Requests are closed' }).waitFor();
    await stubOpening(page, opening);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await form(page).waitFor();
  });

  it('looks again when its time has come', async () => {
    // Later than a busy machine needs to show the page.
    const { page } = await openAs({ ...later, opensAt: new Date(Date.now() + 8000).toISOString() });
    await page.getByRole('heading', { name: 'Requests are not open yet' }).waitFor();
    await stubOpening(page, opening);
    await form(page).waitFor();
  });

  it('looks again until the service says that the time has come, which a cache may delay', async () => {
    const opensAt = new Date(Date.now() - 1000).toISOString();
    const { page } = await openAs({ ...later, opensAt });
    let looks = 0;
    await page.unroute('**/api/v1/availability');
    await page.route('**/api/v1/availability', (route) => {
      looks += 1;
      return route.fulfill({ json: looks < 4 ? { ...later, opensAt } : opening });
    });
    await hurry(page, 20);
    await page.getByRole('heading', { name: 'Requests are closed' }).waitFor();
    await form(page).waitFor();
    expect(looks).toBe(4);
  });

  it('takes an address that is told when it opens, and corrects it first', async () => {
    const { page } = await openAs(later);
    const asked: unknown[] = [];
    await page.route('**/api/v1/opening-notices', (route) => {
      asked.push(route.request().postDataJSON());
      return route.fulfill({ status: 202, json: {} });
    });
    const address = page.getByLabel('E-mail');
    await address.fill('zoe.example.org');
    await page.getByRole('button', { name: 'Tell me' }).click();
    await page.getByText('The @ is missing').waitFor();
    expect(await violations(page)).toEqual([]);
    await address.fill(' <zoe@example.org> ');
    await page.keyboard.press('Enter');
    await page.getByText('a link in our e-mail to zoe@example.org confirms it').first().waitFor();
    expect(asked).toEqual([{ email: 'zoe@example.org', language: 'en' }]);
  });

  it('says that an address could not be taken', async () => {
    const { page } = await openAs(later);
    await page.route('**/api/v1/opening-notices', (route) => route.fulfill({ status: 400, json: { error: 'No' } }));
    await page.getByLabel('E-mail').fill('zoe@example.org');
    await page.keyboard.press('Enter');
    await page.locator('#notify-error').getByText('That did not work. Please try again later.').waitFor();
  });

  it('asks for no address where it sends no mail', async () => {
    const { page } = await openAs(closed);
    await page.getByRole('heading', { name: 'Requests are closed' }).waitFor();
    expect(await page.getByText('Tell me when it opens').count()).toBe(0);
  });
});

describe('a studio that closes while somebody writes', () => {
  it('keeps the draft and sends nothing', async () => {
    const { requests } = await stage.service.stored();
    const { page } = await openAs(opening);
    await fillIn(page);
    await stubOpening(page, closed);
    await sendButton(page).click();
    await page.getByRole('region', { name: /Requests were closed while you were writing/ }).waitFor();
    await page.getByText('is kept in this browser').waitFor();
    expect(await violations(page)).toEqual([]);
    expect((await stage.service.stored()).requests).toBe(requests);
  });

  it('offers the waiting list, and sends to it at the second press', async () => {
    const { requests } = await stage.service.stored();
    const { page } = await openAs({ ...opening, types: placesOf('open', 1) });
    await page.getByRole('radio', { name: 'Portrait' }).check();
    await fillIn(page);
    await stubOpening(page, waitlist);
    await sendButton(page).click();
    await page.getByRole('region', { name: /it goes on the waiting list/ }).waitFor();
    expect((await stage.service.stored()).requests).toBe(requests);
    await sendButton(page).click();
    await receipt(page).waitFor();
    expect((await stage.service.stored()).requests).toBe(requests + 1);
  });

  it('asks for another type when the chosen one is full', async () => {
    const { page } = await openAs({ ...opening, types: placesOf('open', 1) });
    await page.getByRole('radio', { name: 'Portrait' }).check();
    await fillIn(page);
    const [portrait, ...others] = placesOf('open', 1);
    await stubOpening(page, {
      ...opening,
      types: [{ id: 'portrait', left: 0, ...portrait, state: 'closed' }, ...others],
    });
    await sendButton(page).click();
    await page.getByText('Places left: 1').waitFor();
    await sendButton(page).click();
    await page.getByRole('link', { name: /What you chose has become full/ }).click();
    await page.getByRole('radio', { name: 'Landscape' }).check();
    await sendButton(page).click();
    await receipt(page).waitFor();
  });

  it('takes the request when it cannot say whether it is open', async () => {
    const { page } = await openAs(opening);
    await fillIn(page);
    await page.unroute('**/api/v1/availability');
    await page.route('**/api/v1/availability', (route) => route.fulfill({ status: 503, json: {} }));
    await sendButton(page).click();
    await receipt(page).waitFor();
  });
});

describe('the element of a studio with everything set', () => {
  let host: Site;

  beforeAll(async () => {
    host = await startSite({ service: 'http://127.0.0.1:1' });
    host.policy = `script-src ${stage.site.origin}; connect-src ${stage.site.origin}; img-src ${stage.site.origin}`;
    host.pages.set(
      '/shop.html',
      `<!doctype html><html lang="de"><meta charset="utf-8"><title>Shop</title><main><h1>Shop</h1>
       <commission-form endpoint="${stage.site.url}" lang="de" prefill="a.usage=personal"></commission-form></main>
       <script src="${stage.site.url}embed.js"></script></html>`,
    );
  });

  afterAll(() => host.close());

  async function openShop(catalogue: Catalogue, options: BrowserContextOptions = {}): Promise<Page> {
    const { page, faults } = await stage.open(options);
    const headers = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'Retry-After' };
    await page.route('**/api/v1/catalogue', (route) => route.fulfill({ json: catalogue, headers }));
    await page.route('**/api/v1/availability', (route) => route.fulfill({ json: catalogue.opening, headers }));
    await page.goto(`${host.origin}/shop.html`);
    await page.locator('.panel').first().waitFor();
    expect(faults).toEqual([]);
    return page;
  }

  it('asks in its language, which it loads from the service, with the theme of the studio', async () => {
    const theme = { accent: { light: '#7a2e5d', dark: null }, scheme: 'dark', typeface: 'serif' };
    const page = await openShop({ ...askingCatalogue, theme });
    await page.getByRole('heading', { level: 3, name: 'Ein paar Fragen' }).waitFor();
    expect(await page.getByRole('radio', { name: 'Für mich' }).isChecked()).toBe(true);
    const send = page.getByRole('button', { name: 'Anfrage senden' });
    expect(await send.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe('rgb(122, 46, 93)');
    expect(await send.evaluate((button) => getComputedStyle(button).fontFamily)).toContain('Georgia');
    // On a light page it stays light.
    const panel = page.locator('.panel').first();
    expect(await panel.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(255, 255, 255)');
    expect(await violations(page)).toEqual([]);
  });

  it('shows that the studio is closed, and when it opens by both clocks', async () => {
    const page = await openShop({ ...askingCatalogue, opening: later }, { timezoneId: 'Pacific/Auckland' });
    await page.getByRole('heading', { name: 'Anfragen sind noch nicht möglich' }).waitFor();
    await page.getByText(/Montag, 1\. Juni 2099 um 20:00 GMT\+12/).waitFor();
    await page.getByText(/Montag, 1\. Juni 2099 um 10:00 (MESZ|GMT\+2)/).waitFor();
    expect(await page.getByRole('button', { name: 'Anfrage senden' }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
  });

  it('is in English where its language cannot be loaded', async () => {
    const { page } = await stage.open();
    await page.route('**/assets/embed-*', (route) => route.abort());
    await page.goto(`${host.origin}/shop.html`);
    await sendButton(page).waitFor();
  });
});
