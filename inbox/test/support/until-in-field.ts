import type { Page } from 'playwright-core';

/** Waits until a field has the focus. That of a new entry gets it from the button, after the entry is drawn. */
export async function untilInField(page: Page): Promise<void> {
  await page.locator(':is(input, textarea):focus').waitFor();
}
