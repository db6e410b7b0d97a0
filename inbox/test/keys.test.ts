import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keyTable, nameOfKey } from '../src/keys/key-table.ts';
import { namesIn, rowOf } from './support/rows.ts';
import { type InboxPageStage, setInboxStage } from './support/stage.ts';

let stage: InboxPageStage;
let ids: string[];

beforeAll(async () => {
  stage = await setInboxStage();
});

afterAll(() => stage.close());

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

describe('the keys of the list', () => {
  it('go down and up by j and k, and stop at the ends', async () => {
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
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => focused(page)).toContain(name);
    }
    await page.context().close();
  });

  it('arrows go down and up, where they do not belong to something else', async () => {
    const page = await openList();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focused(page)).toContain('One');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focused(page)).toContain('Two');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => focused(page)).toContain('One');
    await page.getByRole('searchbox').focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('button', { name: 'Filter' }).focus();
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toContain('Filter');
    await page.context().close();
  });

  it('decides as soon as requests are seen, also where it is known late who is signed in', async () => {
    const page = await openList();
    await page.route('**/api/operator/v1/session', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await route.continue();
    });
    await page.reload();
    await rowOf(page, 'Four').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    await expect.poll(() => statusOf(0)).toBe('ACCEPTED');
    await page.context().close();
  });

  it.each([
    ['a', 'ACCEPTED', 'Accepted'],
    ['w', 'WAITLISTED', 'Waiting list'],
  ])('decides: %s gives the status %s, goes to the next, and u takes it back', async (key, status, name) => {
    const page = await openList();
    await page.keyboard.press('j');
    await page.keyboard.press(key);
    await rowOf(page, 'One').getByText(name).waitFor();
    await expect.poll(() => statusOf(0)).toBe(status);
    await expect.poll(async () => (await stage.inbox.reader.find(ids[0] ?? ''))?.unread).toBe(false);
    await expect.poll(() => focused(page)).toContain('Two');
    expect(await namesIn(page)).toEqual(names);
    await page.keyboard.press('u');
    await expect.poll(() => statusOf(0)).toBe('NEW');
    await rowOf(page, 'One').getByText(name).waitFor({ state: 'detached' });
    await expect.poll(() => focusedName(page)).toBe('One');
    expect(await statusOf(1)).toBe('NEW');
    await page.context().close();
  });

  it.each([
    ['d', '/', 'DECLINED'],
    ['a', '/?status=NEW', 'ACCEPTED'],
  ])(
    'takes from the list at once what %s decides at %s, and u brings it back to its place',
    async (key, path, status) => {
      const page = await openList({ path });
      for (const press of ['j', 'j', key]) await page.keyboard.press(press);
      await expect.poll(() => namesIn(page)).toEqual(['One', 'Three', 'Four']);
      await expect.poll(() => focused(page)).toContain('Three');
      expect(await namesIn(page)).toEqual(['One', 'Three', 'Four']);
      await expect.poll(() => statusOf(1)).toBe(status);
      await page.keyboard.press('u');
      await expect.poll(() => namesIn(page)).toEqual(names);
      await expect.poll(() => focusedName(page)).toBe('Two');
      await expect.poll(() => statusOf(1)).toBe('NEW');
      await page.context().close();
    },
  );

  it('goes up from the last row that leaves, and on to what says that none is left', async () => {
    const page = await openList();
    for (const press of ['j', 'j', 'j', 'j', 'd']) await page.keyboard.press(press);
    await expect.poll(() => focusedName(page)).toBe('Three');
    for (const name of ['Two', 'One']) {
      await page.keyboard.press('d');
      await expect.poll(() => focusedName(page)).toBe(name);
    }
    await page.keyboard.press('d');
    await page.getByText('No request is waiting for you.').waitFor();
    await expect.poll(() => Promise.all([0, 1, 2, 3].map(statusOf))).toEqual(names.map(() => 'DECLINED'));
    await page.context().close();
  });

  it('open by Enter, and lead back to the row by Escape', async () => {
    const page = await openList();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Two' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toContain('Two');
    expect(new URL(page.url()).pathname).toBe('/');
    await page.context().close();
  });

  it('press a button by Enter', async () => {
    const page = await openList();
    await page.keyboard.press('j');
    await page.getByRole('button', { name: 'Filter' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('With files').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.context().close();
  });

  it('tick by x, and go to the search by /', async () => {
    const page = await openList();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    expect(await rowOf(page, 'One').getByRole('checkbox').isChecked()).toBe(true);
    await page.keyboard.press('/');
    await expect
      .poll(() => page.getByRole('searchbox').evaluate((field) => field === document.activeElement))
      .toBe(true);
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    await page.context().close();
  });

  it('decide by a, w and d about those that are ticked, after a question; what is cancelled leaves them ticked', async () => {
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
    await page.context().close();
  });

  it('clear the selection by Escape', async () => {
    const page = await openList();
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await page.getByText('2 selected').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(0);
    await expect.poll(() => focused(page)).toContain('Two');
    await page.context().close();
  });

  it('show every key of the table by ?, and Escape closes it', async () => {
    const page = await openList();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard' });
    await dialog.waitFor();
    const shown = await dialog.locator('kbd').allTextContents();
    expect(shown.sort()).toEqual(['Ctrl K', ...keyTable.map(({ key }) => nameOfKey(key))].sort());
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.context().close();
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
    await page.context().close();
  });

  it('decide this request by a, also where others are ticked', async () => {
    const page = await openList();
    for (const key of ['j', 'x', 'j', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('heading', { name: 'Two', exact: true }).waitFor();
    await page.keyboard.press('a');
    await page.getByRole('heading', { name: 'Three', exact: true }).waitFor();
    await expect.poll(() => Promise.all([0, 1, 2, 3].map(statusOf))).toEqual(['NEW', 'ACCEPTED', 'NEW', 'NEW']);
    for (const key of ['x', 'w']) await page.keyboard.press(key);
    await page.getByRole('dialog').getByText('This changes 2 requests').waitFor();
    await page.context().close();
  });

  it('go through the list by j, k and decisions as ten requests in a row ask for', async () => {
    const page = await openList();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    for (const [name, key] of [
      ['One', 'a'],
      ['Two', 'w'],
      ['Three', 'd'],
    ] as const) {
      await page.getByRole('heading', { name, exact: true }).waitFor();
      await page.keyboard.press(key);
    }
    await page.getByRole('heading', { name: 'Four', exact: true }).waitFor();
    await expect
      .poll(() => Promise.all([0, 1, 2, 3].map(statusOf)))
      .toEqual(['ACCEPTED', 'WAITLISTED', 'DECLINED', 'NEW']);
    for (const undone of ['Three', 'Two', 'One']) {
      await page.keyboard.press('u');
      await page.getByText(`Undone: ${undone} is back to New.`).first().waitFor({ state: 'attached' });
      const told = page.locator('.toast').filter({ has: page.getByRole('button', { name: 'Undo' }) });
      await expect.poll(() => told.filter({ hasText: undone }).count()).toBe(0);
    }
    await expect.poll(() => Promise.all([0, 1, 2, 3].map(statusOf))).toEqual(['NEW', 'NEW', 'NEW', 'NEW']);
    await page.context().close();
  });
});

describe('a key', () => {
  it('is told by the tooltip of the control that does the same', async () => {
    const page = await openList();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'One' }).waitFor();
    const controls = page.locator('.request [aria-keyshortcuts]');
    await expect
      .poll(() =>
        controls.evaluateAll((all) => all.map((one) => /\((.+)\)$/.exec(one.getAttribute('title') ?? '')?.[1])),
      )
      .toEqual(['Esc', 'k', 'j', 'a', 'w', 'd', '!', 'r', 'n']);
    await page.keyboard.press('a');
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.waitFor();
    expect(await undo.getAttribute('aria-keyshortcuts')).toBe('u');
    await page.context().close();
  });

  const untouched = async () => {
    expect(await Promise.all([0, 1, 2, 3].map(statusOf))).toEqual(['NEW', 'NEW', 'NEW', 'NEW']);
  };

  it.each(['Control', 'Alt', 'Meta', 'Shift'])('is without effect with %s', async (modifier) => {
    const page = await openList();
    await page.keyboard.press('j');
    for (const key of ['a', 'w', 'd', 'u', 'x']) {
      await page.evaluate(
        ([name = '', letter = '']) =>
          document.activeElement?.dispatchEvent(
            new KeyboardEvent('keydown', {
              key: name === 'Shift' ? letter.toUpperCase() : letter,
              bubbles: true,
              [`${name === 'Control' ? 'ctrl' : name.toLowerCase()}Key`]: true,
            }),
          ),
        [modifier, key],
      );
    }
    await page.keyboard.press('j');
    await expect.poll(() => focused(page)).toContain('Two');
    await untouched();
    await page.context().close();
  });

  it('is without effect in a field', async () => {
    const page = await openList();
    await page.keyboard.press('j');
    await page.getByRole('searchbox').focus();
    await page.keyboard.type('awdujkx?');
    expect(await page.getByRole('searchbox').inputValue()).toBe('awdujkx?');
    await untouched();
    await page.context().close();
  });

  it('is without effect a second time while they are held down', async () => {
    const page = await openList();
    await page.keyboard.press('j');
    await page.keyboard.down('a');
    for (let repeat = 0; repeat < 5; repeat += 1) await page.keyboard.down('a');
    await page.keyboard.up('a');
    await expect.poll(() => statusOf(0)).toBe('ACCEPTED');
    await rowOf(page, 'One').getByText('Accepted').waitFor();
    expect(await Promise.all([1, 2, 3].map(statusOf))).toEqual(['NEW', 'NEW', 'NEW']);
    await page.context().close();
  });

  it('is without effect while a dialog is open', async () => {
    const page = await openList();
    await page.keyboard.press('j');
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    for (const key of ['a', 'w', 'd', 'j']) await page.keyboard.press(key);
    await page.keyboard.press('Escape');
    await untouched();
    await page.context().close();
  });

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
    await page.waitForTimeout(200);
    await page.keyboard.press('j');
    await expect.poll(() => focused(page)).toContain('One');
    await page.context().close();
  });

  it('is without effect for a viewer where they change something', async () => {
    const page = await openList({ role: 'viewer' });
    await page.keyboard.press('j');
    for (const key of ['a', 'w', 'd', 'x', 'u']) await page.keyboard.press(key);
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await page.keyboard.press('j');
    await expect.poll(() => focused(page)).toContain('Two');
    await untouched();
    await page.context().close();
  });
});
