import type { Page } from 'playwright-core';

/** Resolves when the page has drawn what it knows, and has focused what it focuses after that. */
export const twoFrames = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
