import { describe, expect, it } from 'vitest';
import { openField } from './support/composer.ts';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile();

describe('a text that is too long', () => {
  it.each([
    ['the notes', 'New note', 20_000],
    ['the status page', 'Message on the status page', 5000],
  ] as const)('is announced when it is sent for %s, and marks its field', async (_name, name, maxCharacters) => {
    const { page } = await stage.open({ path: `/requests/${await stage.submit({})}` });
    const field = await openField(page, name);
    await field.fill('x'.repeat(maxCharacters));
    expect(await field.getAttribute('aria-invalid')).toBe('false');
    await field.press('Control+End');
    await page.keyboard.type('yyy');
    await page.keyboard.press('Control+Enter');
    await until(() => page.getByRole('alert').allTextContents()).toContain('3 characters too many');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    const [describedBy] = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
    expect(await page.locator(`[id="${describedBy}"]`).textContent()).toBe('3 characters too many');
  });
});
