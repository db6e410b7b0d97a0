import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askingCatalogue } from './support/asking-catalogue.ts';
import { violations } from './support/axe.ts';
import { type OpenPage, openPage } from './support/browser.ts';
import { studioCatalogue } from './support/catalogue.ts';
import { locatedPhoto, worstPicture } from './support/location-pictures.ts';
import { type Site, startSite } from './support/site.ts';
import { attach, fillIn, receipt, type Stage, sendButton, setStage } from './support/stage.ts';

let stage: Stage;
let host: Site;
/** A site whose pages may not send. */
let stranger: Site;

beforeAll(async () => {
  host = await startSite({ service: 'http://127.0.0.1:1' });
  stranger = await startSite({ service: 'http://127.0.0.1:1' });
  stage = await setStage({ catalogue: studioCatalogue, publicPath: '/studio/', allowedOrigins: host.origin });
  const { origin } = stage.site;
  // Only the files that embedding needs.
  for (const site of [host, stranger])
    site.policy = `default-src 'none'; style-src 'self'; script-src 'self' ${origin}; connect-src ${origin}; img-src ${origin}`;
});

afterAll(async () => {
  await stage.close();
  await host.close();
  await stranger.close();
});

/** Of an answer that a page of another origin may read. */
const headers = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'Retry-After' };

const formWith = (attributes = '', endpoint = stage.site.url) =>
  `<commission-form endpoint="${endpoint}" ${attributes}></commission-form>`;

interface Content {
  readonly content: string;
  readonly style?: string;
  readonly script?: string;
}

