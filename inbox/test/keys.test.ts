import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { twoFrames } from '../../page/test/support/two-frames.ts';
import { keyTable, nameOfKey } from '../src/keys/key-table.ts';
import { holdAnswer } from './support/held-answer.ts';
import { namesIn, rowOf, rows } from './support/rows.ts';
import { type InboxPageStage, inboxOfFile } from './support/stage.ts';

const stage = inboxOfFile();
let ids: string[];

const names = ['One', 'Two', 'Three', 'Four'];

beforeEach(async () => {
  await stage.clear();
  ids = [];
  for (const [index, name] of names.entries()) {
    ids.push(await stage.inbox.store({ name, createdAt: new Date(Date.now() - (index + 1) * 60_000) }));
  }
});

async function openList(options: Parameters<InboxPageStage['open']>[0] = {}): Promise<Page> {
  const { page } = await stage.open(options);
  await rowOf(page, 'Four').waitFor();
  return page;
}

const statusOf = async (index: number) => (await stage.inbox.reader.find(ids[index] ?? ''))?.status;
const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.querySelector('.name')?.textContent);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

const untouched = async () => {
  expect(await Promise.all([0, 1, 2, 3].map(statusOf))).toEqual(['NEW', 'NEW', 'NEW', 'NEW']);
};

describe('the keys of the list', () => {
  it('go down and up by j, k and arrows, open by Enter, tick by x, and clear and lead back by Escape', async () => {
    const page = await openList();
    for (const [key, name] of [
      ['j', 'One'],
      ['j', 'Two'],
      ['k', 'One'],
      ['k', 'One'],
      ['j', 'Two'],
      ['j', 'Three'],
      ['j', 'Four'],
      ['j', 'Four'],
      ['ArrowUp', 'Three'],
      ['ArrowDown', 'Four'],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => focused(page)).toContain(name);
    }
    await page.getByRole('searchbox').focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('button', { name: 'Filter' }).focus();
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toContain('Filter');
    await rows(page).nth(1).getByRole('link').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Two' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toContain('Two');
    expect(new URL(page.url()).pathname).toBe('/');
    for (const key of ['x', 'j', 'x']) await page.keyboard.press(key);
    await page.getByText('2 selected').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(0);
    await expect.poll(() => focused(page)).toContain('Three');
  });

  it('decides as soon as requests are seen, goes to the next, and u takes it back', async () => {
    const page = await openList();
    const session = await holdAnswer(page, '**/api/operator/v1/session', 'GET');
    await page.reload();
    await session.isReady;
    session.release();
    await rowOf(page, 'Four').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('w');
    await rowOf(page, 'One').getByText('Waiting list').waitFor();
    await expect.poll(() => statusOf(0)).toBe('WAITLISTED');
    await expect.poll(async () => (await stage.inbox.reader.find(ids[0] ?? ''))?.unread).toBe(false);
    await expect.poll(() => focused(page)).toContain('Two');
    expect(await namesIn(page)).toEqual(names);
    await page.keyboard.press('u');
    await expect.poll(() => statusOf(0)).toBe('NEW');
    await rowOf(page, 'One').getByText('Waiting list').waitFor({ state: 'detached' });
    await expect.poll(() => focusedName(page)).toBe('One');
    expect(await statusOf(1)).toBe('NEW');
  });

  it('removes at once a request that no longer fits, u brings it back, and after the last the list shows that it is empty', async () => {
    const page = await openList({ path: '/?status=NEW' });
    for (const press of ['j', 'j', 'a']) await page.keyboard.press(press);
    await expect.poll(() => namesIn(page)).toEqual(['One', 'Three', 'Four']);
    await expect.poll(() => focused(page)).toContain('Three');
    await expect.poll(() => statusOf(1)).toBe('ACCEPTED');
    await page.keyboard.press('u');
    await expect.poll(() => namesIn(page)).toEqual(names);
    await expect.poll(() => focusedName(page)).toBe('Two');
    await expect.poll(() => statusOf(1)).toBe('NEW');
    await page.goto(stage.url);
    await rowOf(page, 'Four').waitFor();
    // The request that was read is the last.
    for (const press of ['j', 'j', 'j', 'j', 'd']) await page.keyboard.press(press);
    await expect.poll(() => focusedName(page)).toBe('Four');
    for (const name of ['Three', 'One']) {
      await page.keyboard.press('d');
      await expect.poll(() => focusedName(page)).toBe(name);
    }
    await page.keyboard.press('d');
    await page.getByText('No request is waiting for you.').waitFor();
    await expect.poll(() => Promise.all([0, 1, 2, 3].map(statusOf))).toEqual(names.map(() => 'DECLINED'));
  });

  it('decide by a, w and d about the ticked requests, after a question; cancelling leaves them ticked', async () => {
    const page = await openList();
    const ticked = () => page.locator('.row').getByRole('checkbox', { checked: true }).count();
    for (const key of ['j', 'x', 'j', 'x', 'j', 'd']) await page.keyboard.press(key);
    const question = page.getByRole('dialog', { name: 'Set the status to Declined' });
    await question.getByText('This changes 2 requests').waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect(await ticked()).toBe(2);
    await page.keyboard.press('d');
    await question.getByText('This changes 2 requests').waitFor();
    await page.keyboard.press('Enter');
    await question.getByText('2 requests changed.').waitFor();
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    expect(await ticked()).toBe(0);
    expect(await Promise.all([0, 1, 2, 3].map(statusOf))).toEqual(['DECLINED', 'DECLINED', 'NEW', 'NEW']);
  });

  it('have no effect in a field and while a dialog is open, which shows them all', async () => {
    const page = await openList();
    await page.keyboard.press('j');
    await page.keyboard.press('/');
    const search = page.getByRole('searchbox');
    await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('awdujkx?');
    expect(await search.inputValue()).toBe('awdujkx?');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keyboard' }).click();
    const dialog = page.getByRole('dialog', { name: 'Keyboard' });
    await dialog.waitFor();
    const shown = await dialog.locator('kbd').allTextContents();
    expect(shown.sort()).toEqual(['Ctrl K', ...keyTable.map(({ key }) => nameOfKey(key))].sort());
    for (const key of ['a', 'w', 'd', 'j']) await page.keyboard.press(key);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await untouched();
  });
});

