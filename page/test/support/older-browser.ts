import type { Page } from 'playwright-core';

/** Removes features from the next documents of the page that the oldest browsers of `page-kit/build-targets.ts` lack. */
export async function takeNewerAway(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const newer: readonly (readonly [owner: object | undefined, names: readonly string[]])[] = [
      [URL, ['canParse', 'parse']],
      [AbortSignal, ['any']],
      [Promise, ['withResolvers', 'try']],
      [Array, ['fromAsync']],
      [Object, ['groupBy']],
      [Map, ['groupBy']],
      [Response, ['json']],
      [RegExp, ['escape']],
      [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']],
      [String.prototype, ['isWellFormed', 'toWellFormed']],
      [Element.prototype, ['checkVisibility', 'setHTMLUnsafe', 'moveBefore']],
      [HTMLElement.prototype, ['popover', 'showPopover', 'hidePopover', 'togglePopover']],
      [HTMLButtonElement.prototype, ['popoverTargetElement', 'popoverTargetAction', 'command', 'commandForElement']],
      [Document.prototype, ['startViewTransition']],
      [Uint8Array, ['fromBase64', 'fromHex']],
      [Intl, ['Segmenter', 'DurationFormat']],
      [Object(window).Iterator?.prototype, ['map', 'filter', 'take', 'drop', 'flatMap', 'some', 'find', 'toArray']],
      [window, ['Iterator', 'URLPattern', 'navigation', 'scheduler', 'Temporal', 'CloseWatcher', 'EditContext']],
    ];
    for (const [owner, names] of newer) for (const name of names) delete Object(owner)[name];
    const { supports } = CSS;
    CSS.supports = (...rule: readonly string[]) =>
      !rule.join('').includes('light-dark') && supports.apply(CSS, rule as [string]);
  });
}
