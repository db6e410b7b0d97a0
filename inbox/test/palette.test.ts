import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { violations } from '../../page/test/support/axe.ts';
import { overflow } from './support/overflow.ts';
import { rowOf } from './support/rows.ts';
import { type InboxPageStage, setInboxStage } from './support/stage.ts';
import { until } from './support/until.ts';

let stage: InboxPageStage;
let ids: string[];

beforeAll(async () => {
  stage = await setInboxStage();
});

afterAll(() => stage.close());

beforeEach(async () => {
  await stage.clear();
  ids = [];
  for (const name of ['Zoë Müller', 'Ana']) ids.push(await stage.inbox.store({ name, message: `Two cats of ${name}` }));
  await stage.inbox.index();
});

const field = (page: Page) => page.getByRole('combobox', { name: 'Search and commands' });
const options = (page: Page) => page.getByRole('listbox').getByRole('option');
const chosen = (page: Page) =>
  page.getByRole('listbox', { name: 'Search and commands' }).getByRole('option', { selected: true });

async function openPalette(role: 'owner' | 'viewer' = 'owner') {
  const opened = await stage.open({ role });
  await rowOf(opened.page, 'Ana').waitFor();
  await opened.page.keyboard.press('Control+k');
  await field(opened.page).waitFor();
  return opened;
}

describe('the command palette', () => {
  it('opens by its key from everywhere, also from a field, and gives the focus back', async () => {
    const { page, faults } = await stage.open({ role: 'owner' });
    await rowOf(page, 'Ana').waitFor();
    await page.keyboard.press('/');
    const search = page.getByRole('searchbox');
    await until(() => search.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Control+k');
    await until(() => field(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await until(() => search.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Search and commands' }).click();
    await field(page).waitFor();
    await page.keyboard.press('Control+k');
    await field(page).waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('does a command by its name, as its key does', async () => {
    const { page } = await openPalette();
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('Control+k');
    await field(page).fill('waiting list');
    await until(() => chosen(page).textContent()).toContain('Put on the waiting list');
    await page.keyboard.press('Enter');
    await page.locator('.toast').first().waitFor();
    const statuses = await Promise.all(ids.map(async (id) => (await stage.inbox.reader.find(id))?.status));
    expect(statuses.sort()).toEqual(['NEW', 'WAITLISTED']);
    await page.context().close();
  });

  it('opens a request that it finds, and a page of the settings', async () => {
    const { page, faults } = await openPalette();
    await field(page).pressSequentially('muller');
    await options(page).filter({ hasText: 'Zoë Müller' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Zoë Müller' }).waitFor();
    await page.keyboard.press('Control+k');
    await field(page).fill('mails');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Mails' }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('goes round by the arrow keys, and says which one is chosen', async () => {
    const { page } = await openPalette();
    const count = await options(page).count();
    await page.keyboard.press('ArrowUp');
    await until(() =>
      options(page)
        .nth(count - 1)
        .getAttribute('aria-selected'),
    ).toBe('true');
    expect(await field(page).getAttribute('aria-activedescendant')).toBe(
      await options(page)
        .nth(count - 1)
        .getAttribute('id'),
    );
    await page.keyboard.press('ArrowDown');
    await until(() => options(page).first().getAttribute('aria-selected')).toBe('true');
    await field(page).fill('nothing is called this');
    await page.getByText('Nothing has this name.').waitFor();
    expect(await field(page).getAttribute('aria-activedescendant')).toBeNull();
    await page.context().close();
  });

  it('offers a viewer nothing that only others may', async () => {
    const { page } = await openPalette('viewer');
    const names = (await options(page).allTextContents()).join();
    expect(names).toContain('History');
    expect(names).not.toMatch(/Team|Accept|Decline/);
    await page.context().close();
  });

  it('has no fault of accessibility, light and dark, and fits a telephone', async () => {
    const { page } = await openPalette();
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 700 });
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toEqual([]);
    await page.context().close();
  });

  it('is named among the keys', async () => {
    const { page } = await stage.open();
    await rowOf(page, 'Ana').waitFor();
    await page.keyboard.press('?');
    const row = page.getByRole('dialog').locator('.keys div').filter({ hasText: 'Search and commands' });
    expect(await row.locator('kbd').textContent()).toBe('Ctrl K');
    await page.context().close();
  });
});
