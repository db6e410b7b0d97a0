import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noisyPicture } from '../../page/test/support/files.ts';
import { type InboxPageStage, setInboxStage } from './support/stage.ts';

let stage: InboxPageStage;

beforeAll(async () => {
  stage = await setInboxStage();
});

afterAll(() => stage.close());

const content = noisyPicture(40, 30);
const files = ['a.png', 'b.png'].map((name) => ({ name, type: 'image/png', content }));

async function openRequest() {
  const id = await stage.submit({ files });
  // The page marks an unread request as read, and that call could find the ended session first.
  await stage.inbox.editor.change(id, 1, { unread: false }, stage.inbox.actor);
  const opened = await stage.open({ path: `/requests/${id}` });
  await opened.page.locator('article.request').waitFor();
  return opened;
}

/** Signs in after the dialog has appeared, and returns the name and the content of what is then saved. */
async function signInAndSave(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password').fill(stage.password);
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  const saved = await saving;
  return { name: saved.suggestedFilename(), content: await readFile(await saved.path()) };
}

describe('after the session has ended', () => {
  it('a file is saved once the person is signed in again', async () => {
    const { page, faults } = await openRequest();
    await page.locator('.contact-sheet .frame').first().click();
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save the original' }).click();
    expect(await signInAndSave(page)).toEqual({ name: 'a.png', content });
    expect(await page.locator('.fault').count()).toBe(0);
    await page.getByRole('dialog', { name: 'a.png' }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
