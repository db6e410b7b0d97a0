import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Catalogue } from '../../client/src/commission-client.ts';
import { languages } from '../../src/platform/language/languages.ts';
import { askingCatalogue } from './support/asking-catalogue.ts';
import { violations } from './support/axe.ts';
import { fillIn, receipt, type Stage, sendButton, setStage } from './support/stage.ts';
import { tabTo } from './support/tab-to.ts';

/** The stubbed catalogue as a studio's document: without what the service adds. */
function studioFile(set: object): Catalogue {
  const { revision: _revision, terms = [], ...catalogue } = askingCatalogue;
  const written = terms.map(({ sha256: _sha256, ...one }) => one);
  const queue = { isShown: true, asksName: true };
  return { ...catalogue, terms: written, queue, ...set } as unknown as Catalogue;
}

const theme = { accent: { light: '#7a2e5d', dark: '#f0a6cf' }, scheme: 'dark', typeface: 'serif' };
let open: Stage;
let closed: Stage;

beforeAll(async () => {
  open = await setStage({ catalogue: studioFile({ theme }), publicPath: '/studio/' });
  const opensAt = '2099-03-01T09:00:00Z';
  closed = await setStage({
    catalogue: studioFile({ opening: { mode: 'scheduled', opensAt, timeZone: 'Europe/Berlin' } }),
  });
});

afterAll(async () => {
  await open.close();
  await closed.close();
});

async function answer(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Portrait' }).check();
  await page.getByRole('radio', { name: 'Full figure' }).check();
  await page.getByRole('checkbox', { name: 'Within two weeks' }).check();
  await page.getByLabel('How many figures?').fill('2');
  await page.getByRole('radio', { name: 'For myself' }).check();
}

describe('the page of a service whose studio asks', () => {
  it('sends what the service keeps: the answers, the version of the terms and the sum that it makes itself', async () => {
    const { page, faults } = await open.open();
    await answer(page);
    await page.getByRole('checkbox', { name: 'I agree: Terms of service' }).check();
    await page.getByText('Read the text').click();
    const text = await page.locator('.terms-text .prose').innerText();
    const [version] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'This version on a page of its own' }).click(),
    ]);
    await version.getByText('Two changes are free.').waitFor();
    expect(version.url()).toBe(`${open.site.url}terms/${createHash('sha256').update(text).digest('hex')}`);
    await fillIn(page);
    await sendButton(page).click();
    await receipt(page).waitFor();
    const { rows } = await open.service.pool.query('select commission_form from commission_requests');
    expect(rows).toEqual([
      {
        commission_form: expect.objectContaining({
          answers: { figures: 2, usage: 'personal' },
          estimate: { amount: 45_000, currency: 'EUR' },
        }),
      },
    ]);
    expect(faults).toEqual([]);
  });

  it('is dark from the first byte on where the studio is', async () => {
    const { page } = await open.open({ colorScheme: 'light', javaScriptEnabled: false });
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    expect(await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)).toBe(
      'rgb(22, 24, 27)',
    );
    const { page: whole } = await open.open({ colorScheme: 'light' });
    const send = sendButton(whole);
    expect(await send.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe('rgb(240, 166, 207)');
    expect(await violations(whole)).toEqual([]);
  });

  it('shows no form while the service says that it is closed', async () => {
    const { page } = await closed.open({ timezoneId: 'Pacific/Auckland' });
    await page.getByRole('heading', { name: 'Requests are not open yet' }).waitFor();
    await page.getByText(/Opens on Sunday,? 1 March 2099 at 22:00 GMT\+13/).waitFor();
    await page.getByText(/Sunday,? 1 March 2099 at 10:00 (CET|GMT\+1)/).waitFor();
    expect(await sendButton(page).count()).toBe(0);
  });

  it.each(languages)(
    'has no violations in %s and fits 320 pixels, open with everything wrong, and closed',
    async (locale) => {
      const options = { locale, viewport: { width: 320, height: 640 } };
      const { page } = await open.open(options);
      await page.getByRole('radio').first().check();
      await page.locator('button[type=submit]').click();
      await page.locator('.notice.bad').waitFor();
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      const { page: shut } = await closed.open(options);
      await shut.locator('.closed').waitFor();
      expect(await violations(shut)).toEqual([]);
      expect(await shut.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      expect(await shut.evaluate(() => document.documentElement.lang)).toBe(locale);
      await Promise.all([page, shut].map((one) => one.context().close()));
    },
  );

  it('is walked through by keyboard alone', async () => {
    const { page } = await open.open();
    await tabTo(page, 'typeId:none');
    await page.keyboard.press('ArrowDown');
    await tabTo(page, 'question-0');
    await page.keyboard.type('2');
    await tabTo(page, 'question-1:0');
    await page.keyboard.press('Space');
    await tabTo(page, 'message');
    await page.keyboard.type('Two cats');
    await tabTo(page, 'customerName');
    await page.keyboard.type('Zoë');
    await tabTo(page, 'customerEmail');
    await page.keyboard.type('zoe@example.org');
    await tabTo(page, 'terms-0');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Two changes are free.').waitFor();
    await page.getByLabel('Message').focus();
    await sendButton(page).press('Enter');
    await receipt(page).waitFor();
  });
});
