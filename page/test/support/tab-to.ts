import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** More than the controls of any form of the tests. */
const mostPresses = 40;

/** Presses the tabulator until the control of the form with this id has the focus. */
export async function tabTo(page: Page, id: string): Promise<void> {
  const focused = () =>
    page.evaluate(() => document.querySelector('commission-form')?.shadowRoot?.activeElement?.id ?? '');
  for (let presses = 0; presses < mostPresses && (await focused()) !== id; presses += 1)
    await page.keyboard.press('Tab');
  expect(await focused()).toBe(id);
}
