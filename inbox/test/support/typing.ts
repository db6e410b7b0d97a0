import type { Page } from 'playwright-core';

export const typedLetters = 20;

/** Types letters into the title, and returns how long the preview took to show them. */
export async function typingTimes(page: Page): Promise<{ readonly median: number; readonly worst: number }> {
  const times: number[] = [];
  for (let count = 1; count <= typedLetters; count += 1) times.push(await typedLetterMs(page, `Lindenhof ${count}`));
  const sorted = times.toSorted((one, other) => one - other);
  const [median = Number.NaN, worst = Number.NaN] = [sorted[typedLetters / 2], sorted.at(-1)];
  console.log(`typing to preview: median ${median.toFixed(1)} ms, worst ${worst.toFixed(1)} ms`);
  return { median, worst };
}

/** Types a letter, and returns how many milliseconds later the preview shows it. */
const typedLetterMs = (page: Page, words: string): Promise<number> =>
  page.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        const inner = document.querySelector<HTMLIFrameElement>('.form-frame')?.contentDocument;
        const root = inner?.querySelector('commission-form')?.shadowRoot;
        const field = document.querySelector<HTMLInputElement>('[data-place="title"]');
        if (!root || !field) throw new Error('There is no preview');
        const begun = performance.now();
        new MutationObserver((_, observer) => {
          if (!root.querySelector('h1')?.textContent?.includes(text)) return;
          observer.disconnect();
          resolve(performance.now() - begun);
        }).observe(root, { subtree: true, childList: true, characterData: true });
        field.value = text;
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }),
    words,
  );
