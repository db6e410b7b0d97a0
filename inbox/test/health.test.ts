import { describe, expect, it } from 'vitest';
import { inboxOfFile } from './support/stage.ts';

const stage = inboxOfFile({ DISK_FLOOR_BYTES: String(Number.MAX_SAFE_INTEGER) });

describe('the health in the settings', () => {
  it('shows faults and remedies, and checks again by a button', async () => {
    const { page } = await stage.open({ path: '/settings/health', role: 'owner' });
    const troubles = page.locator('.health > li');
    await troubles.first().waitFor();
    await page.getByRole('heading', { name: 'To do' }).waitFor();
    expect(await troubles.first().innerText()).toMatch(/^[\w ]+ · broken/);
    expect((await troubles.allInnerTexts()).join('\n')).toMatch(/free/);
    await page.getByText(/^\d+ checks passed$/).click();
    await page
      .getByText(/PostgreSQL \d+/)
      .first()
      .waitFor();
    const again = page.waitForResponse((response) => response.url().endsWith('/api/operator/v1/health'));
    await page.getByRole('button', { name: 'Check again' }).click();
    expect((await again).status()).toBe(200);
  });
});
