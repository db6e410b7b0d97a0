import { beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../../page/test/support/axe.ts';
import { rows } from './support/rows.ts';
import { inboxOfFile } from './support/stage.ts';

const stage = inboxOfFile({ DISK_FLOOR_BYTES: String(Number.MAX_SAFE_INTEGER) });

beforeAll(async () => {
  await stage.submit({});
});

describe('a low disk', () => {
  it('is shown to owners alone', async () => {
    const { page } = await stage.open({ role: 'owner', viewport: { width: 360, height: 640 } });
    await page.locator('.banner').getByText('Too little disk space: ').waitFor();
    expect(await page.locator('.banner').innerText()).toMatch(/space: [\d.]+ [GM]B are free, and [\d.,]+ GB have to/);
    expect(await violations(page)).toEqual([]);
    const operator = await stage.open({ role: 'operator' });
    await rows(operator.page).first().waitFor();
    expect(await operator.page.locator('.banner').innerText()).toBe('');
  });
});
