import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../../page/test/support/axe.ts';
import { type InboxPageStage, setInboxStage } from './support/stage.ts';

let stage: InboxPageStage;

beforeAll(async () => {
  stage = await setInboxStage({ DISK_FLOOR_BYTES: String(Number.MAX_SAFE_INTEGER) });
});

afterAll(() => stage.close());

describe('the health in the settings', () => {
  it.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)('says what is wrong and what to do (%s, %i px)', async (colorScheme, width) => {
    const { page, faults } = await stage.open({
      path: '/settings/health',
      role: 'owner',
      colorScheme,
      viewport: { width, height: 900 },
    });
    const troubles = page.locator('.health > li');
    await troubles.first().waitFor();
    expect(await troubles.first().innerText()).toMatch(/^Broken/);
    expect((await troubles.allInnerTexts()).join('\n')).toMatch(/free/);
    await page.getByText(/^\d+ other findings$/).click();
    await page
      .getByText(/PostgreSQL \d+/)
      .first()
      .waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await violations(page)).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('is checked again by a button', async () => {
    const { page } = await stage.open({ path: '/settings/health', role: 'owner' });
    await page.locator('.health > li').first().waitFor();
    const again = page.waitForResponse((response) => response.url().endsWith('/api/operator/v1/health'));
    await page.getByRole('button', { name: 'Check again' }).click();
    expect((await again).status()).toBe(200);
    await page.context().close();
  });

  it('is not in the settings of others', async () => {
    const { page } = await stage.open({ path: '/settings', role: 'operator' });
    await page.getByRole('link', { name: 'History' }).waitFor();
    expect(await page.getByRole('link', { name: 'Health' }).count()).toBe(0);
    await page.context().close();
  });
});
