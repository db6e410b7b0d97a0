import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../../page/test/support/axe.ts';
import { fillDemo } from './support/demo.ts';
import { overflow } from './support/overflow.ts';
import { type InboxPageStage, setInboxStage } from './support/stage.ts';

let stage: InboxPageStage;
let ids: readonly string[];

beforeAll(async () => {
  stage = await setInboxStage();
  ids = await fillDemo(stage, 1);
});

afterAll(() => stage.close());

const list = (page: Page) => page.locator('.row').first().waitFor();

/** Functions that bring the page into each state. */
const states: readonly [string, (page: Page) => Promise<unknown>][] = [
  ['with a list', list],
  [
    'with a row focused and one ticked',
    async (page) => {
      await list(page);
      for (const key of ['j', 'x', 'j']) await page.keyboard.press(key);
    },
  ],
  [
    'with the keys',
    async (page) => {
      await list(page);
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  ],
  [
    'with the saved views',
    async (page) => {
      await list(page);
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByLabel('Save this view').waitFor();
    },
  ],
  [
    'with the account menu',
    async (page) => {
      await list(page);
      await page.getByRole('button', { name: /^Account/ }).click();
      await page.getByRole('button', { name: 'Sign out' }).waitFor();
    },
  ],
  [
    'with nothing that fits',
    async (page) => {
      await page.goto(`${stage.url}/?status=SPAM&unread=true`);
      await page.getByText('No request matches').waitFor();
    },
  ],
  [
    'while it loads',
    async (page) => {
      await page.route('**/requests?*', () => {});
      await page.reload();
      await page.locator('.coming').waitFor();
    },
  ],
  [
    'failed',
    async (page) => {
      await page.route('**/requests?*', (route) => route.abort());
      await page.reload();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    },
  ],
  [
    'without a connection, after a decision',
    async (page) => {
      await list(page);
      await page.context().setOffline(true);
      await page.keyboard.press('j');
      await page.keyboard.press('a');
      await page.locator('.toast.bad').waitFor();
    },
  ],
  [
    'with a conflict',
    async (page) => {
      await list(page);
      await page.route('**/requests/*', async (route) => {
        if (route.request().method() !== 'PATCH') return route.continue();
        const { id } = /requests\/(?<id>[^/?]+)/.exec(route.request().url())?.groups ?? {};
        const current = { ...(await stage.inbox.reader.find(id ?? '')), status: 'DECLINED', version: 99 };
        return route.fulfill({
          status: 412,
          contentType: 'application/problem+json',
          body: JSON.stringify({ type: 'urn:commissions:problem:version-conflict', status: 412, current }),
        });
      });
      await page.keyboard.press('j');
      await page.keyboard.press('a');
      await page.getByRole('dialog', { name: 'The request was changed meanwhile' }).waitFor();
    },
  ],
  [
    'signed out',
    async (page) => {
      await page.route('**/api/operator/v1/session', (route) =>
        route.fulfill({
          status: 401,
          contentType: 'application/problem+json',
          body: '{"type":"urn:commissions:problem:unauthenticated","status":401}',
        }),
      );
      await page.reload();
      await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    },
  ],
  [
    'with a request open',
    async (page) => {
      await page.goto(`${stage.url}/requests/${ids[1]}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
    },
  ],
  [
    'at an address that leads nowhere',
    async (page) => {
      await page.goto(`${stage.url}/settings/none/at/all`);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    },
  ],
];

describe.each(states)('the page %s', (_name, reach) => {
  it('has no violations, light and wide, dark and narrow, and fits 320 pixels', async () => {
    const { page } = await stage.open({ viewport: { width: 1440, height: 900 } });
    await reach(page);
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toEqual([]);
    await page.context().close();
  });
});

describe('every language', () => {
  it.each(['en', 'de', 'es', 'ja'])('has no violations in %s, and fits 320 pixels', async (locale) => {
    const { page } = await stage.open({ locale, viewport: { width: 320, height: 640 } });
    await list(page);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale);
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toEqual([]);
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toEqual([]);
    await page.context().close();
  });

  it('is chosen in the account menu, and stays', async () => {
    const { page } = await stage.open();
    await list(page);
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByLabel('Language').selectOption('de');
    await page.getByRole('link', { name: 'Eingang' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Eingang' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
    await page.context().close();
  });
});
