import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from './support/axe.ts';
import { studioCatalogue } from './support/catalogue.ts';
import { type Site, startSite } from './support/site.ts';
import { fillIn, receipt, type Stage, sendButton, setStage } from './support/stage.ts';

let stage: Stage;
let host: Site;

beforeAll(async () => {
  stage = await setStage({ catalogue: studioCatalogue, publicPath: '/studio/', allowedOrigins: '*' });
  host = await startSite({ service: 'http://127.0.0.1:1' });
  // A host page with styles that would break a form, and a policy that allows only what embedding needs.
  host.pages.set(
    '/shop.html',
    `<!doctype html><html lang="de"><meta charset="utf-8"><title>Shop</title>
     <link rel="stylesheet" href="/shop.css"><h1>Shop</h1>
     <commission-form endpoint="${stage.site.url}" lang="de"></commission-form>
     <script src="${stage.site.url}embed.js"></script><script src="${stage.site.url}embed.js"></script>
     <script src="/shop.js"></script></html>`,
  );
  host.pages.set('/shop.css', 'input, button { display: none !important; color: red !important }');
  host.pages.set(
    '/shop.js',
    `document.addEventListener('commission-sent', ({ detail }) => document.body.setAttribute('data-sent', detail.id));`,
  );
  host.policy = `default-src 'none'; style-src 'self'; script-src 'self' ${stage.site.origin}; connect-src ${stage.site.origin}`;
});

afterAll(async () => {
  await host.close();
  await stage.close();
});

