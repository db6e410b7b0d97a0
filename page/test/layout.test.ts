import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage } from './support/browser.ts';
import { picturedCatalogue } from './support/pictured-catalogue.ts';
import { type Site, startSite } from './support/site.ts';
import { type Stage, sendButton, setStage } from './support/stage.ts';
import { openWith, stubCatalogue } from './support/stub-catalogue.ts';

let stage: Stage;
let host: Site;

beforeAll(async () => {
  host = await startSite({ service: 'http://127.0.0.1:1' });
  stage = await setStage({ allowedOrigins: host.origin });
  host.policy = `default-src 'none'; style-src 'self'; script-src ${stage.site.origin}; connect-src ${stage.site.origin}; img-src ${stage.site.origin}`;
});

afterAll(async () => {
  await stage.close();
  await host.close();
});

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const choose = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).check();
const order = (page: Page) => page.locator('.order');
const total = (page: Page) => page.getByRole('status').filter({ hasText: '€' });
const cardOf = (page: Page, name: string) =>
  page.locator('.choice', { has: page.getByRole('radio', { name, exact: true }) });

async function boxOf(target: Locator) {
  const box = await target.boundingBox();
  if (box === null) throw new Error('The element is not drawn');
  return { ...box, right: box.x + box.width };
}

/** Returns true when the part with the sum and the button lies beside the fields. */
async function isBeside(page: Page): Promise<boolean> {
  const fields = await boxOf(page.locator('.ordering > div').first());
  const { x } = await boxOf(sendButton(page));
  return x >= fields.right;
}

