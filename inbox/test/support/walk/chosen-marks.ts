import type { Page } from 'playwright-core';

/** What is chosen, and what stands beside it and is not. */
export const chosenMarks = [
  ['select.bar-control.on', '.bar-control.filter'],
  ['.side nav a[aria-current]', '.side nav a:not([aria-current])'],
  ['.view-switch a[aria-current]', '.view-switch a:not([aria-current])'],
  ['.settings nav a[aria-current]', '.settings nav a:not([aria-current])'],
  ['.row.open', '.row:not(.open)'],
  ['.tab[aria-selected=true]', '.tab[aria-selected=false]'],
  ['.dot', '.row-who'],
] as const;

/** Resolves with the chosen things that the colours of the moment do not tell from the others. */
export const looksAlike = (page: Page): Promise<readonly string[]> =>
  page.evaluate((marks) => {
    const looksOf = (element: Element) => {
      const { backgroundColor, borderInlineStart } = getComputedStyle(element);
      return `${backgroundColor}, ${borderInlineStart}`;
    };
    return marks.flatMap(([chosen, other]) => {
      const [one, two] = [document.querySelector(chosen), document.querySelector(other)];
      return one && two && looksOf(one) === looksOf(two) ? [`${chosen} looks as ${other}`] : [];
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
