import type { Page } from 'playwright-core';
import type { InboxPageStage } from '../stage.ts';
import { inDialog, press, type Screen } from './screen.ts';

const list = (page: Page) => page.locator('.row').first().waitFor();
const keys = async (page: Page, ...names: readonly string[]) => {
  await list(page);
  for (const name of names) await page.keyboard.press(name);
};
const tickAll = async (page: Page) => {
  await list(page);
  await page.locator('.bulk-bar input[type=checkbox]').check();
};
const problem = (status: number, type: string, more = {}) => ({
  status,
  contentType: 'application/problem+json',
  body: JSON.stringify({ type: `urn:commissions:problem:${type}`, status, ...more }),
});

export const listScreens = (stage: InboxPageStage): readonly Screen[] => [
  { name: 'a row with the focus and one ticked', path: '/', reach: (page) => keys(page, 'j', 'x', 'j') },
  {
    name: 'the filters',
    path: '/?sort=oldest',
    async reach(page) {
      await list(page);
      await page.locator('.bar-control.filter').click();
      await page.locator('.answer-filters').waitFor();
    },
  },
  {
    name: 'the saved views',
    path: '/',
    async reach(page) {
      await list(page);
      await press(page, 'Views');
      await page.getByLabel('Save this view').fill('Portraits of pets that wait for an answer since last spring');
      await press(page, 'Save for the studio');
      await page
        .getByRole('button', { name: /^Portraits of pets/, exact: false })
        .first()
        .waitFor();
    },
  },
  {
    name: 'the account menu',
    path: '/',
    async reach(page) {
      await list(page);
      await press(page, /^Account/);
      await page.getByRole('button', { name: 'Sign out' }).waitFor();
    },
  },
  {
    name: 'nothing that fits',
    path: '/?status=SPAM&unread=true',
    reach: (page) => page.getByText('No request matches').waitFor(),
  },
  {
    name: 'while it loads',
    path: '/healthz',
    async reach(page) {
      await page.route('**/requests?*', () => {});
      await page.goto(stage.url);
      await page.locator('.coming').waitFor();
    },
  },
  {
    name: 'the list that failed',
    path: '/healthz',
    async reach(page) {
      await page.route('**/requests?*', (route) => route.abort());
      await page.goto(stage.url);
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    },
  },
  {
    name: 'a decision without a response',
    path: '/',
    async reach(page) {
      await list(page);
      await page.route('**/requests/*', (route) =>
        route.request().method() === 'PATCH' ? route.abort() : route.continue(),
      );
      await keys(page, 'j', 'a');
      await page.locator('.toast.bad').waitFor();
    },
  },
  {
    name: 'a conflict',
    path: '/',
    async reach(page) {
      await list(page);
      await page.route('**/requests/*', async (route) => {
        if (route.request().method() !== 'PATCH') return route.continue();
        const { id = '' } = /requests\/(?<id>[^/?]+)/.exec(route.request().url())?.groups ?? {};
        const current = { ...(await stage.inbox.reader.find(id)), status: 'DECLINED', version: 99 };
        return route.fulfill(problem(412, 'version-conflict', { current }));
      });
      await keys(page, 'j', 'a');
      await page.getByRole('dialog', { name: 'The request was changed meanwhile' }).waitFor();
    },
  },
  {
    name: 'the sign-in dialog',
    path: '/healthz',
    async reach(page) {
      await page.route('**/api/operator/v1/session', (route) => route.fulfill(problem(401, 'unauthenticated')));
      await page.goto(stage.url);
      await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    },
  },
];

export const listDialogs: readonly Screen[] = [
  {
    name: 'the keys',
    path: '/',
    async reach(page) {
      await keys(page, '?');
      await inDialog(page);
    },
  },
  {
    name: 'the command palette',
    path: '/',
    async reach(page) {
      await keys(page, 'Control+k');
      await page.getByRole('combobox', { name: 'Search and commands' }).waitFor();
    },
  },
  {
    name: 'many at once, asking',
    path: '/',
    async reach(page) {
      await tickAll(page);
      await page.locator('.bulk-bar select').selectOption('DECLINED');
      await page.getByRole('dialog').locator('.primary').waitFor();
    },
  },
  {
    name: 'the labels of many at once',
    path: '/',
    async reach(page) {
      await tickAll(page);
      await page.locator('.bulk-bar .bulk-menu button').first().click();
    },
  },
  {
    name: 'the erasure of many',
    path: '/',
    async reach(page) {
      await tickAll(page);
      await press(page, 'Erase…');
      await page.getByLabel('to confirm').waitFor();
    },
  },
  {
    name: 'the waiting list and its order',
    path: '/?status=WAITLISTED&sort=rank',
    async reach(page) {
      await page.locator('.waiting-notice p').first().waitFor();
      await press(page, 'Change the order');
      await page.locator('.order-list li').first().waitFor();
    },
  },
  {
    name: 'the control of the opening, with another day',
    path: '/?status=WAITLISTED',
    async reach(page) {
      await list(page);
      await page.locator('.opening > .side-item').click();
      await page.locator('.opening-words').waitFor();
      await press(page, 'Date…');
    },
  },
  {
    name: 'an unknown page',
    path: '/settings/none/at/all',
    reach: (page) => page.getByText('Page not found').waitFor(),
  },
  {
    // The last, because the browser keeps the choice.
    name: 'the gallery',
    path: '/',
    async reach(page) {
      await list(page);
      await page.getByRole('link', { name: 'Gallery' }).click();
      await page.locator('.tile').first().waitFor();
      await page.keyboard.press('j');
    },
  },
];
