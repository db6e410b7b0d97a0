import { describe, expect, it } from 'vitest';
import { openField } from './support/composer.ts';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile();

describe('a text that is too long', () => {
  it('is announced when it is sent, and marks its field', async () => {
    const { page } = await stage.open({ path: `/requests/${await stage.submit({})}` });
    const field = await openField(page, 'Message on the status page');
    await field.fill('x'.repeat(5000));
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
