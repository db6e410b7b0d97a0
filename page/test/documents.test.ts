import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage } from './support/browser.ts';
import { type Stage, setStage } from './support/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await setStage();
});

afterAll(() => stage.close());

describe('the reference', () => {
  it('shows fields by name and type, and breaks no name in a window of any width', async () => {
    const { page, faults } = await openPage(stage.browser, `${stage.site.url}docs`);
    const row = page.getByRole('row').filter({ has: page.getByText('customerName', { exact: true }) });
    expect(await row.first().getByRole('cell').allTextContents()).toEqual(
      expect.arrayContaining(['customerName', 'string, 1 to 200 characters', 'yes']),
    );
    expect(await page.locator('body').textContent()).not.toMatch(/anyOf|\$ref|additionalProperties/);
    for (const width of [320, 390, 720, 1000, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const names = await page.evaluate(() =>
        [...document.querySelectorAll('td code, p code')]
          .filter((code) => code.closest('pre') === null)
          .map((code) => ({ text: code.textContent, lines: code.getClientRects().length })),
      );
      expect(names.map(({ text }) => text)).toContain('Idempotency-Key');
      expect(names.filter(({ lines }) => lines > 1)).toEqual([]);
    }
    expect(faults).toEqual([]);
  });
});
