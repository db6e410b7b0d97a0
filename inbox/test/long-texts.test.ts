import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InboxPageStage, setInboxStage } from './support/stage.ts';
import { until } from './support/until.ts';

let stage: InboxPageStage;

beforeAll(async () => {
  stage = await setInboxStage();
});

afterAll(() => stage.close());

describe('a text that is too long', () => {
  it.each([
    ['the notes', '.notes textarea', 20_000],
    ['the status page', '.public-message textarea', 5000],
  ])('is announced when it is sent for %s, and marks its field', async (_name, selector, maxCharacters) => {
    const { page, faults } = await stage.open({ path: `/requests/${await stage.submit({})}` });
    const field = page.locator(selector);
    await field.fill('x'.repeat(maxCharacters));
    expect(await field.getAttribute('aria-invalid')).toBe('false');
    await field.press('Control+End');
    await page.keyboard.type('yyy');
    await page.keyboard.press('Control+Enter');
    await until(() => page.getByRole('alert').allTextContents()).toContain('3 characters too many');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    const [describedBy] = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
    expect(await page.locator(`[id="${describedBy}"]`).textContent()).toBe('3 characters too many');
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
