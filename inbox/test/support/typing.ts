import type { Page } from 'playwright-core';

export const typedLetters = 20;

/** Types letters into the title, and returns the times until the preview showed them. */
export async function typingTimes(page: Page): Promise<{ readonly median: number; readonly worst: number }> {
  const times: number[] = [];
  for (let count = 1; count <= typedLetters; count += 1) times.push(await typedLetterMs(page, `Lindenhof ${count}`));
  const sorted = times.toSorted((one, other) => one - other);
  const [median = Number.NaN, worst = Number.NaN] = [sorted[typedLetters / 2], sorted.at(-1)];
  console.log(`typing to preview: median ${median.toFixed(1)} ms, worst ${worst.toFixed(1)} ms`);
  return { median, worst };
}

/** Types a letter, and resolves with the milliseconds until the preview shows it, by the clock that windows share. */
async function typedLetterMs(page: Page, words: string): Promise<number> {
  const frame = page.frame({ url: /form-preview/ });
  if (frame === null) throw new Error('There is no preview');
  await frame.evaluate(watchTitle, words);
  const typed = await page.evaluate(typedAt, words);
  await frame.waitForFunction(() => 'shownAt' in document.documentElement.dataset);
  return (await frame.evaluate(() => Number(document.documentElement.dataset.shownAt))) - typed;
}

/** Records at the root when the title has the text. */
function watchTitle(text: string): void {
  const root = document.querySelector('commission-form')?.shadowRoot;
  if (!root) throw new Error('There is no form');
  const { dataset } = document.documentElement;
  delete dataset.shownAt;
  new MutationObserver((_, observer) => {
    if (!root.querySelector('h1')?.textContent?.includes(text)) return;
    observer.disconnect();
    dataset.shownAt = String(performance.timeOrigin + performance.now());
  }).observe(root, { subtree: true, childList: true, characterData: true });
}

function typedAt(text: string): number {
  const begun = performance.timeOrigin + performance.now();
  const field = document.querySelector<HTMLInputElement>('[data-path="title"]');
  if (!field) throw new Error('There is no title');
  field.value = text;
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  return begun;
}
