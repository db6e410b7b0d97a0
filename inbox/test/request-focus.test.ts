import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InboxPageStage, setInboxStage } from './support/stage.ts';
import { until } from './support/until.ts';

let stage: InboxPageStage;

beforeAll(async () => {
  stage = await setInboxStage();
});

afterAll(() => stage.close());

async function openRequest(): Promise<Page> {
  const id = await stage.submit({});
  const { page } = await stage.open({ role: 'owner', path: `/requests/${id}` });
  await page.locator('article.request').waitFor();
  return page;
}

/** Returns the accessible name or the text of the focused element. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.getAttribute('aria-label') ?? (element?.className || element?.textContent?.trim());
  });

describe('a dialog gives the focus back', () => {
  it.each(['Escape', 'Cancel', 'Close'])('closed by %s', async (way) => {
    const page = await openRequest();
    const opener = page.getByRole('button', { name: 'Erase this request' });
    await opener.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('to confirm').waitFor();
    if (way === 'Escape') await page.keyboard.press('Escape');
    else await dialog.getByRole('button', { name: way }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.context().close();
  });

  it('that was opened by a key', async () => {
    const page = await openRequest();
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focused(page)).toBe('Zoë Müller');
    await page.context().close();
  });
});

describe('the focus stays where somebody works', () => {
  it('in the field of notes, which Control and Enter add and Escape leaves', async () => {
    const page = await openRequest();
    const field = page.getByLabel('New note');
    await field.fill('Ask about the frame');
    await page.getByRole('button', { name: 'Add the note' }).press('Enter');
    await page.locator('.notes li').first().waitFor();
    expect(await focused(page)).toBe('New note');
    await page.keyboard.type('and the size');
    await page.keyboard.press('Control+Enter');
    await until(() => page.locator('.notes li').count()).toBe(2);
    expect(await focused(page)).toBe('New note');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    expect(await field.inputValue()).toBe('');
    await page.context().close();
  });

  it('at the link to the status page, shown, new and hidden again', async () => {
    const page = await openRequest();
    await page.getByRole('button', { name: 'Link to the status page' }).press('Enter');
    await page.locator('.secret').waitFor();
    expect(await focused(page)).toContain('Link to the status page of');
    await page.getByRole('button', { name: 'Make a new link' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Make a new link' }).press('Enter');
    await page.getByText('The one before does not work any more.').waitFor();
    expect(await focused(page)).toContain('Link to the status page of');
    await page.getByRole('button', { name: 'Done' }).press('Enter');
    await page.locator('.secret').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Link to the status page');
    await page.context().close();
  });
});

describe('a link or a secret that is shown once', () => {
  it('takes the focus, and gives it back', async () => {
    const { page } = await stage.open({ role: 'owner', path: '/settings/tokens' });
    await page.getByLabel('Name of the program').fill('Accounting');
    await page.getByRole('button', { name: 'Create the token' }).press('Enter');
    await until(() => focused(page)).toBe('Token for Accounting');
    await page.getByRole('button', { name: 'Done' }).press('Enter');
    await until(() => focused(page)).toBe('Create the token');
    await page.context().close();
  });
});
