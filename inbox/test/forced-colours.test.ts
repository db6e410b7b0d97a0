import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillDemo } from './support/demo.ts';
import { type InboxPageStage, setInboxStage } from './support/stage.ts';

let stage: InboxPageStage;
let ids: readonly string[];

beforeAll(async () => {
  stage = await setInboxStage();
  ids = await fillDemo(stage, 1);
});

afterAll(() => stage.close());

async function open(path: string): Promise<Page> {
  const { page } = await stage.open({ role: 'owner', path, forcedColors: 'active' });
  await page.locator('main').waitFor();
  return page;
}

/** Resolves with what forced colours leave of an element's looks. */
const looksOf = (element: Locator) =>
  element.first().evaluate((found) => {
    const { backgroundColor, borderInlineStart } = getComputedStyle(found);
    return `${backgroundColor}, ${borderInlineStart}`;
  });

describe('the inbox with forced colours', () => {
  it.each([
    ['the chosen order', '/?sort=oldest', '.sort select', '.filter'],
    ['the current page', '/', '.side nav a[aria-current]', '.side nav a:not([aria-current])'],
    ['the chosen view', '/', '.view-switch a[aria-current]', '.view-switch a:not([aria-current])'],
    ['the current settings', '/settings', '.settings nav a[aria-current]', '.settings nav a:not([aria-current])'],
  ])('differs from the others: %s', async (_name, path, chosen, other) => {
    const page = await open(path);
    await page.locator(chosen).first().waitFor();
    expect(await looksOf(page.locator(chosen))).not.toBe(await looksOf(page.locator(other)));
    await page.context().close();
  });

  it('differs for the open row, and for the open tab of what is written', async () => {
    const accepted = ids[6] ?? '';
    const page = await open(`/requests/${accepted}`);
    await page.locator('.tab[aria-selected=true]').waitFor();
    expect(await looksOf(page.locator('.row.open'))).not.toBe(await looksOf(page.locator('.row:not(.open)')));
    expect(await looksOf(page.locator('.tab[aria-selected=true]'))).not.toBe(
      await looksOf(page.locator('.tab[aria-selected=false]')),
    );
    await page.context().close();
  });

  it('shows the dot of an unread request', async () => {
    const page = await open('/');
    const background = (element: Locator) =>
      element.first().evaluate((found) => getComputedStyle(found).backgroundColor);
    await page.locator('.dot').first().waitFor();
    expect(await background(page.locator('.dot'))).not.toBe(await background(page.locator('.row')));
    await page.context().close();
  });
});
