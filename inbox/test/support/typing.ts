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

/** Types a letter, and resolves with how many milliseconds later the preview shows it. */
async function typedLetterMs(page: Page, words: string): Promise<number> {
  const frame = page.frame({ url: /form-preview/ });
  if (frame === null) throw new Error('There is no preview');
  const shown = frame.evaluate(shownAt, words);
  const typed = page.evaluate(typedAt, words);
  return (await shown) - (await typed);
}

/** Resolves with milliseconds of the clock that windows share. */
const shownAt = (text: string): Promise<number> =>
  new Promise((resolve) => {
    const root = document.querySelector('commission-form')?.shadowRoot;
    if (!root) throw new Error('There is no form');
    const show = (observer?: MutationObserver) => {
      if (!root.querySelector('h1')?.textContent?.includes(text)) return;
      observer?.disconnect();
      resolve(performance.timeOrigin + performance.now());
    };
    new MutationObserver((_, observer) => show(observer)).observe(root, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    show();
  });

function typedAt(text: string): number {
  const begun = performance.timeOrigin + performance.now();
  const field = document.querySelector<HTMLInputElement>('[data-place="title"]');
  if (!field) throw new Error('There is no title');
  field.value = text;
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  return begun;
}