describe('the form in a wide window', () => {
  it('has two columns from 1,100 pixels on, and one below them', async () => {
    const { page } = await openWith(stage, picturedCatalogue, { viewport: { width: 1100, height: 800 } });
    expect(await isBeside(page)).toBe(true);
    const { width } = await boxOf(order(page));
    expect(width).toBeCloseTo(320, 0);
    const cards = await Promise.all(
      ['Character illustration', 'Emotes', 'Pet portrait', 'Book cover'].map((name) => boxOf(cardOf(page, name))),
    );
    expect(new Set(cards.slice(0, 3).map(({ y }) => y)).size).toBe(1);
    expect(cards[3]?.y).toBeGreaterThan(cards[0]?.y ?? 0);
    await page.setViewportSize({ width: 1000, height: 800 });
    expect(await isBeside(page)).toBe(false);
  });

  it('has them in the element on the page of another origin too', async () => {
    host.pages.set(
      '/shop.html',
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><link rel="stylesheet" href="/shop.css">
       <commission-form endpoint="${stage.site.url}"></commission-form><script src="${stage.site.url}embed.js"></script></html>`,
    );
    host.pages.set('/shop.css', 'body { margin: 0 } commission-form { inline-size: 1100px }');
    const { page, faults } = await openPage(stage.browser, 'about:blank', { viewport: { width: 1400, height: 800 } });
    await stubCatalogue(page, picturedCatalogue);
    await page.goto(`${host.origin}/shop.html`);
    await choose(page, 'Landscape');
    expect(await isBeside(page)).toBe(true);
    await page.evaluate(() => {
      const style = new CSSStyleSheet();
      style.replaceSync('commission-form { inline-size: 900px !important }');
      document.adoptedStyleSheets = [style];
    });
    expect(await isBeside(page)).toBe(false);
    expect(faults.filter((fault) => fault.includes('Content Security Policy'))).toEqual([]);
  });

  it('keeps picture, lines, sum and button in sight while the fields are scrolled', async () => {
    const { page } = await openWith(stage, picturedCatalogue, { viewport: { width: 1280, height: 720 } });
    await choose(page, 'Character illustration');
    await choose(page, 'Full body');
    await page.getByRole('checkbox', { name: 'Rush: within two weeks' }).check();
    await page.getByLabel('Name in the queue').scrollIntoViewIfNeeded();
    expect(await order(page).getByText('Character illustration').isVisible()).toBe(true);
    expect(await order(page).locator('img').isVisible()).toBe(true);
    expect(await order(page).getByRole('row').allInnerTexts()).toEqual([
      'Full body\t€260',
      'Rush: within two weeks (30% of the base price)\t€78',
    ]);
    expect(await total(page).innerText()).toMatch(/^Estimate\s+€338$/);
    const size = await total(page)
      .locator('strong')
      .evaluate((sum) => getComputedStyle(sum).fontSize);
    expect(size).toBe('22px');
    await order(page).getByText('You pay nothing now.').waitFor();
    const { y, height } = await boxOf(sendButton(page));
    expect(y).toBeGreaterThan(0);
    expect(y + height).toBeLessThan(720);
  });
});

describe('the cards of types', () => {
  it('have the price of the cheapest option, and slots where a type has its own', async () => {
    const { page } = await openWith(stage, picturedCatalogue);
    expect(await cardOf(page, 'Character illustration').innerText()).toMatch(/from €120\s/);
    expect(await cardOf(page, 'Pet portrait').innerText()).toMatch(/photos\.\s+€90\s/);
    expect(await cardOf(page, 'Book cover').innerText()).toMatch(/from €650\s+Slots left: 2\s/);
    expect(await page.getByText('Slots left: 10').count()).toBe(1);
  });

  it('have a button for examples with its visible text in its name, and only that of the chosen type is a Tab stop', async () => {
    const { page } = await openWith(stage, picturedCatalogue);
    const examples = page.getByRole('button', { name: /^Show examples: Character illustration\s+3$/ });
    expect(await examples.count()).toBe(1);
    const stops = () =>
      page.locator('.examples').evaluateAll((all) => all.filter((one) => (one as HTMLElement).tabIndex === 0).length);
    expect(await stops()).toBe(0);
    await choose(page, 'Character illustration');
    expect(await stops()).toBe(1);
    await page.keyboard.press('Tab');
    expect(await examples.evaluate((one) => one === (one.getRootNode() as ShadowRoot).activeElement)).toBe(true);
  });

  it('are two in a row on a phone, where the form with five of them is at most four and a half screens', async () => {
    const { page } = await openWith(stage, picturedCatalogue, phone);
    await page.locator('.picture img').last().waitFor();
    const [first, second] = [await boxOf(cardOf(page, 'Character illustration')), await boxOf(cardOf(page, 'Emotes'))];
    expect(second.y).toBe(first.y);
    expect(first.width).toBeGreaterThan(160);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    console.log(`${(height / phone.viewport.height).toFixed(2)} screens of a phone.`);
    expect(height / phone.viewport.height).toBeLessThanOrEqual(4.5);
  });
});

describe('a keyboard', () => {
  it('reaches the button that sends with at most 22 presses of Tab', async () => {
    const { page } = await openWith(stage, picturedCatalogue);
    const isThere = () => sendButton(page).evaluate((one) => one === (one.getRootNode() as ShadowRoot).activeElement);
    let presses = 0;
    while (presses < 40 && !(await isThere())) {
      await page.keyboard.press('Tab');
      presses += 1;
    }
    expect(presses).toBeLessThanOrEqual(22);
  });
});

describe('a form before the first press of its button', () => {
  it('names nothing as missing or invalid', async () => {
    const { page } = await openWith(stage, picturedCatalogue);
    const message = page.getByRole('textbox', { name: 'Message' });
    await message.focus();
    await message.blur();
    expect(await page.locator('#missing').textContent()).toBe('');
    expect(await page.locator('[aria-invalid=true]').count()).toBe(0);
    expect(await page.locator('[required]:not([aria-invalid=false])').count()).toBe(0);
    await sendButton(page).click();
    await page.getByRole('region', { name: '5 things are missing' }).waitFor();
    await order(page).getByText('Still missing: Message, Name, E‑mail, Terms of the studio').waitFor();
  });
});

describe('short answers', () => {
  it('are pills of 44 pixels, and longer ones rows', async () => {
    const { page } = await openWith(stage, picturedCatalogue, phone);
    const [yes, no] = [await boxOf(cardOf(page, 'For myself')), await boxOf(cardOf(page, 'For my business'))];
    expect([yes.height, no.height, no.y]).toEqual([44, 44, yes.y]);
    expect(
      await page
        .getByRole('group', { name: /^Is it a gift/ })
        .locator('.pills')
        .count(),
    ).toBe(1);
    expect(
      await page
        .getByRole('group', { name: /^May I show it/ })
        .locator('.pills')
        .count(),
    ).toBe(0);
  });
});

describe('the choice of language', () => {
  it('has the languages that the studio has written first, and the others in a group', async () => {
    const { page } = await openWith(stage, picturedCatalogue);
    const select = page.locator('.language select');
    expect(await select.locator('> option').allTextContents()).toEqual(['English', 'Deutsch']);
    const others = select.locator('optgroup');
    expect(await others.getAttribute('label')).toBe('The studio’s texts stay in English');
    expect(await others.locator('option').count()).toBe(9);
    await select.selectOption('fr');
    await page.getByRole('button', { name: 'Envoyer la demande' }).waitFor();
    expect(await select.inputValue()).toBe('fr');
  });
});
