import type { Page } from 'playwright-core';

/** Each mark of a choice, and the same element without the choice. */
const chosenMarks = [
  ['select.bar-control.on', '.bar-control.filter'],
  ['.side nav a[aria-current]', '.side nav a:not([aria-current])'],
  ['.view-switch a[aria-current]', '.view-switch a:not([aria-current])'],
  ['.settings nav a[aria-current]', '.settings nav a:not([aria-current])'],
  ['.row.open', '.row:not(.open)'],
  ['.tab[aria-selected=true]', '.tab[aria-selected=false]'],
  ['.dot', '.row-who'],
  ['.menu-item[aria-selected=true]', '.menu-item[aria-selected=false]'],
  ['.film-strip button[aria-current=true]', '.film-strip button[aria-current=false]'],
] as const;

/** Resolves with the marks that have the same colours as their others, or text that does not belong to their background. */
export const looksAlike = (page: Page): Promise<readonly string[]> =>
  page.evaluate((marks) => {
    const coloursOf = (element: Element) => {
      const { backgroundColor, borderInlineStart } = getComputedStyle(element);
      return `${backgroundColor}, ${borderInlineStart}`;
    };
    const textColoursOf = (element: Element) =>
      new Set(
        [element, ...element.querySelectorAll('*')]
          .map((one) => getComputedStyle(one))
          .filter(({ forcedColorAdjust }) => forcedColorAdjust === 'none')
          .map(({ color }) => color),
      );
    return marks.flatMap(([chosen, other]) => {
      const [one, two] = [document.querySelector(chosen), document.querySelector(other)];
      const isAlike = one && two && coloursOf(one) === coloursOf(two);
      const isMixed = one && textColoursOf(one).size > 1;
      return [
        ...(isAlike ? [`${chosen} looks like ${other}`] : []),
        ...(isMixed ? [`${chosen} has text of several colours`] : []),
      ];
    });
  }, chosenMarks);

/** Resolves with the pairs that the page has. */
export const marksOn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(
    (marks) =>
      marks.flatMap(([chosen, other]) =>
        document.querySelector(chosen) && document.querySelector(other) ? [chosen] : [],
      ),
    chosenMarks,
  );
