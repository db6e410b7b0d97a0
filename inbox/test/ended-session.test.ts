import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inboxOfFile } from './support/stage.ts';

const stage = inboxOfFile();

// Files without pictures, whose previews could keep the browser's connections busy.
const content = Buffer.from('%PDF-1.7');
const files = ['a.pdf', 'b.pdf'].map((name) => ({ name, type: 'application/pdf', content }));

async function openRequest() {
  const opened = await stage.open({ path: `/requests/${await stage.submit({ files })}` });
  await opened.page.locator('article.request').waitFor();
  return opened;
}

/** The page keeps its cookie, which the service no longer accepts. */
async function endSession(page: Page): Promise<void> {
  // The stream ends with the session. Connected again, it would ask for the password before the test presses anything.
  await page.route('**/api/operator/v1/stream', (route) => route.abort());
  const { id } = await stage.personOf('operator');
  await stage.accounts.sessions.endAll(id);
}

/** Clicks without waiting, because any other call of the page may open the sign-in dialog first. */
const press = (control: Locator) => control.dispatchEvent('click');

/** Signs in after the dialog has appeared, and returns the name and the content of the saved file. */
async function signInAndSave(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password').fill(stage.password);
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  const saved = await saving;
  return { name: saved.suggestedFilename(), content: await readFile(await saved.path()) };
}

describe('after the session has ended', () => {
  it('saves a file once the person is signed in again', async () => {
    const { page } = await openRequest();
    await page.locator('.picture-strip .frame').first().click();
    await endSession(page);
    await press(page.getByRole('button', { name: 'Save the original' }));
    expect(await signInAndSave(page)).toEqual({ name: 'a.pdf', content });
    expect(await page.locator('.fault').count()).toBe(0);
    await page.getByRole('dialog', { name: 'a.pdf' }).waitFor();
  });

  it('saves an export once the person is signed in again', async () => {
    const { page } = await openRequest();
    // By a key: a click on a button that still moves is lost.
    await page.getByRole('button', { name: 'Export' }).press('Enter');
    await page.getByRole('link', { name: 'Table (CSV)' }).waitFor();
    await endSession(page);
    // A sign-in dialog that another call opens first closes the menu.
    await press(page.getByRole('link', { name: 'Table (CSV)', includeHidden: true }));
    const table = await signInAndSave(page);
    expect(table.name).toMatch(/\.csv$/);
    expect(table.content.toString()).toContain('Zoë Müller');
  });
});

describe('a link to a download', () => {
  it('names no file, and shows why no file is saved while the service is unreachable', async () => {
    const { page } = await openRequest();
    await page.route('**/api/operator/v1/session', (route) => route.abort());
    const link = page.getByRole('link', { name: 'Save all 2 files as a zip' });
    // The service names it.
    expect(await link.getAttribute('download')).toBe('');
    await link.click();
    await page.locator('.toast').getByText('The service cannot be reached').waitFor();
  });
});
