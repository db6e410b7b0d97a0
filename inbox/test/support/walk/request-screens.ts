import type { Page } from 'playwright-core';
import { openField } from '../composer.ts';
import { inDialog, press, type Screen } from './screen.ts';
import type { WalkedData } from './walked-data.ts';

const shown = (page: Page) => page.locator('article.request').waitFor();

export const requestScreens = ({ full }: WalkedData): readonly Screen[] => [
  {
    name: 'a request with everything',
    path: `/requests/${full}`,
    async reach(page) {
      await page.locator('.timeline .change').nth(2).waitFor();
      await page.locator('.details').first().waitFor();
      await page.locator('.folded summary').last().click();
      await page.locator('.details-proofs summary').click();
    },
  },
  {
    name: 'a request with something written',
    path: `/requests/${full}`,
    async reach(page) {
      await (await openField(page, 'Message on the status page')).fill('Later');
      await (await openField(page, 'Write to the customer')).fill('Which frame?');
      await (await openField(page, 'New note')).fill('x'.repeat(20_001));
      await page.locator('.labels input').fill('a,b');
      await page.locator('.labels input').press('Enter');
      await page.locator('.fault').first().waitFor();
    },
  },
  {
    name: 'a reply with its templates',
    path: `/requests/${full}`,
    async reach(page) {
      await openField(page, 'Write to the customer');
      await page.getByLabel('Templates').selectOption({ label: 'A question' });
    },
  },
];

export const otherScreens = ({ full, held }: WalkedData): readonly Screen[] => [
  {
    name: 'a request that the guard holds',
    path: `/requests/${held}`,
    async reach(page) {
      await page.locator('.held-notice').waitFor();
      await press(page, 'Block…');
    },
  },
  {
    name: 'a request that does not exist',
    path: '/requests/01900000-0000-7000-8000-000000000000',
    reach: (page) => page.getByText('no longer exists').waitFor(),
  },
  {
    name: 'a request that failed',
    path: `/requests/${full}`,
    async reach(page) {
      await shown(page);
      await page.route('**/v1/requests**', (route) => route.abort());
      await page.reload();
      await page.getByRole('button', { name: 'Try again' }).first().waitFor();
    },
  },
  {
    name: 'the board with a menu',
    path: '/board',
    async reach(page) {
      await page.locator('.board-slots li').first().waitFor();
      await page.locator('.board-card .move').first().click();
      await page.locator('.menu:popover-open button').first().waitFor();
    },
  },
  {
    name: 'the held requests, all ticked',
    path: '/held',
    async reach(page) {
      await page.locator('.held-list > li').first().waitFor();
      await page.getByRole('checkbox', { name: 'Select all' }).check();
    },
  },
];

export const requestDialogs = ({ full }: WalkedData): readonly Screen[] => [
  {
    name: 'an address of a stranger',
    path: `/requests/${full}`,
    async reach(page) {
      await page.locator('.address').first().click();
      await inDialog(page);
    },
  },
  {
    name: 'a picture at large, with the words of the customer',
    path: `/requests/${full}`,
    async reach(page) {
      await page.locator('.picture-strip .frame').first().click();
      await inDialog(page);
      await page.keyboard.press('i');
      await page.getByRole('dialog').getByText('Two cats, in oil').first().waitFor();
    },
  },
  {
    name: 'a file without a preview',
    path: `/requests/${full}`,
    async reach(page) {
      await page.locator('.picture-strip .frame').last().click();
      await inDialog(page);
    },
  },
  {
    name: 'the status link',
    path: `/requests/${full}`,
    async reach(page) {
      await press(page, 'Link to the status page');
      await page.locator('.secret').waitFor();
    },
  },
  {
    name: 'an erasure',
    path: `/requests/${full}`,
    async reach(page) {
      await press(page, 'Erase this request');
      await page.getByLabel('to confirm').waitFor();
    },
  },
  {
    name: 'a delivery',
    path: `/requests/${full}`,
    async reach(page) {
      await page.getByText(/^Deliveries \(/).click();
      await page.locator('.deliveries .opens').last().click();
      await page.getByRole('dialog').locator('.attempts').waitFor();
    },
  },
];
