import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishStudio } from '../../test/support/publish-studio.ts';
import { askingStudio } from './support/asking-catalogue.ts';
import { fillIn, receipt, type Stage, sendButton, setStage } from './support/stage.ts';

const theme = { accent: { light: '#7a2e5d', dark: '#f0a6cf' }, scheme: 'dark', typeface: 'serif' };
let stage: Stage;

beforeAll(async () => {
  stage = await setStage({ catalogue: askingStudio({ theme }), publicPath: '/studio/' });
});

afterAll(() => stage.close());

async function answer(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Portrait' }).check();
  await page.getByRole('radio', { name: 'Full figure' }).check();
  await page.getByRole('checkbox', { name: 'Within two weeks' }).check();
  await page.getByLabel('How many figures?').fill('2');
  await page.getByRole('radio', { name: 'For myself' }).check();
}

describe('the page of a service whose studio asks', () => {
  it('sends answers and the version of the terms, which the service keeps with a sum of its own', async () => {
    const { page, faults } = await stage.open();
    await answer(page);
    await page.getByRole('checkbox', { name: 'I agree: Terms of service' }).check();
    await page.getByText('Read the terms').click();
    const text = await page.locator('.terms-text .prose').innerText();
    const [version] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: /^Open in a new tab/ }).click(),
    ]);
    await version.getByText('Two changes are free.').waitFor();
    expect(version.url()).toBe(`${stage.site.url}terms/${createHash('sha256').update(text).digest('hex')}`);
    expect(await page.getByRole('status').filter({ hasText: '€' }).innerText()).toMatch(/^Estimate\s+from €450$/);
    await page.getByText('You pay nothing now.').waitFor();
    await page.getByText('Imprint').click();
    await page.getByText('Am Hof 1, Bremen').waitFor();
    const privacy = page.getByRole('link', { name: 'Privacy' });
    expect(await privacy.getAttribute('href')).toBe('https://example.org/privacy');
    await fillIn(page);
    await sendButton(page).click();
    await receipt(page).waitFor();
    const { rows } = await stage.service.pool.query('select commission_form from commission_requests');
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
    const { page } = await stage.open({ colorScheme: 'light', javaScriptEnabled: false });
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    expect(await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)).toBe(
      'rgb(22, 24, 27)',
    );
    const { page: whole } = await stage.open({ colorScheme: 'light' });
    const send = sendButton(whole);
    expect(await send.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe('rgb(240, 166, 207)');
  });

  it('is walked through by keyboard alone', async () => {
    const { page } = await stage.open();
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
    expect(await receipt(page).evaluate((one) => one === (one.getRootNode() as ShadowRoot).activeElement)).toBe(true);
  });

  it('shows no form once the studio has closed', async () => {
    const { page } = await stage.open({ timezoneId: 'Pacific/Auckland' });
    const opening = { mode: 'scheduled', opensAt: '2099-03-01T09:00:00Z', timeZone: 'Europe/Berlin' };
    await publishStudio(stage.service.pool, askingStudio({ theme, opening }));
    const isClosed = async () => {
      await page.reload();
      await page.locator('.panel').first().waitFor();
      return page.getByRole('heading', { name: /^Opens on/ }).isVisible();
    };
    await expect.poll(isClosed).toBe(true);
    await page.getByText(/Opens on Sunday,? 1 March 2099 at 22:00 GMT\+13/).waitFor();
    expect(await sendButton(page).count()).toBe(0);
  });
});

/** More than the controls of any form of the tests. */
const mostPresses = 40;

/** Presses the tabulator until the control of the form with this id has the focus. */
async function tabTo(page: Page, id: string): Promise<void> {
  const focused = () =>
    page.evaluate(() => document.querySelector('commission-form')?.shadowRoot?.activeElement?.id ?? '');
  for (let presses = 0; presses < mostPresses && (await focused()) !== id; presses += 1)
    await page.keyboard.press('Tab');
  expect(await focused()).toBe(id);
}
