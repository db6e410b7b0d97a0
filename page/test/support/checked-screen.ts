import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { languages } from '../../../src/platform/language/languages.ts';
import { violations } from './axe.ts';

/** The smallest window that WCAG 2.2 asks a page to fit (1.4.10). */
export const narrow = { width: 320, height: 640 };
const wide = { width: 1280, height: 720 };

/** The language, width and direction of a page. */
interface Reading {
  readonly language: string;
  readonly width: number;
  readonly direction: string;
}

const expectedReading = (language: string): Reading => ({
  language,
  width: narrow.width,
  direction: language === 'ar' ? 'rtl' : 'ltr',
});

/**
 * Checks the form in its present state: wide and light; then dark and narrow, where it is read in every language; and
 * with the colours that a system forces. Leaves it wide, light and in English.
 */
export async function checkForm(page: Page, state: string): Promise<void> {
  expect(await violations(page), state).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize(narrow);
  expect(await page.evaluate(readInEach, languages), state).toEqual(languages.map(expectedReading));
  // Above its end axe reports controls below the bar at the foot as too small: they could be scrolled from there.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  expect(await violations(page), `${state}, dark`).toEqual([]);
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await page.locator('button, select, textarea, input').evaluateAll(withoutEdge), state).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
  await page.setViewportSize(wide);
  await page.evaluate(readInEach, ['en']);
}

/** Runs in the page. Chooses one language after another, and ends with the last. */
async function readInEach(tags: readonly string[]): Promise<Reading[]> {
  const root = document.documentElement;
  const select = document
    .querySelector('commission-form')
    ?.shadowRoot?.querySelector<HTMLSelectElement>('.language select');
  if (!select) throw new Error('The form has no choice of language');
  const readings: Reading[] = [];
  for (const tag of tags) {
    select.value = tag;
    select.dispatchEvent(new Event('change', { bubbles: true }));
    while (root.lang !== tag) await new Promise((resolve) => requestAnimationFrame(resolve));
    const form = select.closest('.form') ?? select;
    readings.push({ language: tag, width: root.scrollWidth, direction: getComputedStyle(form).direction });
  }
  return readings;
}

/** Runs in the page. Returns the controls that cannot be seen where a system takes the grounds away. */
function withoutEdge(controls: readonly Element[]): string[] {
  const native = ['radio', 'checkbox'];
  return controls
    .filter((control) => control.checkVisibility({ visibilityProperty: true }))
    .filter((control) => !native.includes((control as HTMLInputElement).type) && !control.querySelector('canvas'))
    .filter((control) => {
      const { borderTopStyle, borderTopWidth } = getComputedStyle(control);
      return borderTopStyle === 'none' || Number.parseFloat(borderTopWidth) < 1;
    })
    .map((control) => control.outerHTML.slice(0, 120));
}

/** Checks a page of the service that is no form, dark and narrow, in one language. */
export async function checkPage(page: Page, address: string, language: string): Promise<void> {
  await page.goto(`${address}?lang=${language}`);
  const reading = await page.evaluate(() => ({
    language: document.documentElement.lang,
    width: document.documentElement.scrollWidth,
    direction: getComputedStyle(document.body).direction,
  }));
  expect(reading, address).toEqual(expectedReading(language));
}
