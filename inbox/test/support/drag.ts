import type { Locator, Page } from 'playwright-core';

/** Drags the grip of an entry above that of another one by the mouse. */
export async function dragTo(page: Page, grip: Locator, target: Locator): Promise<void> {
  const [from, to] = [await grip.boundingBox(), await target.boundingBox()];
  if (!from || !to) throw new Error('Both are shown');
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(from.x + 5, to.y + 2, { steps: 5 });
  await page.mouse.up();
}
