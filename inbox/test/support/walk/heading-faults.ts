import type { Page } from 'playwright-core';

/** Resolves with faults of the levels of visible headings, and with blocks within inline elements. */
export const headingFaults = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
    const levels = [...(dialog ?? document).querySelectorAll('h1, h2, h3, h4, h5, h6')]
      .filter((heading) => heading.checkVisibility())
      .map(({ tagName }) => Number(tagName.slice(1)));
    const firsts = levels.filter((level) => level === 1).length;
    const skips = levels.filter((level, at) => level > (levels[at - 1] ?? level) + 1);
    const lines = ':is(bdi, span, p, a, label, button, h1, h2, h3)';
    const blocks = [...document.querySelectorAll(`${lines} :is(ul, ol, dl, p, div, section)`)].filter(
      (block) => block.parentElement?.closest(lines)?.closest('dialog') === block.closest('dialog'),
    );
    return [
      ...(dialog === undefined && firsts !== 1 ? [`${firsts} headings of the first level`] : []),
      ...skips.map((level) => `a level is left out before a heading of level ${level}`),
      ...blocks.map(({ tagName, className }) => `a block in a line: ${tagName}.${className}`),
    ];
  });
