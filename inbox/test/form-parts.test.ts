import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { violations } from '../../page/test/support/axe.ts';
import { picture } from '../../test/pictures/pictures.ts';
import { clearStudio, partOf, storedDraft } from './support/form-editor.ts';
import { overflow } from './support/overflow.ts';
import { type InboxPageStage, setInboxStage } from './support/stage.ts';
import { until } from './support/until.ts';
import { untilInField } from './support/until-in-field.ts';

let stage: InboxPageStage;

beforeAll(async () => {
  stage = await setInboxStage({ CATALOGUE_FILE: '' });
});

afterAll(() => stage.close());

beforeEach(() => clearStudio(stage));

async function openPainter() {
  const opened = await stage.open({ role: 'owner', path: '/settings/form' });
  await opened.page.getByRole('button', { name: 'As a painter' }).click();
  await opened.page.getByRole('button', { name: 'Portrait', exact: true }).waitFor();
  return opened;
}

const questions = async () => (await storedDraft(stage))?.questions;

describe('the questions of the form', () => {
  it('are ready ones first, which keep their words while they are off', async () => {
    const { page, faults } = await openPainter();
    const part = partOf(page, 'Questions');
    const licence = part.getByLabel('What the picture is used for');
    await licence.check();
    await until(async () => (await questions())?.map(({ id }) => id)).toEqual(['licence']);
    expect((await questions())?.[0]?.options.map(({ id }) => id)).toEqual(['personal', 'commercial', 'ask']);
    await licence.uncheck();
    await until(async () => (await questions())?.[0]?.hidden).toBe(true);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('are of any kind, and depend on an answer to another one', async () => {
    const { page, faults } = await openPainter();
    const part = partOf(page, 'Questions');
    await part.getByRole('button', { name: 'Add a question' }).click();
    await untilInField(page);
    await page.keyboard.type('Do you need it framed?');
    await part.getByLabel('Answered with').selectOption('yes-no');
    await part.getByRole('button', { name: 'Do you need it framed?', exact: true }).click();
    await part.getByRole('button', { name: 'Add a question' }).click();
    await untilInField(page);
    await page.keyboard.type('Which wood?');
    await part.getByLabel('Answered with').selectOption('choice');
    await part.getByLabel('Asked', { exact: true }).selectOption({ label: 'Do you need it framed?: Yes' });
    await part.getByLabel('Portrait').check();
    await until(async () => (await questions())?.[1]?.types.length).toBe(1);
    expect((await questions())?.[1]?.when?.is).toBe(true);
    const [first, second] = (await questions()) ?? [];
    expect(second?.when?.question).toBe(first?.id);
    expect(second?.options).toHaveLength(1);
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await overflow(page)).toEqual([]);
    await part.getByRole('button', { name: 'Do you need it framed?', exact: true }).click();
    await part.getByRole('button', { name: 'Remove Do you need it framed?' }).click();
    await part.getByText('It depends on an answer that is gone.').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

describe('prices', () => {
  it('are written in the currency, and shares of the price for extras', async () => {
    const { page, faults } = await openPainter();
    await page.getByLabel('Currency').selectOption('EUR');
    await page.getByRole('button', { name: 'Portrait', exact: true }).click();
    const types = partOf(page, 'What you offer');
    await types.getByLabel('Kind of price').first().selectOption('amount');
    await types.getByLabel('Amount in EUR').fill('120,5');
    await types.getByLabel(/the least that it costs/).check();
    await page.getByRole('button', { name: 'Frame', exact: true }).click();
    const extras = partOf(page, 'Extras');
    await extras.getByLabel('Kind of price').selectOption('percent');
    await extras.getByLabel('Per cent').fill('15');
    await until(async () => (await storedDraft(stage))?.extras[0]?.percent).toBe(15);
    expect((await storedDraft(stage))?.types[0]?.price).toEqual({ amount: 12050, from: true, per: null });
    await types.getByLabel('Amount in EUR').fill('a lot');
    await types.getByText('Write an amount such as 120 or 120.50.').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

describe('pictures', () => {
  it('are uploaded as examples and as the logo, and what is none is refused with a sentence', async () => {
    const { page, faults } = await openPainter();
    await page.getByRole('button', { name: 'Portrait', exact: true }).click();
    const types = partOf(page, 'What you offer');
    const buffer = picture('photo.png');
    await types.locator('input[type=file]').setInputFiles({ name: 'cat.png', mimeType: 'image/png', buffer });
    await types.getByLabel('What there is to see').fill('A grey cat');
    await until(async () => (await storedDraft(stage))?.types[0]?.pictures[0]?.alt).toEqual({ en: 'A grey cat' });
    await until(() => types.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(120);
    await types
      .locator('input[type=file]')
      .setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)"/>') });
    await types.getByText('This file is no picture that can be shown.').waitFor();
    await page.getByRole('button', { name: 'Look', exact: true }).click();
    const look = partOf(page, 'Look');
    await look.locator('input[type=file]').setInputFiles({ name: 'cat.png', mimeType: 'image/png', buffer });
    await until(async () => (await storedDraft(stage))?.logo?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(await violations(page)).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

describe('terms', () => {
  it('need their words before they are saved', async () => {
    const { page } = await openPainter();
    await page.getByRole('button', { name: 'Terms', exact: true }).click();
    const part = partOf(page, 'Terms');
    await part.getByRole('button', { name: 'Add terms' }).click();
    await untilInField(page);
    await page.keyboard.type('Payment');
    await part.getByText('Write something here.').waitFor();
    await part.getByLabel('Text', { exact: true }).fill('Half before, half afterwards.');
    await until(async () => (await storedDraft(stage))?.terms[0]?.text.en).toBe('Half before, half afterwards.');
    await page.context().close();
  });
});
