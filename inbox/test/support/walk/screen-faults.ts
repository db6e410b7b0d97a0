import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violationsIn } from '../../../../page/test/support/axe.ts';
import { overflow } from '../overflow.ts';
import { looksAlike } from './chosen-marks.ts';
import { headingFaults } from './heading-faults.ts';

const narrow = { width: 320, height: 640 };
/** Of the other languages the one with the longest words, and one of another script. */
const otherLanguages = ['de', 'ja'] as const;

/** Resolves with all faults of the state, and leaves its page narrow and dark. */
export async function screenFaults(page: Page): Promise<readonly unknown[]> {
  await scrollToTop(page);
  const found: unknown[] = [...(await headingFaults(page))];
  if (await hasTwoPanes(page)) found.push(...(await visibleViolations(page)));
  await page.emulateMedia({ forcedColors: 'active' });
  found.push(...(await looksAlike(page)));
  await page.emulateMedia({ forcedColors: 'none', colorScheme: 'dark' });
  await page.setViewportSize(narrow);
  await scrollToTop(page);
  found.push(...(await visibleViolations(page)), ...(await overflow(page)));
  for (const language of otherLanguages) {
    await chooseLanguage(page, language);
    found.push(...(await overflow(page)).map((fault) => `${language}: ${fault}`));
  }
  // The browser keeps the choice.
  await chooseLanguage(page, 'en');
  return found;
}

/** A narrow window shows a request without the list beside it. */
async function hasTwoPanes(page: Page): Promise<boolean> {
  const panes = [page.locator('article.request:visible'), page.locator('.row:visible')];
  const counts = await Promise.all(panes.map((pane) => pane.count()));
  return counts.every((count) => count > 0);
}

/** Behind a dialog the page cannot be used. The contrasts are computed from the palette. */
async function visibleViolations(page: Page): Promise<unknown[]> {
  const hasDialog = (await page.locator('dialog:modal').count()) > 0;
  return violationsIn(page, hasDialog ? 'dialog:modal' : ':root', 'color-contrast');
}

/**
 * A bar that stays in sight while a page scrolls covers other elements. The layout of a window that has changed its size
 * settles within the next frames.
 */
const scrollToTop = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    for (const element of document.querySelectorAll('*')) if (element.scrollTop > 0) element.scrollTop = 0;
  });

/** Chooses the language behind open dialogs: the page changes it without a reload. */
async function chooseLanguage(page: Page, language: string): Promise<void> {
  await page
    .locator(':is(.account-menu, .language) select:has(option[value=ja])')
    .evaluate((select: HTMLSelectElement, chosen) => {
      select.value = chosen;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    }, language);
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(language);
}
