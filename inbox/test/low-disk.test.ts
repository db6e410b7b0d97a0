import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../../page/test/support/axe.ts';
import { rows } from './support/rows.ts';
import { type InboxPageStage, setInboxStage } from './support/stage.ts';

let stage: InboxPageStage;

beforeAll(async () => {
  stage = await setInboxStage({ DISK_FLOOR_BYTES: String(Number.MAX_SAFE_INTEGER) });
  await stage.submit({});
});

afterAll(() => stage.close());

describe('a low disk', () => {
  it.each(['light', 'dark'] as const)('is told of to owners (%s)', async (colorScheme) => {
    const { page, faults } = await stage.open({ role: 'owner', colorScheme, viewport: { width: 360, height: 640 } });
    await page.locator('.banner').getByText('Too little disk space: ').waitFor();
    expect(await page.locator('.banner').innerText()).toMatch(/space: [\d.]+ [GM]B are free, and [\d.,]+ GB have to/);
    expect(await violations(page)).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('is told of in German', async () => {
    const { page } = await stage.open({ role: 'owner', locale: 'de' });
    await page.locator('.banner').getByText('Zu wenig Speicherplatz: ').waitFor();
    await page.context().close();
  });

  it('is not told of to others', async () => {
    const { page } = await stage.open({ role: 'operator' });
    await rows(page).first().waitFor();
    expect(await page.locator('.banner').innerText()).toBe('');
    await page.context().close();
  });
});
