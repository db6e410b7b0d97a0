import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { languages } from '../../src/platform/language/languages.ts';
import { clearStudio, partOf, publishedStudio, storedDraft } from './support/form-editor.ts';
import { overflow } from './support/overflow.ts';
import { publishStudio, typesOf } from './support/published-studio.ts';
import { type InboxPageStage, setInboxStage } from './support/stage.ts';
import { until } from './support/until.ts';
import { untilInField } from './support/until-in-field.ts';

let stage: InboxPageStage;

beforeAll(async () => {
  stage = await setInboxStage({ CATALOGUE_FILE: '' });
});

afterAll(() => stage.close());

beforeEach(() => clearStudio(stage));

const mostEntries = 500;
const mostCharacters = 5000;
/** Takes four bytes in UTF-8, and counts as one character. */
const wide = '🎨';

describe('texts', () => {
  // The first test: a revision of the same number as one before would not reach the page.
  it('have 5,000 characters in each of eleven languages, and no more', async () => {
    const { page, faults } = await stage.open({ role: 'owner', path: '/settings/form' });
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
    const all = Object.fromEntries(languages.map((language) => [language, text(language)]));
    await until(async () => (await storedDraft(stage))?.introduction).toEqual(all);
    const last = languages.at(-1) ?? '';
    await page.frameLocator('.form-frame').getByText(`${last} ${wide}`).waitFor();
    expect(await overflow(page)).toEqual([]);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('button', { name: 'Publish now' }).click();
    await page.getByText('Everything is published.').waitFor();
    expect((await publishedStudio(stage))?.introduction).toEqual(all);
    const served = async () => (await (await fetch(`${stage.service.address}/api/v1/catalogue`)).json()).introduction;
    await until(served).toEqual(all);
    const customer = await stage.browser.newPage({ locale: 'ar', viewport: { width: 390, height: 800 } });
    await customer.goto(stage.service.address);
    await customer.getByText(`ar ${wide}`).waitFor();
    expect(await overflow(customer)).toEqual([]);
    await customer.close();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('say together that they are too large, and are saved when they are shorter', async () => {
    const long = 'x'.repeat(mostCharacters);
    await publishStudio(stage, { title: 'Lindenhof', types: typesOf(102, { en: long, de: long }) });
    const { page, faults } = await stage.open({ role: 'owner', path: '/settings/form' });
    const introduction = page.getByLabel('Introduction', { exact: true });
    await introduction.fill(wide.repeat(mostCharacters));
    const sentence = page.getByText('The form is too large: all its texts together may have 1 MB.');
    await sentence.waitFor();
    await page.getByText('Not saved: something has to be corrected first.').waitFor();
    await introduction.fill('Short');
    await page.getByText('Draft saved.').waitFor();
    expect(await sentence.count()).toBe(0);
    expect((await storedDraft(stage))?.introduction).toEqual({ en: 'Short' });
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

describe('a form with as many entries as there can be', () => {
  it('stays usable, and says why it takes no more', async () => {
    const description = { en: 'A description. '.repeat(20), de: 'Eine Beschreibung. '.repeat(20) };
    await publishStudio(stage, { title: 'Lindenhof', types: typesOf(mostEntries - 1, description) });
    const { page, faults } = await stage.open({ role: 'owner', path: '/settings/form' });
    const types = partOf(page, 'What you offer');
    await page.frameLocator('.form-frame').getByText('Type 498').first().waitFor();
    await types.getByRole('button', { name: 'Add a type' }).click();
    await untilInField(page);
    await page.keyboard.type('The last one');
    await until(async () => (await storedDraft(stage))?.types.at(-1)?.name.en).toBe('The last one');
    await types.getByText('There can be 500 at most.').waitFor();
    expect(await types.getByRole('button', { name: 'Add a type' }).count()).toBe(0);
    expect(await types.getByRole('button', { name: 'Duplicate The last one' }).count()).toBe(0);
    await types.getByRole('button', { name: 'Remove The last one' }).click();
    await types.getByRole('button', { name: 'Add a type' }).waitFor();
    expect(await overflow(page)).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