describe('the custom element on the page of another origin', () => {
  it('sends a request and tells its page, whatever the styles and the policy of that page', async () => {
    const { page, faults } = await stage.open();
    await page.goto(`${host.origin}/shop.html`);
    await page.getByRole('heading', { level: 2, name: 'Atelier Lindenhof' }).waitFor();
    await page.getByRole('radio', { name: 'Porträt' }).check();
    await page.getByLabel('Sprache').selectOption('English');
    await fillIn(page);
    await sendButton(page).click();
    await receipt(page).waitFor();
    const { rows } = await stage.service.pool.query('select id, type_id, language from commission_requests');
    const id = await page.locator('body').getAttribute('data-sent');
    expect(rows).toEqual([{ id, type_id: 'portrait', language: 'en' }]);
    expect(faults).toEqual([]);
  });

  it('tells the errors of the service across origins', async () => {
    const { page } = await stage.open({ locale: 'en-GB' });
    await page.goto(`${host.origin}/shop.html`);
    await page.getByLabel('Sprache').selectOption('English');
    await fillIn(page);
    const issues = [{ code: 'too_small', path: ['message'], message: 'Too small' }];
    const headers = { 'access-control-allow-origin': '*' };
    stage.site.faults.push({ status: 422, body: { error: 'Validation error', issues }, headers });
    await sendButton(page).click();
    await page.getByRole('region', { name: 'One entry needs your attention' }).waitFor();
  });

  it.each(['http://', 'studio.example:8080', 'ftp://studio.example/'])(
    'says that it cannot use the endpoint %s',
    async (endpoint) => {
      host.pages.set(
        '/wrong.html',
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
       <commission-form endpoint="${endpoint}"></commission-form><script src="${stage.site.url}embed.js"></script></html>`,
      );
      const { page, faults } = await stage.open();
      const messages: string[] = [];
      page.on('console', (message) => messages.push(message.text()));
      await page.goto(`${host.origin}/wrong.html`);
      const fault = `<commission-form>: the endpoint "${endpoint}" is not an http or https address`;
      await page.getByRole('alert').getByText(`This form is not set up. ${fault}.`).waitFor();
      expect(messages).toContain(fault);
      expect(faults).toEqual([]);
      // A script that corrects the endpoint makes the form appear.
      await page.evaluate(
        (url) => document.querySelector('commission-form')?.setAttribute('endpoint', url),
        stage.site.url,
      );
      await sendButton(page).waitFor();
    },
  );

  it('says at once that its page is not allowed to send, and whom to write to', async () => {
    const closed = await setStage({ allowedOrigins: 'https://elsewhere.example' });
    host.pages.set(
      '/closed.html',
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
       <commission-form endpoint="${closed.site.url}" lang="en" contact="studio@example.org"></commission-form>
       <script src="${closed.site.url}embed.js"></script></html>`,
    );
    const policy = host.policy;
    host.policy = `script-src ${closed.site.origin}; connect-src ${closed.site.origin}`;
    const { page } = await closed.open({ locale: 'en-GB' });
    await page.goto(`${host.origin}/closed.html`);
    await page.getByText('This form cannot send from this website').waitFor({ timeout: 10_000 });
    await fillIn(page);
    await sendButton(page).click();
    const notice = page.getByRole('region', { name: /Your request was not sent/ });
    await notice.waitFor({ timeout: 10_000 });
    await notice.getByRole('link', { name: 'studio@example.org' }).waitFor();
    expect(await page.getByLabel('Message').inputValue()).toBe('Two cats 🐈🐈, in oil');
    expect((await closed.service.stored()).requests).toBe(0);
    host.policy = policy;
    await closed.close();
  });

  it('takes over what its page knows, hides what its page has, and keeps its size', async () => {
    host.pages.set(
      '/portrait.html',
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
       <link rel="stylesheet" href="/portrait.css">
       <commission-form endpoint="${stage.site.url}" lang="en" hide-title hide-language
         prefill="typeId=portrait&amp;extraIds=frame&amp;message=Two+cats"></commission-form>
       <script src="${stage.site.url}embed.js"></script></html>`,
    );
    host.pages.set(
      '/portrait.css',
      `html { font-size: 62.5% } body { font-family: "Times New Roman" } commission-form { --accent: rgb(122 46 93) }
       commission-form::part(submit) { border-radius: 40px } commission-form::part(label) { letter-spacing: 3px }`,
    );
    const { page } = await stage.open();
    await page.goto(`${host.origin}/portrait.html`);
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

  it.each([
    ['light where the page says nothing', '', '', 'light'],
    ['light on a light page', '', 'html { color-scheme: light }', 'light'],
    ['dark on a dark page', '', 'html { color-scheme: dark }', 'dark'],
    ['dark on a page that follows the system by its style', '', 'html { color-scheme: light dark }', 'dark'],
    ['dark on a page that follows the system', '<meta name="color-scheme" content="light dark">', '', 'dark'],
    ['dark where the page makes it so', '', 'commission-form { color-scheme: dark }', 'dark'],
  ])('is %s, when the system is dark', async (_, head, style, scheme) => {
    host.pages.set(
      '/scheme.html',
      `<!doctype html><html lang="en"><meta charset="utf-8">${head}<title>Shop</title>
       <link rel="stylesheet" href="/scheme.css"><commission-form endpoint="${stage.site.url}"></commission-form>
       <script src="${stage.site.url}embed.js"></script></html>`,
    );
    host.pages.set('/scheme.css', style);
    const { page } = await stage.open({ colorScheme: 'dark' });
    await page.goto(`${host.origin}/scheme.html`);
    await sendButton(page).waitFor();
    const ground = () =>
      page
        .locator('.panel')
        .first()
        .evaluate((panel) => getComputedStyle(panel).backgroundColor);
    const grounds = { light: 'rgb(255, 255, 255)', dark: 'rgb(30, 33, 37)' };
    expect(await ground()).toBe(grounds[scheme as 'light' | 'dark']);
    // A switch on the page changes the form at once.
    const other = scheme === 'light' ? 'dark' : 'light';
    await page
      .locator('commission-form')
      .evaluate((form, value) => form.style.setProperty('color-scheme', value), other);
    expect(await ground()).toBe(grounds[other]);
  });

  it.each([
    ['light on a light page', 'body { background: #faf5ec; color: #3b281e }', 'rgb(255, 255, 255)', 'rgb(59, 40, 30)'],
    ['dark on a dark page', 'body { background: #0b1530; color: #e6e6f0 }', 'rgb(21, 30, 56)', 'rgb(230, 230, 240)'],
    [
      'as its own part of the page',
      'body { background: #fff } main { background: oklch(0.2 0 0); color: #eee }',
      'rgb(31, 31, 31)',
      'rgb(238, 238, 238)',
    ],
    [
      'as the page says of it',
      'body { background: #0b1530 } commission-form { color-scheme: light; --surface: #fed }',
      'rgb(255, 238, 221)',
      'rgb(32, 36, 40)',
    ],
  ])('is %s that has a background, whatever the system', async (_, style, surface, text) => {
    host.pages.set(
      '/ground.html',
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Shop</title>
       <link rel="stylesheet" href="/ground.css"><main><h1>Shop</h1><commission-form endpoint="${stage.site.url}"></commission-form></main>
       <script src="${stage.site.url}embed.js"></script></html>`,
    );
    host.pages.set('/ground.css', style);
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await stage.open({ colorScheme });
      await page.goto(`${host.origin}/ground.html`);
      await sendButton(page).waitFor();
      const coloursOf = (panel: Element) => [getComputedStyle(panel).backgroundColor, getComputedStyle(panel).color];
      expect(await page.locator('.panel').first().evaluate(coloursOf)).toEqual([surface, text]);
      if (!style.includes('#fed')) expect(await violations(page)).toEqual([]);
    }
  });

  it('follows a page that changes its theme', async () => {
    host.pages.set(
      '/switch.html',
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><link rel="stylesheet" href="/switch.css">
       <commission-form endpoint="${stage.site.url}"></commission-form><script src="${stage.site.url}embed.js"></script></html>`,
    );
    host.pages.set('/switch.css', 'body { background: #fff } .night body { background: #111; color: #eee }');
    const { page } = await stage.open();
    await page.goto(`${host.origin}/switch.html`);
    await sendButton(page).waitFor();
    const scheme = () => page.locator('.form').evaluate((form) => getComputedStyle(form).colorScheme);
    expect(await scheme()).toBe('light');
    await page.evaluate(() => document.documentElement.classList.add('night'));
    await expect.poll(scheme).toBe('dark');
  });

  it('has headings that follow those of its page, also without its own title', async () => {
    for (const [attributes, level] of [
      ['', 3],
      ['hide-title', 2],
      ['hide-title heading-level="4"', 4],
    ] as const) {
      host.pages.set(
        '/headings.html',
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><main><h1>Shop</h1>
         <commission-form endpoint="${stage.site.url}" ${attributes}></commission-form></main>
         <script src="${stage.site.url}embed.js"></script></html>`,
      );
      const { page } = await stage.open();
      await page.goto(`${host.origin}/headings.html`);
      await page.getByRole('heading', { level, name: 'About you' }).waitFor();
      if (level === 2) expect(await violations(page)).toEqual([]);
    }
  });
});
