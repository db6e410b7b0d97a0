import type { Page } from 'playwright-core';

/** What makes the page wider than the window or cuts a dialog off, and paragraphs that are squeezed to a letter or two a line. */
export const overflow = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const squeezed = [...document.querySelectorAll('p')].filter(
      // What is for screen readers alone has a pixel.
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
