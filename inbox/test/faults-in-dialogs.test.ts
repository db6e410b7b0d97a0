import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile();

async function openDialog(opener: string, options: BrowserContextOptions = {}): Promise<Page> {
  const { page } = await stage.open({ role: 'owner', path: '/settings/channels', ...options });
  await page.getByRole('button', { name: opener }).click();
  await page.getByRole('dialog').waitFor();
  return page;
}

const heard = (page: Page) => page.getByRole('dialog').getByRole('alert').allTextContents();

describe('a fault in a dialog', () => {
  it('is announced, leads to the field that it names, and leaves it unmarked once the form is sent again', async () => {
    const page = await openDialog('Add a webhook');
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('textbox', { name: 'URL' });
    const reason = 'The URL must be a public http or https address';
    await field.fill('ftp://x');
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await until(async () => (await heard(page)).join()).toContain(reason);
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    const described = (await field.getAttribute('aria-describedby'))?.split(' ')[0];
    expect(await page.locator(`[id="${described}"]`).textContent()).toMatch(new RegExp(`${reason}.*Check: URL`));
    await page.route('**/channels', () => {});
    await field.fill('https://example.org');
    await page.keyboard.press('Enter');
    await dialog.locator('[aria-invalid]').waitFor({ state: 'detached' });
    expect(await field.getAttribute('aria-describedby')).toBe('webhook-url-hint');
  });

  it('is seen on a small screen, and covers no field that it names', async () => {
    const page = await openDialog('Add a webhook', { viewport: { width: 320, height: 568 } });
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('textbox', { name: 'URL' });
    await field.fill('ftp://x');
    await page.keyboard.press('Enter');
    await isSeen(dialog.locator('.fault'));
    await isSeen(field);
    await field.fill('https://example.org');
    for (const box of await dialog.locator('input[name=type]').all()) await box.uncheck();
    await field.focus();
    await page.keyboard.press('Enter');
    await isSeen(dialog.getByText('Select at least one kind of notification.'));
  });
});

/** Resolves when the element is visible from its first to its last line. */
async function isSeen(element: Locator): Promise<void> {
  await element.waitFor();
  await until(() =>
    element.evaluate((shown) => {
      const { left, right, top, bottom } = shown.getBoundingClientRect();
      const middle = (left + right) / 2;
      return [top + 1, bottom - 1].every((y) => shown.contains(document.elementFromPoint(middle, y)));
    }),
  ).toBe(true);
}