describe('the keys of an open request', () => {
  it('lead to the search by /, where a narrow window shows the request alone', async () => {
    const page = await openList({ viewport: { width: 500, height: 700 } });
    for (const key of ['j', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('heading', { name: 'One', exact: true }).waitFor();
    await page.keyboard.press('/');
    await expect
      .poll(() => page.getByRole('searchbox').evaluate((field) => field === document.activeElement))
      .toBe(true);
  });

  it('are named in the tooltips of the controls, and decide this request, also where others are ticked', async () => {
    const page = await openList();
    for (const key of ['j', 'x', 'j', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('heading', { name: 'Two', exact: true }).waitFor();
    const controls = page.locator('.request [aria-keyshortcuts]');
    await expect
      .poll(() =>
        controls.evaluateAll((all) => all.map((one) => /\((.+)\)$/.exec(one.getAttribute('title') ?? '')?.[1])),
      )
      .toEqual(['Esc', 'k', 'j', 'a', 'w', 'd', '!', 'r', 'n']);
    await page.keyboard.press('a');
    await page.getByRole('heading', { name: 'Three', exact: true }).waitFor();
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.waitFor();
    expect(await undo.getAttribute('aria-keyshortcuts')).toBe('u');
    await expect.poll(() => Promise.all([0, 1, 2, 3].map(statusOf))).toEqual(['NEW', 'ACCEPTED', 'NEW', 'NEW']);
    for (const key of ['x', 'w']) await page.keyboard.press(key);
    await page.getByRole('dialog').getByText('This changes 2 requests').waitFor();
  });
});

describe('a key', () => {
  it('is without effect when they are switched off, which lasts', async () => {
    const page = await openList();
    await page.keyboard.press('?');
    await page.getByLabel('Use single letters as shortcuts').uncheck();
    await page.keyboard.press('Escape');
    await page.reload();
    await rowOf(page, 'One').waitFor();
    for (const key of ['j', 'a', '?', '/']) await page.keyboard.press(key);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await untouched();
    await page.getByRole('button', { name: 'Keyboard' }).click();
    await page.getByLabel('Use single letters as shortcuts').check();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // The page accepts keys again after its next paint.
    await twoFrames(page);
    await page.keyboard.press('j');
    await expect.poll(() => focused(page)).toContain('One');
  });
});
