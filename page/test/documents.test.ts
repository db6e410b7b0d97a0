import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage } from './support/browser.ts';
import { type Stage, setStage } from './support/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await setStage();
});

afterAll(() => stage.close());

/** Opens a document alone, without the form. */
const open = (path: string, context: BrowserContextOptions = {}) =>
  openPage(stage.browser, `${stage.site.url}${path}`, context);

describe.each([320, 360, 720, 1280])('in a window %i px wide', (width) => {
  it.each(['docs', 'nothing/here'])('shows %s whole, in light and in dark', async (path) => {
    const { page, faults } = await open(path, { viewport: { width, height: 800 } });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const sizes = await page.evaluate(() => ({
        content: document.documentElement.scrollWidth,
        widest: Math.max(...[...document.querySelectorAll('body *')].map((part) => part.getBoundingClientRect().right)),
      }));
      expect(sizes.content).toBe(width);
      expect(sizes.widest).toBeLessThanOrEqual(width);
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

describe('the reference', () => {
  it.each([320, 390, 720, 1000, 1440])('breaks no name in a window %i px wide', async (width) => {
    const { page } = await open('docs', { viewport: { width, height: 800 } });
    const names = await page.evaluate(() =>
      [...document.querySelectorAll('td code, p code')]
        .filter((code) => code.closest('pre') === null)
        .map((code) => ({ text: code.textContent, lines: code.getClientRects().length })),
    );
    expect(names.map(({ text }) => text)).toContain('Idempotency-Key');
    expect(names.filter(({ lines }) => lines > 1)).toEqual([]);
    await page.context().close();
  });

  it('shows fields by name and type, not their JSON Schema', async () => {
    const { page } = await open('docs');
    const row = page.getByRole('row').filter({ has: page.getByText('customerName', { exact: true }) });
    expect(await row.first().getByRole('cell').allTextContents()).toEqual(
      expect.arrayContaining(['customerName', 'string, 1 to 200 characters', 'yes']),
    );
    expect(await page.locator('body').textContent()).not.toMatch(/anyOf|\$ref|additionalProperties/);
    await page.context().close();
  });
});
