import type { Page } from 'playwright-core';
import { clearStudio, partOf } from '../form-editor.ts';
import type { InboxPageStage } from '../stage.ts';
import { press, type Screen } from './screen.ts';

/** Screens of the editor of an unpublished form. */
export function formScreens(stage: InboxPageStage): readonly Screen[] {
  async function painted(page: Page): Promise<void> {
    await clearStudio(stage);
    await page.goto(`${stage.url}/settings/form`);
    await press(page, 'As a painter');
    await page.getByRole('button', { name: 'Portrait', exact: true }).waitFor();
  }

  return [
    { name: 'how to begin', path: '/settings/form', reach: (page) => page.locator('.form-start').waitFor() },
    {
      name: 'what is missing in a language from right to left',
      path: '/healthz',
      async reach(page) {
        await painted(page);
        await page.getByLabel('Add a language').selectOption('ar');
        await page.getByRole('button', { name: /العربية.*missing/ }).waitFor();
      },
    },
    {
      name: 'the sheet before it is published',
      path: '/healthz',
      async reach(page) {
        await painted(page);
        await page.getByText('Draft saved.').waitFor();
        await page.getByRole('button', { name: 'Publish', exact: true }).click();
        await page.getByRole('dialog').getByText('Portrait', { exact: true }).waitFor();
      },
    },
    {
      name: 'the question before it is left',
      path: '/healthz',
      async reach(page) {
        await painted(page);
        await page.getByLabel('Title', { exact: true }).fill('Lindenhof');
        await page.getByRole('link', { name: 'Your account' }).click();
        await page.getByRole('dialog', { name: 'Leave without publishing?' }).waitFor();
      },
    },
    // The last, because the browser keeps changes that cannot be saved.
    {
      name: 'every part unfolded, with faults',
      path: '/healthz',
      async reach(page) {
        await painted(page);
        await page.getByLabel('Currency').selectOption('EUR');
        await press(page, 'Portrait');
        for (const name of ['Look', 'Terms', 'Legal notices']) {
          await page.getByRole('button', { name, exact: true }).click();
        }
        await partOf(page, 'Questions').getByRole('button', { name: 'Add a question' }).click();
        await partOf(page, 'Terms').getByRole('button', { name: 'Add terms' }).click();
        await partOf(page, 'What you offer').getByLabel('Kind of price').first().selectOption('amount');
        await partOf(page, 'What you offer').getByLabel('Amount in EUR').fill('a lot');
        await page.getByLabel('Colour on the light form').fill('#ffee99');
        await page.getByText(/Too pale to read on white/).waitFor();
      },
    },
  ];
}
