import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { picture } from '../../test/pictures/pictures.ts';
import { chooseCurrency, clearStudio, openPart, partOf, publishedStudio } from './support/form-editor.ts';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile({ CATALOGUE_FILE: '' });

beforeAll(async () => {
  await clearStudio(stage);
});

/** Runs in every window that takes it for HTML. */
const attack = '"><img src=x onerror="top.wasAttacked = wasAttacked = true"></script>';
/** Parts whose entries are added first, by the button that adds one. */
const additions: Readonly<Record<string, readonly string[]>> = {
  'What you offer': ['Add an option'],
  Questions: ['Add a question'],
  Terms: ['Add terms'],
  'Custom cards': ['Add a card'],
};
const parts = [
  'Title and introduction',
  'What you offer',
  'Extras',
  'Questions',
  'Terms',
  'After sending',
  'Custom cards',
  'Headings of the choices',
  'Legal notices',
];

/** Opening an entry shows the entries in it. */
async function openEntries(part: Locator): Promise<void> {
  const closed = part.locator('.form-open[aria-expanded="false"]');
  while ((await closed.count()) > 0) await closed.first().click();
}

/** Writes the attack into every text of the part. */
async function fillPart(page: Page, name: string): Promise<void> {
  const part = await openPart(page, name);
  await openEntries(part);
  for (const addition of additions[name] ?? []) await part.getByRole('button', { name: addition }).first().click();
  if (name === 'Questions') await part.getByLabel('Answered with').selectOption('choice');
  await openEntries(part);
  await part.locator('input:not([type]), textarea').evaluateAll((fields, text) => {
    for (const field of fields as HTMLInputElement[]) {
      field.value = text;
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
  }, attack);
}

const wasAttacked = (page: Page) => page.evaluate(() => 'wasAttacked' in window);

describe('hostile text in every field of the form', () => {
  it('is only text in the editor, its preview, the sheet, the versions and the published page', async () => {
    const { page } = await stage.open({ role: 'owner', path: '/settings/form' });
    await page.getByRole('button', { name: 'As a painter' }).click();
    await openPart(page, 'What you offer');
    await page.getByRole('button', { name: 'Portrait', exact: true }).click();
    await partOf(page, 'What you offer').getByLabel('Price').first().fill('10');
    await chooseCurrency(page, 'EUR');
    const buffer = picture('photo.png');
    const file = partOf(page, 'What you offer').locator('input[type=file]').first();
    await file.setInputFiles({ name: 'cat.png', mimeType: 'image/png', buffer });
    await page.getByLabel('Description for people who cannot see it').waitFor();
    for (const name of parts) await fillPart(page, name);
    await page.getByText('Draft saved.').waitFor();
    await page.frameLocator('.form-frame').getByText(attack).first().waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog').getByText(attack).first().waitFor();
    await page.getByRole('button', { name: 'Publish now' }).click();
    await page.getByText('Everything is published.').waitFor();
    await page.getByRole('link', { name: 'Versions' }).click();
    await page.locator('.form-revision summary').click();
    await page.getByText(attack).first().waitFor();
    await page.goto(`${stage.url}/settings/opening`);
    await page.getByLabel('Message while closed').fill(attack);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await until(async () => (await publishedStudio(stage))?.opening?.message?.en).toBe(attack);
    expect(await wasAttacked(page)).toBe(false);
    const published = await publishedStudio(stage);
    expect(published).toMatchObject({
      terms: [{ text: { en: attack } }],
      customCards: [{ name: { en: attack } }],
      legal: { imprint: { en: attack }, privacy: { en: attack }, notice: { en: attack } },
      labels: { type: { en: attack } },
      opening: { message: { en: attack } },
      types: [{ pictures: [{ alt: { en: attack } }] }, {}],
    });

    const customer = await page.context().newPage();
    const errors: string[] = [];
    customer.on('pageerror', (error) => errors.push(error.message));
    await customer.goto(stage.service.address);
    await customer.getByRole('heading', { level: 1, name: attack }).waitFor();
    await until(() => customer.getByText(attack).count()).toBeGreaterThan(10);
    expect(await customer.locator('img[src$="/x"]').count()).toBe(0);
    expect(await wasAttacked(customer)).toBe(false);
    expect(errors).toEqual([]);
  });
});
