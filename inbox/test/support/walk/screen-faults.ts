import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations, violationsIn } from '../../../../page/test/support/axe.ts';
import { overflow } from '../overflow.ts';
import { looksAlike } from './chosen-marks.ts';
import { headingFaults } from './heading-faults.ts';

const wide = { width: 1280, height: 800 };
const narrow = { width: 320, height: 640 };
const otherLanguages = ['de', 'es', 'ja'] as const;

/** Resolves with all faults of the state: wide and light, with forced colours, narrow and dark, and in each language. */
export async function screenFaults(page: Page): Promise<readonly unknown[]> {
  await scrollToTop(page);
  const found: unknown[] = [...(await visibleViolations(page)), ...(await headingFaults(page))];
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
  await chooseLanguage(page, 'en');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(wide);
  return found;
}

/** Behind a dialog the page cannot be used. */
async function visibleViolations(page: Page): Promise<unknown[]> {
  const hasDialog = (await page.locator('dialog:modal').count()) > 0;
  return hasDialog ? violationsIn(page, 'dialog:modal') : violations(page);
}

/** A bar that stays in sight while a page scrolls covers other elements. */
const scrollToTop = (page: Page) =>
  page.evaluate(() => {
    for (const element of document.querySelectorAll('*')) if (element.scrollTop > 0) element.scrollTop = 0;
  });

/** Chooses it behind whatever is open: the page changes its language in place. */
export async function chooseLanguage(page: Page, language: string): Promise<void> {
  await page
    .locator(':is(.account-menu, .language) select:has(option[value=ja])')
    .evaluate((select: HTMLSelectElement, chosen) => {
      select.value = chosen;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    }, language);
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(language);
}
