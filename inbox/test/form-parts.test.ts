import { beforeEach, describe, expect, it } from 'vitest';
import { violations } from '../../page/test/support/axe.ts';
import { picture } from '../../test/pictures/pictures.ts';
import {
  chooseCurrency,
  clearStudio,
  openPart,
  publishedStudio,
  storedDraft,
  untilInField,
} from './support/form-editor.ts';
import { publishStudio } from './support/published-studio.ts';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile({ CATALOGUE_FILE: '' });

beforeEach(async () => {
  await clearStudio(stage);
  await stage.clear();
});

const openForm = () => stage.open({ role: 'owner', path: '/settings/form' });

async function openPainter() {
  const opened = await openForm();
  await opened.page.getByRole('button', { name: 'As a painter' }).click();
  await opened.page.frameLocator('.form-frame').getByText('Portrait').first().waitFor();
  return opened;
}

describe('the questions of the form', () => {
  const questions = async () => (await storedDraft(stage))?.questions;

  it('are ready ones, which keep their words while they are off, and own ones, which depend on an answer', async () => {
    const { page } = await openPainter();
    const part = await openPart(page, 'Questions');
    const licence = part.getByLabel('What the picture is used for');
    await licence.check();
    await until(async () => (await questions())?.map(({ id }) => id)).toEqual(['licence']);
    expect((await questions())?.[0]?.options.map(({ id }) => id)).toEqual(['personal', 'commercial', 'ask']);
    await licence.uncheck();
    await until(async () => (await questions())?.[0]?.hidden).toBe(true);

    await part.getByRole('button', { name: 'Add a question' }).click();
    await untilInField(page);
    await page.keyboard.type('Do you need it framed?');
    await part.getByLabel('Answered with').selectOption('yes-no');
    const framed = part.getByRole('button', { name: 'Do you need it framed?', exact: true });
    await framed.click();
    await part.getByRole('button', { name: 'Add a question' }).click();
    await untilInField(page);
    await page.keyboard.type('Which wood?');
    await part.getByLabel('Answered with').selectOption('choice');
    await part.getByLabel('Show only if').selectOption('Do you need it framed?');
    await part.getByLabel('is', { exact: true }).selectOption('No');
    await part.getByText('Show only if Do you need it framed? is No').waitFor();
    await part.getByLabel('is', { exact: true }).selectOption('Yes');
    await part.getByLabel('Portrait').check();
    await until(async () => (await questions())?.[2]?.types.length).toBe(1);
    const [, first, second] = (await questions()) ?? [];
    expect(second?.when).toMatchObject({ question: first?.id, is: true });
    expect(second?.options).toHaveLength(1);
    await framed.click();
    await part.getByRole('button', { name: 'Remove Do you need it framed?' }).click();
    await part.getByText('It depends on an answer that is gone.').waitFor();
  });
});

