import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { rowOf } from './support/rows.ts';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile();

beforeEach(async () => {
  await stage.clear();
  await stage.service.pool.query('delete from saved_views');
  await stage.inbox.store({ name: 'Zoë', files: ['a.png'] });
  await stage.inbox.store({ name: 'Ana' });
});

async function openViews(page: Page): Promise<void> {
  await rowOf(page, 'Zoë').waitFor();
  await page.locator('button.view').click();
  await page.getByLabel('Save this view').waitFor();
}

describe('a view of the studio', () => {
  it('is there for everybody, for a viewer without a change, and is refused with a reason when there are too many', async () => {
    const { page } = await stage.open({ path: '/?hasFiles=true' });
    await openViews(page);
    await page.getByLabel('Save this view').fill('Pictures');
    await page.getByRole('button', { name: 'Save for the studio' }).click();
    await page.getByRole('button', { name: 'Pictures', exact: true }).waitFor();

    const viewer = await stage.open({ role: 'viewer' });
    await openViews(viewer.page);
    expect(await viewer.page.getByRole('button', { name: 'Save for the studio' }).count()).toBe(0);
    expect(await viewer.page.getByRole('button', { name: 'Remove the view Pictures' }).count()).toBe(0);
    await viewer.page.getByRole('button', { name: 'Pictures', exact: true }).click();
    await rowOf(viewer.page, 'Ana').waitFor({ state: 'detached' });

    await openViews(page);
    await page.getByRole('button', { name: 'Remove the view Pictures' }).click();
    await until(async () => (await stage.service.pool.query('select 1 from saved_views')).rowCount).toBe(0);

    await stage.service.pool.query(
      "insert into saved_views (name, search) select 'View ' || number, '' from generate_series(1, 50) number",
    );
    await page.getByLabel('Save this view').fill('One more');
    await page.getByRole('button', { name: 'Save for the studio' }).click();
    await page.locator('.popover').getByText('There are already 50 views of the studio').waitFor();
  });
});
