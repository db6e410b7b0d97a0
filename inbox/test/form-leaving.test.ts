import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { clearStudio, settingsLink } from './support/form-editor.ts';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile({ CATALOGUE_FILE: '' });

beforeEach(() => clearStudio(stage));

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without publishing?' });
const answer = (page: Page, name: 'Leave' | 'Stay here') =>
  question(page).getByRole('button', { name, exact: true }).click();
const title = (page: Page) => page.getByLabel('Title', { exact: true });
const pathOf = (page: Page) => new URL(page.url()).pathname;

/** Opens the list, then by links the form, and changes its title. */
async function editFromList(words: string) {
  const opened = await stage.open({ role: 'owner' });
  const { page } = opened;
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('link', { name: 'Form', exact: true }).click();
  await title(page).fill(words);
  return opened;
}

describe('the form with changes that customers do not see', () => {
  it('asks before a link, the browser or a command leads away, and leaves when that is the answer', async () => {
    const { page } = await editFromList('By a link');
    const settings = settingsLink(page);
    const isLeft = () => until(() => pathOf(page)).toBe('/settings/opening');
    await settings.click();
    await question(page).getByText('Draft saved. Customers do not see it yet.').waitFor();
    await answer(page, 'Stay here');
    await question(page).waitFor({ state: 'detached' });
    expect(pathOf(page)).toBe('/settings/form');
    await page.getByRole('link', { name: 'Versions' }).click();
    await page.getByRole('link', { name: 'Back to the form' }).click();
    await settings.click();
    await answer(page, 'Leave');
    await isLeft();
    const form = page.getByRole('link', { name: 'Form', exact: true });
    await form.click();
    await until(() => title(page).inputValue()).toBe('By a link');
    // A draft of an earlier visit is no change of this one.
    await settings.click();
    await isLeft();

    await form.click();
    await title(page).fill('By going back');
    const back = () => page.evaluate(() => history.back());
    await back();
    await question(page).waitFor();
    expect(pathOf(page)).toBe('/settings/form');
    await page.keyboard.press('Escape');
    await question(page).waitFor({ state: 'detached' });
    expect(await title(page).inputValue()).toBe('By going back');
    await back();
    await answer(page, 'Leave');
    await isLeft();

    await form.click();
    await title(page).fill('By a key');
    await page.keyboard.press('Control+k');
    await page.locator('dialog.palette input').waitFor();
    await page.keyboard.type('board');
    await page.getByRole('option', { name: 'Board' }).first().click();
    await answer(page, 'Leave');
    await until(() => pathOf(page)).toBe('/board');
  });

  it('shows no question once they are published', async () => {
    const { page } = await editFromList('Published');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('button', { name: 'Publish now' }).click();
    await page.getByText('Everything is published.').waitFor();
    await settingsLink(page).click();
    await until(() => pathOf(page)).toBe('/settings/opening');
    expect(await question(page).count()).toBe(0);
  });
});
