import { beforeEach, describe, expect, it } from 'vitest';
import { languages } from '../../src/platform/language/languages.ts';
import { openPart, storedDraft, untilInField } from './support/form-editor.ts';
import { overflow } from './support/overflow.ts';
import { publishStudio, typesOf } from './support/published-studio.ts';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile({ CATALOGUE_FILE: '' });

// The revisions stay, because a revision with a used number would not reach customers.
beforeEach(async () => {
  await stage.service.pool.query('truncate studio_draft');
  await publishStudio(stage, { title: 'Lindenhof' });
});

const mostEntries = 500;
const mostCharacters = 5000;
/** Takes four bytes in UTF-8, and counts as one character. */
const wide = '🎨';

describe('texts', () => {
  it('have 5,000 characters in each of eleven languages, and no more', async () => {
    const { page } = await stage.open({ role: 'owner', path: '/settings/form' });
    const introduction = page.getByLabel('Introduction', { exact: true });
    const text = (language: string) => `${language} ${wide.repeat(mostCharacters - language.length - 1)}`;
    await introduction.fill(`${text('en')}!`);
    await page.getByText('1 character too many.').waitFor();
    await introduction.fill(text('en'));
    for (const language of languages.slice(1)) {
      await page.getByLabel('Add a language').selectOption(language);
      await introduction.fill(text(language));
    }
    await page.getByText('Draft saved.').waitFor();
    expect(await overflow(page)).toEqual([]);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('button', { name: 'Publish now' }).click();
    await page.getByText('Everything is published.').waitFor();
    const all = Object.fromEntries(languages.map((language) => [language, text(language)]));
    const served = async () => (await (await fetch(`${stage.service.address}/api/v1/catalogue`)).json()).introduction;
    await until(served).toEqual(all);
    const customer = await page.context().newPage();
    await customer.setViewportSize({ width: 390, height: 800 });
    await customer.goto(stage.service.address);
    await customer.getByText(`en ${wide}`).waitFor();
    expect(await overflow(customer)).toEqual([]);
  });
});

describe('a form with as many entries as there can be', () => {
  it('stays usable, and says why it takes no more entries or no longer texts', async () => {
    const types = typesOf(mostEntries - 1, { en: 'A description.', de: 'Eine Beschreibung.' });
    await publishStudio(stage, { title: 'Lindenhof', types });
    const { page } = await stage.open({ role: 'owner', path: '/settings/form' });
    await page.frameLocator('.form-frame').getByText('Type 498').first().waitFor();
    const introduction = page.getByLabel('Introduction', { exact: true });
    await page.route('**/studio/draft', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 413 }) : route.fallback(),
    );
    await introduction.fill('Long');
    const sentence = page.getByText('The form is too large: all its texts together may have 1 MB.');
    await sentence.waitFor();
    await page.unroute('**/studio/draft');
    await introduction.fill('Short');
    await page.getByText('Draft saved.').waitFor();
    expect(await sentence.count()).toBe(0);
    const part = await openPart(page, 'What you offer');
    await part.getByRole('button', { name: 'Add a type' }).click();
    await untilInField(page);
    await page.keyboard.type('The last one');
    await until(async () => (await storedDraft(stage))?.types.at(-1)?.name.en).toBe('The last one');
    await part.getByText('There can be 500 at most.').waitFor();
    expect(await part.getByRole('button', { name: 'Add a type' }).count()).toBe(0);
    expect(await part.getByRole('button', { name: 'Duplicate The last one' }).count()).toBe(0);
    await part.getByRole('button', { name: 'Remove The last one' }).click();
    await part.getByRole('button', { name: 'Add a type' }).waitFor();
    expect(await overflow(page)).toEqual([]);
  });
});
