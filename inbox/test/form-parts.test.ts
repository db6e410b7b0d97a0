import { beforeEach, describe, expect, it } from 'vitest';
import { violations } from '../../page/test/support/axe.ts';
import { picture } from '../../test/pictures/pictures.ts';
import { clearStudio, partOf, publishedStudio, storedDraft, untilInField } from './support/form-editor.ts';
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
  await opened.page.getByRole('button', { name: 'Portrait', exact: true }).waitFor();
  return opened;
}

describe('the questions of the form', () => {
  const questions = async () => (await storedDraft(stage))?.questions;

  it('are ready ones, which keep their words while they are off, and own ones, which depend on an answer', async () => {
    const { page } = await openPainter();
    const part = partOf(page, 'Questions');
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
    await part.getByLabel('Asked', { exact: true }).selectOption({ label: 'Do you need it framed?: Yes' });
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
  it('has prices in the currency, shares of the price for extras, pictures and a logo', async () => {
    const { page } = await openPainter();
    await page.getByLabel('Currency').selectOption('EUR');
    await page.getByRole('button', { name: 'Portrait', exact: true }).click();
    const types = partOf(page, 'What you offer');
    await types.getByLabel('Kind of price').first().selectOption('amount');
    const amount = types.getByLabel('Amount in EUR');
    await amount.fill('a lot');
    await types.getByText('Write an amount such as 120 or 120.50.').waitFor();
    await amount.fill('1.500');
    await types.getByText('Please write 1500 or 1.50, whichever you mean.').waitFor();
    await amount.fill('120,5');
    await types.getByLabel(/the least that it costs/).check();
    await page.getByRole('button', { name: 'Frame', exact: true }).click();
    const extras = partOf(page, 'Extras');
    await extras.getByLabel('Kind of price').selectOption('percent');
    for (const typed of ['', '0', '12.5', '2000']) {
      await extras.getByLabel('Per cent').fill(typed);
      await extras.getByText('Write a whole number from 1 to 1,000.').waitFor();
      expect(await extras.getByLabel('Per cent').inputValue()).toBe(typed);
    }
    await extras.getByLabel('Per cent').fill('15');
    await extras.getByRole('button', { name: 'Add an extra' }).click();
    await untilInField(page);
    await page.keyboard.type('Gold leaf');
    await extras.getByLabel('Kind of price').last().selectOption('percent');
    await until(async () => (await storedDraft(stage))?.extras[0]?.percent).toBe(15);
    await until(async () => (await storedDraft(stage))?.extras.slice(2)).toMatchObject([
      { name: { en: 'Gold leaf' }, price: null, percent: 10, hidden: false },
    ]);
    expect((await storedDraft(stage))?.types[0]?.price).toEqual({ amount: 12050, from: true, per: null });

    const currency = page.getByLabel('Currency', { exact: true });
    await currency.selectOption('JPY');
    await page.getByText('Some prices cannot stay as they are written: 120.50 becomes 121.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await currency.inputValue()).toBe('EUR');
    await amount.fill('120');
    await currency.selectOption('JPY');
    await until(async () => (await storedDraft(stage))?.types[0]?.price?.amount).toBe(120);
    expect(await types.getByLabel('Amount in JPY').inputValue()).toBe('120');

    const cat = { name: 'cat.png', mimeType: 'image/png', buffer: picture('photo.png') };
    const file = types.locator('input[type=file]');
    await file.setInputFiles(cat);
    await types.getByLabel('What there is to see').fill('A grey cat');
    await until(async () => (await storedDraft(stage))?.types[0]?.pictures[0]?.alt).toEqual({ en: 'A grey cat' });
    const shown = [types.locator('img'), page.frameLocator('.form-frame').locator('.picture img')];
    for (const image of shown) await until(() => image.evaluate((one) => Object(one).naturalWidth)).toBe(120);
    await file.setInputFiles({ ...cat, buffer: Buffer.from('<svg onload="alert(1)"/>') });
    await types.getByText('This file is no picture that can be shown.').waitFor();
    await page.getByRole('button', { name: 'Look', exact: true }).click();
    await partOf(page, 'Look').locator('input[type=file]').setInputFiles(cat);
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