describe('the offer', () => {
  it('has prices in the currency, percentages for extras, pictures and a logo, and shows them in its lines', async () => {
    const { page } = await openPainter();
    const types = await openPart(page, 'What you offer');
    await page.getByRole('button', { name: 'Portrait', exact: true }).click();
    const amount = types.getByRole('textbox', { name: 'Price' }).first();
    await amount.fill('100');
    await types.getByText('Choose the currency. Until then customers see no prices.').waitFor();
    await chooseCurrency(page, 'EUR');
    await types.getByText('€100', { exact: true }).waitFor();
    await amount.fill('a lot');
    await types.getByText('Write an amount such as 120 or 120.50.').waitFor();
    await amount.fill('1.500');
    await types.getByText('Please write 1500 or 1.50, whichever you mean.').waitFor();
    await amount.fill('120,5');
    await types.getByLabel('Starting price').check();
    await types.getByText('from €120.50', { exact: true }).waitFor();
    const extras = await openPart(page, 'Extras');
    await page.getByRole('button', { name: 'Frame', exact: true }).click();
    await extras.getByRole('button', { name: 'Percentage' }).click();
    for (const typed of ['0', '12.5', '2000']) {
      await extras.getByLabel('Percentage').fill(typed);
      await extras.getByText('Write a whole number from 1 to 1,000.').waitFor();
      expect(await extras.getByLabel('Percentage').inputValue()).toBe(typed);
    }
    await extras.getByLabel('Percentage').fill('15');
    await extras.getByText('+15%', { exact: true }).waitFor();
    await extras.getByRole('button', { name: 'Add an extra' }).click();
    await untilInField(page);
    await page.keyboard.type('Gold leaf');
    await extras.getByRole('button', { name: 'Percentage' }).last().click();
    await extras.getByLabel('Percentage').last().fill('10');
    await until(async () => (await storedDraft(stage))?.extras[0]?.percent).toBe(15);
    await until(async () => (await storedDraft(stage))?.extras.slice(2)).toMatchObject([
      { name: { en: 'Gold leaf' }, price: null, percent: 10, hidden: false },
    ]);
    expect((await storedDraft(stage))?.types[0]?.price).toEqual({ amount: 12050, from: true, per: null });

    await openPart(page, 'What you offer');
    await page.getByRole('button', { name: 'Portrait', exact: true }).click();
    await chooseCurrency(page, 'JPY');
    await page.getByText('Some prices cannot stay as they are written: 120.50 becomes 121.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Currency: EUR' }).first().waitFor();
    await amount.fill('120');
    await chooseCurrency(page, 'JPY');
    await until(async () => (await storedDraft(stage))?.types[0]?.price?.amount).toBe(120);
    expect(await amount.inputValue()).toBe('120');

    const cat = { name: 'cat.png', mimeType: 'image/png', buffer: picture('photo.png') };
    const file = types.locator('input[type=file]');
    await file.setInputFiles(cat);
    await types.getByLabel('Description for people who cannot see it').fill('A grey cat');
    await until(async () => (await storedDraft(stage))?.types[0]?.pictures[0]?.alt).toEqual({ en: 'A grey cat' });
    const shown = [
      types.locator('.form-pictures img'),
      types.locator('img.form-thumb'),
      page.frameLocator('.form-frame').locator('.picture img'),
    ];
    for (const image of shown) await until(() => image.evaluate((one) => Object(one).naturalWidth)).toBe(120);
    await file.setInputFiles({ ...cat, buffer: Buffer.from('<svg onload="alert(1)"/>') });
    await types.getByText('This file is no picture that can be shown.').waitFor();
    const look = await openPart(page, 'Look');
    await look.locator('input[type=file]').setInputFiles(cat);
    await until(async () => (await storedDraft(stage))?.logo?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(await violations(page)).toEqual([]);
  });
});

describe('the slots of each type', () => {
  const types = [
    { id: 'portrait', name: { en: 'Portrait', de: 'Porträt' } },
    // Every object has a member of this name.
    { id: 'constructor', name: 'Constructor' },
  ];

  it('are written with their range, saved at once, and seen in the preview with the taken ones', async () => {
    await publishStudio(stage, { types });
    const { store, editor, actor } = stage.inbox;
    const id = await store({ name: 'Ann', typeId: 'portrait' });
    await editor.change(id, 1, { status: 'ACCEPTED', unread: false }, actor);
    const { page } = await stage.open({ role: 'owner', path: '/settings/opening' });
    const numberOf = (name: string) => page.getByRole('textbox', { name, exact: true });
    const save = page.getByRole('button', { name: 'Save', exact: true });
    const opening = async () => (await publishedStudio(stage))?.opening;
    await page.getByLabel('Tell customers how many slots are left').check();
    const slots = numberOf('Portrait Slots');
    const weight = numberOf('Portrait Counts as … slots');
    await slots.fill('1.000');
    await page.getByText('Write a whole number from 0 to 10,000.').waitFor();
    await slots.fill('1,000');
    await weight.fill('11');
    await page.getByText('Write a whole number from 1 to 10.').waitFor();
    await slots.fill('1');
    await weight.fill('2');
    await save.click();
    await page.getByText('A request takes more slots than there are').waitFor();
    await slots.fill('6');
    await numberOf('Constructor Slots').fill('0');
    await save.click();
    await until(opening).toMatchObject({
      slots: { byType: { portrait: 6, constructor: 0 } },
      weightByType: { portrait: 2 },
      showSlotsLeft: true,
    });
    await save.waitFor({ state: 'detached' });
    expect(await violations(page)).toEqual([]);
    await weight.fill('');
    await numberOf('Constructor Slots').fill('');
    await save.click();
    await until(opening).toMatchObject({ slots: { byType: { portrait: 6 } }, weightByType: {} });
    await save.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Form', exact: true }).click();
    await page.frameLocator('.form-frame').getByText('Slots left: 5').waitFor();
  });
});
