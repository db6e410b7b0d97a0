import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askingCatalogue, termsHash } from './support/asking-catalogue.ts';
import { fillIn, receipt, type Stage, sendButton, setStage } from './support/stage.ts';
import { openWith, stubCatalogue } from './support/stub-catalogue.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await setStage();
});

afterAll(() => stage.close());

const agree = (page: Page) => page.getByRole('checkbox', { name: 'I agree: Terms of service' });
const summary = (page: Page) => page.getByRole('region', { name: /are missing|need your attention/ });

/** Resolves with the details of the newest request. */
async function sentDetails(): Promise<Record<string, unknown>> {
  const { rows } = await stage.service.pool.query(
    'select commission_form from commission_requests order by created_at desc limit 1',
  );
  return rows[0].commission_form;
}

async function answerAll(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Portrait' }).check();
  await page.getByLabel('How many figures?').fill('3');
  await page.getByRole('radio', { name: 'For my business' }).check();
  await page.getByLabel('What will you sell?').fill('Mugs <b>&"');
  await page.getByRole('checkbox', { name: 'Calm' }).check();
  await page.getByRole('checkbox', { name: 'Dark' }).check();
  await page.getByLabel('Tell their story').fill('They met\nin May.');
  await page.getByLabel('When do you need it?').fill('2027-03-01');
  await page.getByRole('radio', { name: 'No', exact: true }).check();
  await page.getByLabel('A link to references').fill('example.org/board');
  await page.getByLabel('Name in the queue').fill('Zoë M.');
  await agree(page).check();
}