/** Gives a site a page with this content and the script of the element. Returns its address. */
function writePage(site: Site, { content, style = '', script = '' }: Content): string {
  const embedding = `<script src="${stage.site.url}embed.js"></script>`;
  site.pages.set(
    '/shop.html',
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><link rel="stylesheet" href="/shop.css">
     <main><h1>Shop</h1>${content}</main>${embedding}${embedding}<script src="/shop.js"></script></html>`,
  );
  site.pages.set('/shop.css', style);
  site.pages.set('/shop.js', script);
  return `${site.origin}/shop.html`;
}

const openOn = (site: Site, content: Content, options: BrowserContextOptions = {}): Promise<OpenPage> =>
  openPage(stage.browser, writePage(site, content), options);

describe('the custom element on the page of another origin', () => {
  it('sends a request and reports it to its page, under any styles and policy of that page', async () => {
    const { page, faults } = await openOn(host, {
      content: formWith('lang="de"'),
      style: 'input, button { display: none !important; color: red !important }',
      script: `document.addEventListener('commission-sent', ({ detail }) => document.body.setAttribute('data-sent', detail.id));`,
    });
    await page.getByRole('heading', { level: 2, name: 'Atelier Lindenhof' }).waitFor();
    await page.getByRole('radio', { name: 'Porträt' }).check();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Sprache').selectOption('English');
    await fillIn(page);
    const issues = [{ code: 'too_small', path: ['message'], message: 'Too small' }];
    stage.site.faults.push({ status: 422, body: { error: 'Validation error', issues }, headers });
    await sendButton(page).click();
    await page.getByRole('region', { name: 'One entry needs your attention' }).waitFor();
    await page.getByLabel('Message').fill('Two cats');
    await sendButton(page).click();
    await receipt(page).waitFor();
    const { rows } = await stage.service.pool.query('select id, type_id, language from commission_requests');
    const id = await page.locator('body').getAttribute('data-sent');
    expect(rows).toEqual([{ id, type_id: 'portrait', language: 'en' }]);
    const link = receipt(page).getByRole('link', { name: 'Track your request' });
    expect(await link.getAttribute('href')).toMatch(new RegExp(`^${stage.site.url}requests/`));
    expect(faults).toEqual([]);
  });

  it('searches for locations in a worker if the policy of its page lets one start, else without', async () => {
    const files = [
      await stage.folder.write('cat.jpeg', await locatedPhoto('jpeg')),
      await stage.folder.write('worst.png', worstPicture()),
    ];
    const { policy } = host;
    for (const [more, workers] of [
      ['; worker-src blob:', 2],
      ["; worker-src 'none'", 0],
    ] as const) {
      host.policy = policy + more;
      const { page } = await openOn(host, { content: formWith() });
      let started = 0;
      page.on('worker', () => {
        started += 1;
      });
      await sendButton(page).waitFor();
      await attach(page, files);
      await page.getByText('These pictures tell where they were taken: cat.jpeg').first().waitFor();
      await page
        .getByText('It could not be checked whether these files tell where they were taken: worst.png')
        .first()
        .waitFor();
      await expect.poll(() => started).toBe(workers);
    }
    host.policy = policy;
  });

  it('takes over late settings of its page while it is empty, and sends once while its page moves it', async () => {
    const { page } = await openOn(host, { content: formWith() });
    const form = page.locator('commission-form');
    const prefill = (query: string) => form.evaluate((element, value) => element.setAttribute('prefill', value), query);
    await sendButton(page).waitFor();
    await prefill('message=Two+cats');
    await expect.poll(() => page.getByLabel('Message').inputValue()).toBe('Two cats');
    await fillIn(page);
    await prefill('message=Three+dogs');
    let posts = 0;
    await page.route('**/api/v1/commissions', async (route) => {
      if (route.request().method() === 'POST') posts += 1;
      await form.evaluate((element) => document.body.appendChild(document.createElement('div')).append(element));
      await route.continue();
    });
    await sendButton(page).click();
    await receipt(page).getByText('Two cats 🐈🐈, in oil').waitFor();
    expect(posts).toBe(1);
  });

  it('says which endpoint it cannot use, until it has another one', async () => {
    const endpoints = ['http://', 'studio.example:8080', 'ftp://studio.example/'];
    const { page, faults } = await openOn(host, { content: '' });
    const messages: string[] = [];
    page.on('console', (message) => messages.push(message.text()));
    for (const endpoint of endpoints) {
      await page.evaluate((url) => {
        const form = document.createElement('commission-form');
        form.setAttribute('endpoint', url);
        document.querySelector('main')?.replaceChildren(form);
      }, endpoint);
      const fault = `<commission-form>: the endpoint "${endpoint}" is not an http or https address`;
      await page.getByRole('alert').getByText(`This form is not set up. ${fault}.`).waitFor();
      expect(messages).toContain(fault);
    }
    const form = page.locator('commission-form');
    await form.evaluate((element, url) => element.setAttribute('endpoint', url), stage.site.url);
    await sendButton(page).waitFor();
    expect(faults).toEqual([]);
  });

  it('says at once that its page is not allowed to send, and names the contact', async () => {
    const { requests } = await stage.service.stored();
    const { page } = await openOn(stranger, { content: formWith('contact="studio@example.org"') });
    await page.getByText('This form cannot send from this website').waitFor();
    await fillIn(page);
    await sendButton(page).click();
    const notice = page.getByRole('region', { name: /Your request was not sent/ });
    await notice.getByRole('link', { name: 'studio@example.org' }).waitFor();
    expect(await page.getByLabel('Message').inputValue()).toBe('Two cats 🐈🐈, in oil');
    expect((await stage.service.stored()).requests).toBe(requests);
  });

  it('takes over values of its page, hides parts that its page has, and keeps its size', async () => {
    const { page } = await openOn(host, {
      content: formWith('hide-title hide-language prefill="typeId=portrait&amp;extraIds=frame&amp;message=Two+cats"'),
      style: `html { font-size: 62.5% } body { font-family: "Times New Roman" } commission-form { --accent: rgb(122 46 93) }
       commission-form::part(submit) { border-radius: 40px } commission-form::part(label) { letter-spacing: 3px }`,
    });
    await sendButton(page).waitFor();
    expect(await page.getByLabel('Message').inputValue()).toBe('Two cats');
    expect(await page.getByRole('radio', { name: 'Portrait' }).isChecked()).toBe(true);
    expect(await page.getByRole('checkbox', { name: 'Oak frame' }).isChecked()).toBe(true);
    expect(await page.getByRole('heading', { name: 'Lindenhof Studio' }).count()).toBe(0);
    expect(await page.getByLabel('Language').count()).toBe(0);
    const styleOf = (target: Locator) =>
      target.evaluate((element) => {
        const { fontSize, fontFamily, borderRadius, letterSpacing, outlineColor } = getComputedStyle(element);
        return { fontSize, fontFamily, borderRadius, letterSpacing, outlineColor };
      });
    expect(await styleOf(sendButton(page))).toMatchObject({ fontSize: '16px', borderRadius: '40px' });
    expect(await styleOf(page.locator('label[for=message]'))).toMatchObject({ letterSpacing: '3px' });
    expect((await styleOf(page.getByLabel('Message'))).fontFamily).toContain('Times New Roman');
    await page.getByLabel('Name').focus();
    expect((await styleOf(page.getByLabel('Name'))).outlineColor).toBe('rgb(122, 46, 93)');
    const tint = await page
      .locator('.choice')
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
    // 10% of the accent colour on white.
    expect(tint).toMatch(/^color\(srgb 0\.9478\d* 0\.918\d* 0\.9364\d*\)$/);
    // Prefilled values are not a stored draft.
    await page.reload();
    await sendButton(page).waitFor();
    expect(await page.getByText('are back').count()).toBe(0);
  });

  it('is light or dark as its page says, when the system is dark', async () => {
    const { page } = await openOn(host, { content: formWith() }, { colorScheme: 'dark' });
    await sendButton(page).waitFor();
    const ground = () =>
      page
        .locator('.panel')
        .first()
        .evaluate((panel) => getComputedStyle(panel).backgroundColor);
    const setScheme = (selector: string, scheme: string) =>
      page
        .locator(selector)
        .evaluate((one, value) => (one as HTMLElement).style.setProperty('color-scheme', value), scheme);
    const light = 'rgb(255, 255, 255)';
    const dark = 'rgb(30, 33, 37)';
    expect(await ground()).toBe(light);
    for (const [selector, scheme, colour] of [
      ['html', 'dark', dark],
      ['html', 'light', light],
      ['html', 'light dark', dark],
      ['commission-form', 'light', light],
      ['html', '', light],
      ['commission-form', 'dark', dark],
      ['commission-form', '', light],
    ] as const) {
      await setScheme(selector, scheme);
      expect(await ground(), `${selector}: ${scheme}`).toBe(colour);
    }
    await page.evaluate(() => {
      const meta = document.createElement('meta');
      meta.name = 'color-scheme';
      meta.content = 'light dark';
      document.head.append(meta);
    });
    expect(await ground()).toBe(dark);
  });

  it('suits the background of its part of the page on any system, and follows a change', async () => {
    const parts = ['light', 'dark', 'own', 'said'].map((name) => `<div class="${name}">${formWith()}</div>`);
    const { page } = await openOn(host, {
      content: parts.join(''),
      style: `html { color-scheme: light dark } .light { background: #faf5ec; color: #3b281e }
       .dark { background: #0b1530; color: #e6e6f0 } .own { background: oklch(0.2 0 0); color: #eee }
       .said { background: #0b1530 } .said commission-form { color-scheme: light; --surface: #fed }
       .night .light { background: #111; color: #eee }`,
    });
    const coloursIn = (part: string) =>
      page
        .locator(`.${part} .panel`)
        .first()
        .evaluate((panel) => [getComputedStyle(panel).backgroundColor, getComputedStyle(panel).color]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await coloursIn('light')).toEqual(['rgb(255, 255, 255)', 'rgb(59, 40, 30)']);
      expect(await coloursIn('dark')).toEqual(['rgb(21, 30, 56)', 'rgb(230, 230, 240)']);
      expect(await coloursIn('own')).toEqual(['rgb(31, 31, 31)', 'rgb(238, 238, 238)']);
      expect(await coloursIn('said')).toEqual(['rgb(255, 238, 221)', 'rgb(32, 36, 40)']);
    }
    const scheme = () => page.locator('.light .form').evaluate((form) => getComputedStyle(form).colorScheme);
    expect(await scheme()).toBe('light');
    await page.evaluate(() => document.documentElement.classList.add('night'));
    await expect.poll(scheme).toBe('dark');
  });

  it('has headings that follow those of its page, also without its own title, and runs as its language does', async () => {
    const attributes = ['', 'hide-title', 'hide-title heading-level="4"'];
    const { page } = await openOn(host, { content: attributes.map((one) => formWith(one)).join('') });
    for (const level of [3, 2, 4]) await page.getByRole('heading', { level, name: 'About you' }).waitFor();
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
    const form = page.locator('.form').first();
    expect(await form.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
  });
});

