import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askingCatalogue, termsHash } from './support/asking-catalogue.ts';
import { type Stage, setStage } from './support/stage.ts';
import { openWith } from './support/stub-catalogue.ts';
import { type Translating, translatePage, translationMark } from './support/translating-program.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await setStage();
});

afterAll(() => stage.close());

const send = (page: Page) => page.locator('button[type=submit]').click();
const total = (page: Page) => page.locator('output.total');
const formText = (page: Page) => page.locator('commission-form').locator('.form').innerText();
const contactName = (page: Page) => page.locator('#customerName');

/** By the ids of the fields, whose labels are other words now. */
async function fillInTranslated(page: Page): Promise<void> {
  await contactName(page).fill('Zoë Müller');
  await page.locator('#customerEmail').fill('zoe@example.org');
  await page.locator('#message').fill('Two cats, in oil');
}

async function sentDetails(): Promise<Record<string, unknown>> {
  const { rows } = await stage.service.pool.query(
    'select commission_form from commission_requests order by created_at desc limit 1',
  );
  return rows[0].commission_form;
}

describe.each<Translating>(['in new elements', 'in the texts'])('a page that is translated %s', (how) => {
  it('asks, reports faults, sums up and stores as it does untranslated', async () => {
    const { page, faults } = await openWith(stage, askingCatalogue);
    await translatePage(page, how);
    await page.getByText(`${translationMark}What will you use it for?`).first().waitFor();

    await page.getByRole('radio', { name: 'Portrait' }).check();
    await page.getByText(`${translationMark}How many figures?`).first().waitFor();
    await send(page);
    await expect.poll(() => page.getByText('Please fill this in.').count()).toBeGreaterThan(3);
    await page.getByLabel('How many figures?').fill('99');
    await expect.poll(() => page.locator('.questions .error').first().innerText()).toContain('up to 12');
    await page.getByLabel('How many figures?').fill('2');
    await expect.poll(() => page.locator('.questions .error').first().innerText()).toBe('');

    await expect.poll(() => total(page).innerText()).toContain('€240');
    await page.getByRole('radio', { name: 'Full figure' }).check();
    await expect.poll(() => total(page).innerText()).toContain('€360');
    await page.getByRole('checkbox', { name: 'Within two weeks' }).check();
    await expect.poll(() => total(page).innerText()).toContain('€450');
    expect(await total(page).innerText()).not.toMatch(/240|360/);
    const rows = page.locator('.estimate tr');
    expect((await rows.allInnerTexts()).join('\n')).toMatch(/€240[\s\S]*€120[\s\S]*€90/);

    const product = page.getByLabel('What will you sell?');
    for (const [usage, count] of [
      ['For my business', 1],
      ['For myself', 0],
      ['For my business', 1],
    ] as const) {
      await page.getByRole('radio', { name: usage }).check();
      await expect.poll(() => product.count()).toBe(count);
    }
    await product.fill('Mugs');
    await page.getByRole('checkbox', { name: 'Calm' }).check();
    await page.getByRole('group', { name: 'May I show it?' }).getByRole('radio').nth(1).check();
    await page.getByRole('checkbox', { name: 'I agree: Terms of service' }).check();
    await fillInTranslated(page);
    await expect.poll(() => page.getByText('Please fill this in.').count()).toBe(0);
    await expect.poll(() => page.locator('#missing').innerText()).toBe('');
    await expect.poll(() => page.locator('.notice.bad').count()).toBe(0);
    await send(page);
    await page.locator('.receipt').waitFor();
    expect(await sentDetails()).toMatchObject({
      revision: null,
      language: 'en',
      answers: { figures: 2, usage: 'commercial', product: 'Mugs', mood: ['calm'], public: false },
      terms: [{ id: 'tos', sha256: termsHash.en, language: 'en' }],
      estimate: { amount: 45_000, currency: 'EUR' },
    });
    const kept = await page.evaluate(() => JSON.stringify(localStorage));
    expect(kept).toContain('For my business');
    expect(kept).not.toContain('ŧ');
    expect(faults).toEqual([]);
  });

  it('changes its own language too, and keeps the entries', async () => {
    const { page, faults } = await openWith(stage, { ...askingCatalogue, terms: [] });
    await translatePage(page, how);
    await page.getByRole('radio', { name: 'Portrait' }).check();
    await contactName(page).fill('Zoë');
    await page.locator('.language select').selectOption('de');
    await page.getByText('Wie viele Figuren?').first().waitFor();
    await expect.poll(() => formText(page)).not.toMatch(/How many figures|Send request|Portrait|What will you/);
    expect(await contactName(page).inputValue()).toBe('Zoë');
    expect(await page.locator('[id="typeId:0"]').isChecked()).toBe(true);
    await page.getByLabel('Wie viele Figuren?').fill('2');
    await page.getByRole('radio', { name: 'Für mich' }).check();
    await page.locator('#customerEmail').fill('zoe@example.org');
    await page.locator('#message').fill('Zwei Katzen');
    await send(page);
    await page.locator('.receipt').waitFor();
    expect(await sentDetails()).toMatchObject({ language: 'de', answers: { figures: 2, usage: 'personal' } });
    expect(faults).toEqual([]);
  });
});
