import type { Page } from 'playwright-core';

/** What makes the page wider than the window. */
export const overflow = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    if (document.documentElement.scrollWidth <= window.innerWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > window.innerWidth,
    );
    return ['the page', ...wide.map(({ tagName, className }) => `${tagName}.${className}`)];
  });