describe('the element of a studio with everything set', () => {
  /** Opens a shop in German whose studio has this catalogue. */
  async function openShop(prepare: (page: Page) => Promise<unknown>): Promise<OpenPage> {
    const opened = await openPage(stage.browser, 'about:blank');
    await prepare(opened.page);
    await opened.page.goto(writePage(host, { content: formWith('lang="de" prefill="a.usage=personal"') }));
    return opened;
  }

  it('asks in its language, which it loads from the service, with the theme of the studio', async () => {
    const theme = { accent: { light: '#7a2e5d', dark: null }, scheme: 'dark', typeface: 'serif' };
    const { page, faults } = await openShop((opened) =>
      opened.route('**/api/v1/catalogue', (route) => route.fulfill({ json: { ...askingCatalogue, theme }, headers })),
    );
    await page.getByRole('heading', { level: 3, name: 'Ein paar Fragen' }).waitFor();
    expect(await page.getByRole('radio', { name: 'Für mich' }).isChecked()).toBe(true);
    const send = page.getByRole('button', { name: 'Anfrage senden' });
    expect(await send.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe('rgb(122, 46, 93)');
    expect(await send.evaluate((button) => getComputedStyle(button).fontFamily)).toContain('Georgia');
    // On a light page it stays light.
    const panel = page.locator('.panel').first();
    expect(await panel.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(255, 255, 255)');
    expect(faults).toEqual([]);
  });

  it('is in English where its language cannot be loaded', async () => {
    const { page } = await openShop((opened) => opened.route('**/assets/embed-*', (route) => route.abort()));
    await sendButton(page).waitFor();
  });
});
