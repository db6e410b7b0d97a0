import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smallPicture } from '../../page/test/support/files.ts';
import { type InboxPageStage, setInboxStage } from './support/stage.ts';

let stage: InboxPageStage;
let id: string;

beforeAll(async () => {
  stage = await setInboxStage({ PUBLIC_URL: 'https://studio.example/' });
  id = await stage.submit({
    payload: { customerName: 'Zoë', extraIds: ['frame', 'of another time'] },
    files: [{ name: 'a.png', type: 'image/png', content: smallPicture }],
  });
});

afterAll(() => stage.close());

/** Returns the levels of the headings that are shown, of the topmost dialog if one is open. */
const levels = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() => {
    const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
    return [...place.querySelectorAll('h1, h2, h3, h4, h5, h6')]
      .filter((heading) => heading.checkVisibility())
      .map(({ tagName }) => Number(tagName.slice(1)));
  });

/** Returns each pair of headings between which a level is left out. */
const skips = (all: readonly number[]) => all.filter((level, at) => level > (all[at - 1] ?? level) + 1);

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

const screens: readonly [name: string, path: () => string, ready: (page: Page) => Promise<unknown>][] = [
  ['the list', () => '/', (page) => page.locator('.row').first().waitFor()],
  [
    'the list that failed',
    () => '/',
    async (page) => {
      await page.route('**/requests?*', (route) => route.abort());
      await page.reload();
      await button(page, 'Try again').waitFor();
    },
  ],
  ['a request beside the list', () => `/requests/${id}`, (page) => page.locator('article.request').waitFor()],
  [
    'a request with its status link',
    () => `/requests/${id}`,
    async (page) => {
      await button(page, 'Link to the status page').click();
      await page.locator('.secret').waitFor();
    },
  ],
  [
    'a request that does not exist',
    () => `/requests/${id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}`,
    (page) => page.getByText('no longer exists').waitFor(),
  ],
  [
    'a request that failed',
    () => `/requests/${id}`,
    async (page) => {
      await page.route('**/v1/requests**', (route) => route.abort());
      await page.reload();
      await button(page, 'Try again').waitFor();
    },
  ],
  ['the board', () => '/board', (page) => page.locator('.board-card').first().waitFor()],
  ['an unknown page', () => '/nowhere/at/all', (page) => page.locator('h1').waitFor()],
  ['the account', () => '/settings', (page) => page.getByLabel('New password').waitFor()],
  [
    'people with a link to a new password',
    () => '/settings/people',
    async (page) => {
      await stage.accounts.makeOperator('forgetful@example.org', 'operator').catch(() => {});
      await page.reload();
      await button(page, /^New password for/).click();
      await page.locator('.secret').waitFor();
    },
  ],
  [
    'programs with a new token',
    () => '/settings/tokens',
    async (page) => {
      await page.getByLabel('Name of the program').fill('Accounting');
      await button(page, 'Create the token').click();
      await page.locator('.secret').waitFor();
    },
  ],
  ['channels', () => '/settings/channels', (page) => button(page, 'Add a webhook').waitFor()],
  [
    'a channel with its secret',
    () => '/settings/channels',
    async (page) => {
      await button(page, 'Add a webhook').click();
      await page.getByLabel('URL').fill('https://hooks.example.org/');
      await button(page, 'Add the channel').click();
      await page.locator('.secret').waitFor();
    },
  ],
  ['mails', () => '/settings/mails', (page) => page.locator('h2').first().waitFor()],
  ['activity', () => '/settings/history', (page) => page.locator('.entries, .events, li').first().waitFor()],
];

describe('headings', () => {
  it.each(screens)('have one first level, and leave none out: %s', async (_, path, ready) => {
    const { page } = await stage.open({ role: 'owner', path: path() });
    await ready(page);
    const all = await levels(page);
    expect(all.filter((level) => level === 1)).toEqual([1]);
    expect(skips(all)).toEqual([]);
    await page.context().close();
  });

  it.each(['?', 'p'])('leave out no level in the dialog of the key %s', async (key) => {
    const { page } = await stage.open({ path: `/requests/${id}` });
    await page.locator('article.request').waitFor();
    await page.keyboard.press(key);
    await page.getByRole('dialog').waitFor();
    expect(skips(await levels(page))).toEqual([]);
    await page.context().close();
  });
});

describe('a list of extras', () => {
  it('stands in no element of a line', async () => {
    const { page } = await stage.open({ path: `/requests/${id}` });
    await page.locator('.order dd').first().waitFor();
    expect(await page.locator('.order dd').allInnerTexts()).toEqual(['+ Oak frame', '+ of another time']);
    expect(
      await page.locator(':is(bdi, span, p, a, label, button, h1, h2, h3) :is(ul, ol, dl, p, div, section)').count(),
    ).toBe(0);
    await page.context().close();
  });
});
