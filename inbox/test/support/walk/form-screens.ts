import type { Page } from 'playwright-core';
import { chooseCurrency, clearStudio, openPart, settingsLink } from '../form-editor.ts';
import type { InboxPageStage } from '../stage.ts';
import { press, type Screen } from './screen.ts';

/** Screens of the editor of an unpublished form. */
export function formScreens(stage: InboxPageStage): readonly Screen[] {
  async function painted(page: Page): Promise<void> {
    await clearStudio(stage);
    await page.goto(`${stage.url}/settings/form`);
    await press(page, 'As a painter');
    await page.frameLocator('.form-frame').getByText('Portrait').first().waitFor();
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
        await page.getByRole('dialog').getByText('What you offer: Portrait added').waitFor();
      },
    },
    {
      name: 'the question before it is left',
      path: '/healthz',
      async reach(page) {
        await painted(page);
        await page.getByLabel('Title', { exact: true }).fill('Lindenhof');
        await settingsLink(page).click();
        await page.getByRole('dialog', { name: 'Leave without publishing?' }).waitFor();
      },
    },
    {
      name: 'the list of the offer, with a price and a currency to choose',
      path: '/healthz',
      async reach(page) {
        await painted(page);
        const types = await openPart(page, 'What you offer');
        await press(page, 'Portrait');
        await types.getByRole('textbox', { name: 'Price' }).first().fill('120');
        await types.getByRole('button', { name: 'Currency' }).first().click();
        await page.getByRole('dialog').getByRole('button', { name: 'EUR' }).waitFor();
      },
    },
    // The last ones, because the browser keeps changes that cannot be saved.
    {
      name: 'a price that cannot be read',
      path: '/healthz',
      async reach(page) {
        await painted(page);
        const types = await openPart(page, 'What you offer');
        await press(page, 'Portrait');
        const price = types.getByRole('textbox', { name: 'Price' }).first();
        await price.fill('120');
        await chooseCurrency(page, 'EUR');
        await price.fill('a lot');
        await types.getByText('Write an amount such as 120').waitFor();
      },
    },
    {
      name: 'a question that depends on another',
      path: '/healthz',
      async reach(page) {
        await painted(page);
        const questions = await openPart(page, 'Questions');
        await questions.getByLabel('What the picture is used for').check();
        await questions.getByRole('button', { name: 'Add a question' }).click();
        await questions.getByLabel('Show only if').last().selectOption({ index: 1 });
        await questions
          .getByText(/Show only if .* is/)
          .first()
          .waitFor();
      },
    },
    {
      name: 'the list of parts with the number of faults',
      path: '/healthz',
      async reach(page) {
        await painted(page);
        const terms = await openPart(page, 'Terms');
        await terms.getByRole('button', { name: 'Add terms' }).click();
        await openPart(page, 'Legal notices');
        await openPart(page, 'Look');
        await page.getByLabel('Colour on the light form').fill('#ffee99');
        await page.getByText(/Too pale to read on white/).waitFor();
        await page.getByRole('link', { name: /Terms 1 thing to correct/ }).waitFor();
      },
    },
  ];
}