describe('the questions of a studio', () => {
  it('is sent as it was shown and answered, with terms, estimate and name, and is in the receipt', async () => {
    const { page, faults } = await openWith(stage, askingCatalogue);
    await answerAll(page);
    await fillIn(page);
    // A revision that is published meanwhile does not change the form that the customer saw.
    await page.unroute('**/api/v1/catalogue');
    await stubCatalogue(page, { ...askingCatalogue, revision: 8, questions: [], terms: [] });
    await sendButton(page).click();
    await receipt(page).waitFor();
    expect(await sentDetails()).toMatchObject({
      v: 1,
      // The service itself has published no revision.
      revision: null,
      language: 'en',
      answers: {
        figures: 3,
        usage: 'commercial',
        product: 'Mugs <b>&"',
        mood: ['calm', 'dark'],
        story: 'They met\nin May.',
        due: '2027-03-01',
        public: false,
        board: 'https://example.org/board',
      },
      terms: [{ id: 'tos', sha256: termsHash.en, language: 'en' }],
      estimate: { amount: 36_000, currency: 'EUR' },
      queueName: 'Zoë M.',
    });
    const shown = await receipt(page).locator('dl').innerText();
    for (const words of [
      'For my business',
      'Calm and Dark',
      '1 March 2027',
      'No',
      '€360',
      'Terms of service',
      'Mugs <b>&"',
    ])
      expect(shown).toContain(words);
    await page.reload();
    expect(await receipt(page).locator('dl').innerText()).toBe(shown);
    const status = await page.context().newPage();
    await status.goto(
      String(await receipt(page).getByRole('link', { name: 'Track your request' }).getAttribute('href')),
    );
    const inShort = (await status.locator('dl').innerText()).replaceAll(/\s+/g, ' ');
    // A browser with the link alone sees neither answers nor prices (D4).
    expect(inShort).toMatch(/You agreed to Read the version you agreed to$/);
    expect(faults).toEqual([]);
  });

  it('leads to the missing answers in the order of the form, and does not send it', async () => {
    const { requests } = await stage.service.stored();
    const { page } = await openWith(stage, askingCatalogue);
    await page.getByRole('radio', { name: 'Portrait' }).check();
    await sendButton(page).click();
    expect(await summary(page).evaluate((one) => one === (one.getRootNode() as ShadowRoot).activeElement)).toBe(true);
    const links = summary(page).getByRole('link');
    // Its own mark stays with it in a language of the other direction too.
    expect(await links.first().locator('bdi').textContent()).toBe('How many figures?');
    expect(await links.allTextContents()).toEqual([
      'How many figures?',
      'What will you use it for?',
      'Message',
      'Name',
      'E-mail',
      'Terms of service',
    ]);
    await page
      .getByText('Still missing: How many figures?, What will you use it for?, Message, Name, E‑mail')
      .waitFor();
    await links.nth(1).click();
    await page.keyboard.press('Space');
    expect(await page.getByRole('radio', { name: 'For myself' }).isChecked()).toBe(true);
    await links.first().click();
    await page.keyboard.type('99');
    await summary(page).getByText('How many figures? Please enter a number up to 12.').waitFor();
    expect(await page.getByText('*', { exact: false }).count()).toBe(0);
    expect((await stage.service.stored()).requests).toBe(requests);
  });

  it('names a fault when a field is left, but not that the field is empty', async () => {
    const { page } = await openWith(stage, askingCatalogue);
    await page.getByRole('radio', { name: 'Portrait' }).check();
    const figures = page.getByLabel('How many figures?');
    await figures.focus();
    await figures.blur();
    expect(await page.getByText('Please fill this in.').count()).toBe(0);
    await figures.fill('many');
    await figures.blur();
    await page.getByText('Please enter a number, such as 3.').waitFor();
    const name = page.getByLabel('Name in the queue');
    await name.fill('now at strange．example');
    await name.blur();
    await page.getByText('Please enter a name without a web or e-mail address and without “@”.').waitFor();
    await figures.fill('1,5');
    expect(await page.getByText('Please enter a number').count()).toBe(0);
  });

  it('is asked about when a date is incomplete or a number has two meanings, and shows the entry', async () => {
    const { page } = await openWith(stage, { ...askingCatalogue, terms: [] });
    await page.getByRole('radio', { name: 'Portrait' }).check();
    await page.getByRole('radio', { name: 'For myself' }).check();
    await fillIn(page);
    const due = page.getByLabel('When do you need it?');
    await page.getByLabel('How many figures?').fill('1.500');
    await due.focus();
    await page.keyboard.type('0512');
    await sendButton(page).click();
    const links = page.getByRole('region', { name: /attention/ }).getByRole('link');
    expect(await links.allTextContents()).toEqual([
      'How many figures? Please write 1500 or 1.5, whichever you mean.',
      expect.stringContaining('When do you need it? Please enter a complete date'),
    ]);
    await page.getByLabel('How many figures?').fill('1.5');
    await due.focus();
    await page.keyboard.type('051227');
    await expect.poll(() => links.allTextContents()).toEqual([expect.stringContaining('all four digits of the year')]);
    await due.fill('2027-12-05');
    await expect.poll(() => links.count()).toBe(0);
    await sendButton(page).click();
    await receipt(page).waitFor();
    expect((await sentDetails()).answers).toMatchObject({ figures: 1.5, due: '2027-12-05' });
  });

  it('drops a value that its field cannot show, when it sends and when it checks', async () => {
    const query =
      '?typeId=landscape&optionId=head&extraIds=gone&a.due=2027-02-30&a.board=1&a.board=2&a.story=a%00b&a.usage=gone';
    const required = (askingCatalogue.questions ?? []).map((one) => ({ ...one, required: false }));
    const { page } = await openWith(stage, { ...askingCatalogue, questions: required, terms: [] }, { query });
    await fillIn(page);
    await sendButton(page).click();
    await receipt(page).waitFor();
    expect((await sentDetails()).answers).toEqual({ story: 'ab' });
  });

  it('appears with the type and the answer that it belongs to, and is not sent without them', async () => {
    const { page } = await openWith(stage, { ...askingCatalogue, terms: [] });
    const product = page.getByLabel('What will you sell?');
    expect(await page.getByLabel('How many figures?').count()).toBe(0);
    expect(await product.count()).toBe(0);
    await page.getByRole('radio', { name: 'For my business' }).check();
    await product.fill('Mugs');
    await page.getByRole('radio', { name: 'For myself' }).check();
    expect(await product.count()).toBe(0);
    await fillIn(page);
    await sendButton(page).click();
    await receipt(page).waitFor();
    expect((await sentDetails()).answers).toEqual({ usage: 'personal' });
  });

  it('is filled in by a link, and kept with the draft', async () => {
    const query = '?typeId=portrait&a.figures=2&a.usage=personal&a.mood=calm&a.mood=gone&a.public=yes&a.gone=1';
    const { page } = await openWith(stage, { ...askingCatalogue, terms: [] }, { query });
    expect(await page.getByLabel('How many figures?').inputValue()).toBe('2');
    expect(await page.getByRole('radio', { name: 'Yes' }).isChecked()).toBe(true);
    await page.getByLabel('Tell their story').fill('Kept');
    await page.goto(stage.site.url);
    expect(await page.getByLabel('Tell their story').inputValue()).toBe('Kept');
    expect(await page.getByRole('checkbox', { name: 'Calm' }).isChecked()).toBe(true);
    await fillIn(page);
    await sendButton(page).click();
    await receipt(page).waitFor();
    expect((await sentDetails()).answers).toEqual({
      figures: 2,
      usage: 'personal',
      mood: ['calm'],
      story: 'Kept',
      public: true,
    });
  });

  it('asks again to agree when the text has changed since', async () => {
    const { page } = await openWith(stage, askingCatalogue);
    await agree(page).check();
    await page.reload();
    expect(await agree(page).isChecked()).toBe(true);
    const terms = (askingCatalogue.terms ?? []).map((one) => ({ ...one, sha256: { en: 'c'.repeat(64) } }));
    await page.unroute('**/api/v1/catalogue');
    await stubCatalogue(page, { ...askingCatalogue, terms });
    await page.reload();
    await agree(page).waitFor();
    expect(await agree(page).isChecked()).toBe(false);
  });

  it('records the language in which the terms were read', async () => {
    const { page } = await openWith(stage, { ...askingCatalogue, questions: [] }, { locale: 'de-DE' });
    const box = page.getByRole('checkbox', { name: 'Ich stimme zu: Geschäftsbedingungen' });
    expect(await box.isChecked()).toBe(false);
    await page.getByText('Bedingungen lesen').click();
    const link = page.getByRole('link', { name: /^In neuem Tab öffnen/ });
    expect(await link.getAttribute('href')).toBe(`${stage.site.url}terms/${termsHash.de}`);
    await box.check();
    await page.getByLabel('Sprache').selectOption('English');
    await fillIn(page);
    await sendButton(page).click();
    await receipt(page).waitFor();
    expect(await sentDetails()).toMatchObject({
      language: 'en',
      terms: [{ id: 'tos', sha256: termsHash.de, language: 'de' }],
    });
  });
});

describe('an example of a type', () => {
  it('is shown whole when it is opened, and closes at a press beside it', async () => {
    const tall =
      '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="1280"><rect width="640" height="1280"/></svg>';
    const picture = { url: 'pictures/a', largeUrl: 'pictures/large', width: 640, height: 1280, alt: null };
    const types = askingCatalogue.types.map((type) => ({ ...type, pictures: [picture] }));
    const { page } = await openWith(stage, { ...askingCatalogue, types });
    await page.route('**/pictures/large', (route) => route.fulfill({ contentType: 'image/svg+xml', body: tall }));
    await page.locator('.picture .examples').first().click();
    const dialog = page.getByRole('dialog');
    const { width = 0, height = 0 } = (await dialog.getByRole('img').boundingBox()) ?? {};
    expect(height / width).toBeCloseTo(2, 1);
    await page.mouse.click(5, 5);
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByRole('radio', { name: 'Portrait' }).isChecked()).toBe(false);
  });
});
