import type { Page } from 'playwright-core';

/** Resolves when the page has drawn its present state, and has moved the focus after that. */
export const twoFrames = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
