import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { twoFrames } from '../../page/test/support/two-frames.ts';
import { requestNumberOf } from '../../src/intake/submission/request-number.ts';
import { openField } from './support/composer.ts';
import { holdAnswer } from './support/held-answer.ts';
import { rowOf } from './support/rows.ts';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile();

beforeEach(() => stage.clear());

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

const isFocused = (control: Locator) => control.evaluate((element) => element === document.activeElement);
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

describe('the focus, where somebody works', () => {
  it('stays in the field of notes, which Control and Enter add and Escape leaves, and at the link to the status page', async () => {
    const page = await openRequest();
    const field = await openField(page, 'New note');
    await field.fill('Ask about the frame');
    await page.getByRole('button', { name: 'Add the note' }).press('Enter');
    await page.locator('.written-note').first().waitFor();
    expect(await isFocused(field)).toBe(true);
    await page.keyboard.type('and the size');
    await page.keyboard.press('Control+Enter');
    await until(() => page.locator('.written-note').count()).toBe(2);
    expect(await isFocused(field)).toBe(true);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    // It has nothing written, so it is folded.
    expect(await field.count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Link to the status page' }).press('Enter');
    const first = await page.locator('.secret').inputValue();
    expect(first).toMatch(/^\/requests\//);
    // The service does not know its public address.
    expect(await page.getByRole('link', { name: 'Open in a new tab' }).count()).toBe(0);
    expect(await focused(page)).toContain('Link to the status page of');
    await page.getByRole('button', { name: 'Create a new link' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Create a new link' }).press('Enter');
    await page.getByText('The previous link no longer works.').waitFor();
    expect(await page.locator('.secret').inputValue()).not.toBe(first);
    expect(await focused(page)).toContain('Link to the status page of');
    await page.getByRole('button', { name: 'Done' }).press('Enter');
    await page.locator('.secret').waitFor({ state: 'detached' });
    expect(await focusedText(page)).toBe('Link to the status page');
  });

  it('stays in a field outside the list that loads, after new requests are asked for and after a search', async () => {
    const id = await stage.submit({ payload: { customerName: 'Wanda Findable' } });
    const { page } = await stage.open({ path: `/requests/${id}`, viewport: { width: 1440, height: 900 } });
    await page.locator('article.request').waitFor();
    await page.locator('.row').first().waitFor();
    const note = await openField(page, 'New note');
    await stage.submit({ payload: { customerName: 'Comes late' } });
    const show = page.getByRole('button', { name: 'Show 1 new request' });
    await show.waitFor();
    const answer = await holdAnswer(page, '**/requests?*', 'GET');
    await show.press('Enter');
    await note.focus();
    await answer.isReady;
    answer.release();
    await rowOf(page, 'Comes late').waitFor();
    await twoFrames(page);
    await page.keyboard.type('one');
    expect(await note.inputValue()).toBe('one');
    const found = await holdAnswer(page, '**/requests?*', 'GET');
    await page.getByRole('searchbox', { name: 'Search' }).fill('Findable');
    await page.keyboard.press('Enter');
    await note.focus();
    await found.isReady;
    found.release();
    await rowOf(page, 'Comes late').waitFor({ state: 'detached' });
    await twoFrames(page);
    await page.keyboard.type('two');
    expect(await note.inputValue()).toBe('onetwo');
  });
});

describe('the focus near a removed control', () => {
  it('stays in the request, where a label, a date or a message goes', async () => {
    const page = await openRequest();
    for (const label of ['gift', 'oil']) {
      await page.getByLabel('New label').fill(label);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: `Remove ${label}` }).waitFor();
    }
    await page.getByRole('button', { name: 'Remove gift' }).press('Enter');
    await until(() => focused(page)).toBe('Remove oil');
    await page.keyboard.press('Enter');
    await until(() => focused(page)).toBe('New label');
    await page.getByRole('button', { name: 'In a week' }).click();
    await page.getByRole('button', { name: 'No due date' }).press('Enter');
    await page.getByRole('button', { name: 'No due date' }).waitFor({ state: 'detached' });
    expect(await focusedText(page)).toBe('In 30 days');
    const field = await openField(page, 'Message on the status page');
    await field.fill('Later');
    await page.getByRole('button', { name: 'Discard' }).press('Enter');
    expect(await isFocused(field)).toBe(true);
  });

  it('stays in the list, in the menu of saved views and at the first of the new requests', async () => {
    const { page } = await stage.open({ path: '/?unread=true' });
    await page.getByRole('button', { name: 'Views' }).click();
    const name = page.getByLabel('Save this view');
    await name.fill('Mine');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Mine' }).press('Enter');
    await page.getByRole('button', { name: 'Remove the view Mine' }).press('Enter');
    expect(await isFocused(name)).toBe(true);
    await page.keyboard.press('Escape');
    await stage.submit({ payload: { customerName: 'Newcomer' } });
    await page.getByRole('button', { name: 'Show 1 new request' }).press('Enter');
    await until(() => focusedText(page)).toContain('Newcomer');
  });

  it('stays at the next request that is left, after one or all of an address are erased', async () => {
    await stage.submit({ payload: { customerName: 'Stays' } });
    const payload = { customerName: 'Goes too', customerEmail: 'all@example.org' };
    const other = await stage.submit({ payload });
    const last = await stage.submit({ payload: { ...payload, customerName: 'Goes then' } });
    const first = await stage.submit({ payload: { customerName: 'Goes first' } });
    const { page } = await stage.open({ role: 'owner' });
    await rowOf(page, 'Goes first').locator('a').click();
    await page.getByRole('button', { name: 'Erase this request' }).press('Enter');
    await page.getByLabel('to confirm').fill(requestNumberOf(first));
    await page.keyboard.press('Enter');
    await page.locator('.toast').getByText('was erased').waitFor();
    await until(() => focusedText(page)).toContain('Goes then');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Erase this request' }).press('Enter');
    await page.getByLabel('All 2 requests from all@example.org').check();
    await until(() => page.getByRole('dialog').getByRole('listitem').count()).toBe(2);
    const listed = await page.getByRole('dialog').getByRole('listitem').allInnerTexts();
    expect(listed.map((line) => line.split(' ')[0]).sort()).toEqual([other, last].map(requestNumberOf).sort());
    await page.getByLabel('to confirm').fill(requestNumberOf(last));
    await page.keyboard.press('Enter');
    await page.locator('.toast').getByText('2 requests were erased.').waitFor();
    await until(() => focusedText(page)).toContain('Stays');
  });

  it('goes on to the next notification, and back to where it was before the last or a dialog, however that is closed', async () => {
    const page = await openRequest();
    const opener = page.getByRole('button', { name: 'Erase this request' });
    const dialog = page.getByRole('dialog');
    for (const close of ['Escape', 'Cancel', 'Close']) {
      await opener.press('Enter');
      await dialog.getByLabel('to confirm').waitFor();
      if (close === 'Escape') await page.keyboard.press('Escape');
      else await dialog.getByRole('button', { name: close }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await isFocused(opener), close).toBe(true);
    }
    await page.keyboard.press('?');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await isFocused(opener)).toBe(true);
    await page.route('**/status-link', (route) => route.abort());
    const link = page.getByRole('button', { name: 'Link to the status page' });
    const notes = page.locator('.shell > .toasts .toast');
    for (const count of [1, 2]) {
      await link.press('Enter');
      await until(() => notes.count()).toBe(count);
    }
    await notes.first().getByRole('button', { name: 'Dismiss' }).press('Enter');
    await until(() => notes.count()).toBe(1);
    await until(() => focused(page)).toBe('Dismiss');
    await page.keyboard.press('Enter');
    await until(() => isFocused(link)).toBe(true);
  });
});

describe('a link or a secret that is shown once', () => {
  it('takes the focus and gives it back, and its link can be withdrawn', async () => {
    const { page } = await stage.open({ role: 'owner', path: '/settings/tokens' });
    await page.getByRole('button', { name: 'New token' }).press('Enter');
    const name = page.getByLabel('Name of the program');
    await until(() => isFocused(name)).toBe(true);
    await name.fill('Accounting');
    const create = page.getByRole('button', { name: 'Create the token' });
    await create.press('Enter');
    await until(() => focused(page)).toBe('Token for Accounting');
    await page.getByRole('button', { name: 'Done' }).press('Enter');
    await until(() => isFocused(create)).toBe(true);

    await page.goto(`${stage.url}/settings/channels`);
    await page.getByRole('button', { name: 'Add a webhook' }).press('Enter');
    await page.getByRole('dialog').getByRole('textbox', { name: 'URL' }).fill('https://example.org/hook');
    await page.keyboard.press('Enter');
    await until(() => focused(page)).toBe('Secret of example.org');
    await page.getByRole('button', { name: 'Remove example.org' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).press('Enter');
    await page.getByText('Nobody is notified yet.').waitFor();
    await until(() => focused(page)).toBe('Notifications');

    await page.goto(`${stage.url}/settings/people`);
    await page.getByRole('button', { name: 'Invite somebody' }).press('Enter');
    for (const email of ['one@example.org', 'two@example.org']) {
      await page.getByLabel('E-mail address').fill(email);
      await page.getByRole('button', { name: 'Create a link' }).press('Enter');
      await until(() => focused(page)).toBe(`Link for ${email}`);
      await page.getByRole('button', { name: `Withdraw the invitation of ${email}` }).waitFor();
    }
    const withdraw = page.getByRole('button', { name: /^Withdraw the invitation/ });
    const [first, second] = await withdraw.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    await page.getByRole('button', { name: first ?? '' }).press('Enter');
    await until(() => focused(page)).toBe(second);
    await page.keyboard.press('Enter');
    await until(() => focused(page)).toBe('Team');
  });
});
