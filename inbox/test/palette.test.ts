import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { rowOf } from './support/rows.ts';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile();
let ids: string[];

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
  it('opens by its key, which is named among the keys, from everywhere, and gives the focus back', async () => {
    const { page } = await stage.open({ role: 'owner' });
    await rowOf(page, 'Ana').waitFor();
    await page.keyboard.press('?');
    const row = page.getByRole('dialog').locator('.keys div').filter({ hasText: 'Search and commands' });
    expect(await row.locator('kbd').textContent()).toBe('Ctrl K');
    await page.keyboard.press('Escape');
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
  });

  it('does a command, opens a request that it finds, and a page of the settings', async () => {
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
    await page.keyboard.press('Control+k');
    await field(page).pressSequentially('muller');
    await options(page).filter({ hasText: 'Zoë Müller' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Zoë Müller' }).waitFor();
    await page.keyboard.press('Control+k');
    await field(page).fill('mails');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Mails' }).waitFor();
  });

  it('offers a viewer only permitted commands, goes round by the arrow keys, and names the chosen command', async () => {
    const { page } = await openPalette('viewer');
    const names = (await options(page).allTextContents()).join();
    expect(names).toContain('History');
    expect(names).not.toMatch(/Team|Accept|Decline/);
    const last = options(page).last();
    await page.keyboard.press('ArrowUp');
    await until(() => last.getAttribute('aria-selected')).toBe('true');
    expect(await field(page).getAttribute('aria-activedescendant')).toBe(await last.getAttribute('id'));
    await page.keyboard.press('ArrowDown');
    await until(() => options(page).first().getAttribute('aria-selected')).toBe('true');
    await field(page).fill('password');
    await until(() => chosen(page).textContent()).toContain('Your account');
    await field(page).fill('nothing is called this');
    await page.getByText('No matches').waitFor();
    expect(await field(page).getAttribute('aria-activedescendant')).toBeNull();
  });
});
