import type { Page } from 'playwright-core';

/**
 * Returns elements that make the page wider than the window or are cut off in a dialog, and paragraphs that are
 * squeezed to one or two letters a line.
 */
export const overflow = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const squeezed = [...document.querySelectorAll('p')].filter(
      // Text for screen readers only is one pixel wide.
      (text) => text.checkVisibility() && text.offsetWidth > 1 && text.offsetWidth < 64 && text.innerText.length > 20,
    );
    if (squeezed.length > 0) return squeezed.map(({ textContent }) => `squeezed: ${textContent}`);
    const cut = [...document.querySelectorAll('dialog[open]')].filter(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
    );
    if (cut.length > 0) return cut.map(({ className }) => `a dialog that is cut off: ${className}`);
    if (document.documentElement.scrollWidth <= window.innerWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > window.innerWidth,
    );
    return ['the page', ...wide.map(({ tagName, className }) => `${tagName}.${className}`)];
  });
