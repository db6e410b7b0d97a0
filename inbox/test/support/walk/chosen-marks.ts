import type { Page } from 'playwright-core';

/** Each mark of a choice, and the same element without the choice. */
export const chosenMarks = [
  ['select.bar-control.on', '.bar-control.filter'],
  ['.side nav a[aria-current]', '.side nav a:not([aria-current])'],
  ['.view-switch a[aria-current]', '.view-switch a:not([aria-current])'],
  ['.settings nav a[aria-current]', '.settings nav a:not([aria-current])'],
  ['.row.open', '.row:not(.open)'],
  ['.tab[aria-selected=true]', '.tab[aria-selected=false]'],
  ['.dot', '.row-who'],
] as const;

/** Resolves with the marks that have the same colours as their others. */
export const looksAlike = (page: Page): Promise<readonly string[]> =>
  page.evaluate((marks) => {
    const coloursOf = (element: Element) => {
      const { backgroundColor, borderInlineStart } = getComputedStyle(element);
      return `${backgroundColor}, ${borderInlineStart}`;
    };
    return marks.flatMap(([chosen, other]) => {
      const [one, two] = [document.querySelector(chosen), document.querySelector(other)];
      return one && two && coloursOf(one) === coloursOf(two) ? [`${chosen} looks like ${other}`] : [];
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
