import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestNumberOf } from '../../src/intake/submission/request-number.ts';
import { studioCatalogue } from './support/catalogue.ts';
import { fillIn, receipt, type Stage, sendButton, setStage } from './support/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await setStage({ catalogue: studioCatalogue });
});

afterAll(() => stage.close());

const errorOf = (page: Page, field: string) => page.locator(`#${field}-error`);

describe('the page', () => {
  it('sends only the choices and the texts, and loads only its own files', async () => {
    const { page, faults, hosts } = await stage.open();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.reload();
    await page.getByRole('radio', { name: 'Portrait' }).check();
    await page.getByRole('radio', { name: 'Full figure' }).check();
    await page.getByRole('checkbox', { name: 'Oak frame' }).check();
    await page.getByRole('radio', { name: 'Gift card' }).check();
    await fillIn(page);
    await page.getByLabel('E-mail').fill('jürgen@müller.de ');
    await sendButton(page).click();
    await receipt(page).waitFor();
    const { rows } = await stage.service.pool.query('select * from commission_requests');
    expect(rows).toMatchObject([
      {
        customer_name: 'Zoë Müller',
        customer_email: 'jürgen@müller.de',
        customer_socials: null,
        message: 'Two cats 🐈🐈, in oil',
        type_id: 'portrait',
        option_id: 'full',
        extra_ids: ['frame'],
        custom_card_id: 'gift',
        commission_form: { v: 1, language: 'en', revision: 1 },
        language: 'en',
      },
    ]);
    expect(await receipt(page).getByRole('code').textContent()).toBe(requestNumberOf(rows[0].id));
    expect(await receipt(page).getByRole('time').getAttribute('datetime')).toBe(rows[0].created_at.toISOString());
    const further = /studio-parts|later-texts|locations-notice|availability|challenge/;
    expect(asked.filter((path) => further.test(path))).toEqual([]);
    expect(faults).toEqual([]);
    expect([...hosts]).toEqual([new URL(stage.site.origin).host]);
  });

  it('forgets the option when another type is chosen, and lets it be given up by choosing it again', async () => {
    const { page } = await stage.open();
    const portrait = page.getByRole('radio', { name: 'Portrait' });
    const option = page.getByRole('radio', { name: 'Full figure' });
    await portrait.check();
    expect(await page.getByRole('radio', { name: 'Not decided yet' }).count()).toBe(1);
    await option.click();
    await option.press('Space');
    expect(await option.isChecked()).toBe(false);
    await option.press('Space');
    expect(await option.isChecked()).toBe(true);
    await page.getByRole('radio', { name: 'Landscape' }).check();
    expect(await page.getByRole('group', { name: 'How much of them?' }).count()).toBe(0);
    await portrait.check();
    expect(await option.isChecked()).toBe(false);
  });

  it('complains of an address when the field is left, and stops while it is corrected', async () => {
    const { page } = await stage.open();
    const email = page.getByLabel('E-mail');
    await email.pressSequentially('zoe@');
    expect(await errorOf(page, 'customerEmail').textContent()).toBe('');
    await email.blur();
    await expect.poll(() => errorOf(page, 'customerEmail').textContent()).toMatch(/complete e-mail address/);
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    await email.press('End');
    await email.pressSequentially('example.org');
    await expect.poll(() => errorOf(page, 'customerEmail').textContent()).toBe('');
  });

  it('corrects an address with one possible meaning, and shows the correction', async () => {
    const { page } = await stage.open();
    await fillIn(page);
    const email = page.getByLabel('E-mail');
    await email.fill('\u202aMailto:zoe.wide＠example．org\u202c. ');
    await email.blur();
    await expect.poll(() => email.inputValue()).toBe('zoe.wide@example.org');
    // Enter sends before the field is left.
    await email.fill('＜zoe.wide@example.org＞');
    await email.press('Enter');
    await receipt(page).getByText('zoe.wide@example.org', { exact: true }).waitFor();
    const { rows } = await stage.service.pool.query(
      "select customer_email from commission_requests where customer_email like '%wide%'",
    );
    expect(rows).toEqual([{ customer_email: 'zoe.wide@example.org' }]);
  });

  it('asks about a probably mistyped address of a large provider, and sends to it all the same', async () => {
    const { page } = await stage.open();
    await fillIn(page);
    const email = page.getByLabel('E-mail');
    await email.fill('zoe@gmial.com');
    expect(await page.getByText('Did you mean').count()).toBe(0);
    await email.blur();
    await page.getByRole('status').getByText('Did you mean zoe@gmail.com?').waitFor();
    await page.getByRole('button', { name: 'Yes, correct it' }).click();
    expect(await email.inputValue()).toBe('zoe@gmail.com');
    expect(await page.locator('.suggestion').count()).toBe(0);
    expect(await email.evaluate((one) => one === (one.getRootNode() as ShadowRoot).activeElement)).toBe(true);
    await email.fill('zoe@gmial.com');
    await email.blur();
    await page.locator('.suggestion').waitFor();
    await sendButton(page).click();
    await receipt(page).getByText('zoe@gmial.com').waitFor();
  });

  it('counts code points near the limit only, and says at once that there are too many', async () => {
    const { page } = await stage.open();
    const count = page.locator('#message ~ .below .count');
    await page.getByLabel('Message').fill('🐈'.repeat(18_000));
    expect(await count.count()).toBe(0);
    await page.getByLabel('Message').fill('🐈'.repeat(18_001));
    expect(await count.textContent()).toBe('1,999 characters left');
    await page.getByLabel('Message').fill('🐈'.repeat(19_999));
    expect(await count.textContent()).toBe('1 character left');
    await page.getByLabel('Message').fill('🐈'.repeat(20_002));
    expect(await count.textContent()).toBe('2 characters too many');
    expect(await errorOf(page, 'message').textContent()).toBe('Please shorten this to 20,000 characters.');
  });

  it('shows a fault that the service found at its field', async () => {
    const { page } = await stage.open();
    await fillIn(page);
    const issues = [
      { code: 'invalid_format', path: ['customerEmail'], message: 'Invalid email address' },
      { code: 'too_small', path: ['extraIds', 0], message: 'Too small' },
    ];
    stage.site.faults.push({ status: 422, body: { error: 'Validation error', issues } });
    await sendButton(page).click();
    await expect.poll(() => errorOf(page, 'customerEmail').textContent()).toMatch(/complete e-mail address/);
    const summary = page.getByRole('region', { name: '2 entries need your attention' });
    expect(await summary.textContent()).toContain('extraIds.0: Too small');
    expect(await page.getByLabel('Message').inputValue()).toBe('Two cats 🐈🐈, in oil');
    await page.getByLabel('E-mail').fill('zoe@example.net');
    expect(await errorOf(page, 'customerEmail').textContent()).toBe('');
  });

  it('shows the fault that the service finds if its script was changed by hand, and loses no entry', async () => {
    const { page } = await stage.open();
    await page.route('**/assets/index-*.js', async (route) => {
      const response = await route.fetch();
      const script = await response.text();
      expect(script).toMatch(/maxLength:200\b/);
      await route.fulfill({ response, body: script.replace(/maxLength:200\b/, 'maxLength:999') });
    });
    await page.reload();
    await fillIn(page);
    await page.getByLabel('Name').fill('x'.repeat(201));
    await sendButton(page).click();
    await page.getByRole('region', { name: 'One entry needs your attention' }).waitFor();
    expect(await errorOf(page, 'customerName').textContent()).toMatch(/Please shorten this/);
    expect(await page.getByLabel('Name').inputValue()).toHaveLength(201);
    await page.getByLabel('Name').fill('Zoë');
    await sendButton(page).click();
    await receipt(page).waitFor();
  });
});

describe('the language of the page', () => {
  it('is that of the reader, is switched, keeps the entries and is remembered', async () => {
    const { page } = await stage.open({ locale: 'ja-JP' });
    await page.getByRole('button', { name: '依頼を送信' }).waitFor();
    // The catalogue has these texts in English and German only.
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Lindenhof Studio');
    expect(await page.getByText('Made to measure.').getAttribute('lang')).toBe('en');
    await page.locator('#customerName').fill('Zoë');
    await page.locator('.language select').selectOption('Deutsch');
    await page.getByRole('button', { name: 'Anfrage senden' }).waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Zoë');
    expect(await page.title()).toBe('Atelier Lindenhof');
    await page.reload();
    await page.getByRole('button', { name: 'Anfrage senden' }).waitFor();
  });

  it('is English where it cannot be loaded', async () => {
    const { page } = await stage.open({ locale: 'de-DE' });
    await page.route('**/assets/*texts_de*', (route) => route.abort());
    await page.reload();
    await sendButton(page).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
  });
});

describe('the page of a service', () => {
  it('says under the title of the catalogue why there is no form where scripts are not allowed', async () => {
    const { page } = await stage.open({ javaScriptEnabled: false });
    expect(await page.getByRole('heading').allTextContents()).toEqual(['Lindenhof Studio']);
    const note = page.locator('noscript > p');
    expect(await note.isVisible()).toBe(true);
    expect(await note.textContent()).toMatch(/^Please allow scripts for this page/);
  });

  it('takes requests when the catalogue does not come, and asks for it again', async () => {
    const { page } = await stage.open();
    await page.clock.install();
    await page.route('**/api/v1/catalogue', () => {});
    await page.reload();
    await page.getByText('Loading the form').waitFor();
    await page.clock.fastForward(20_000);
    await page.getByText('could not be loaded').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Request a commission');
    await fillIn(page);
    await sendButton(page).click();
    await receipt(page).waitFor();
    await page.getByRole('button', { name: 'Send another request' }).click();
    await page.unroute('**/api/v1/catalogue');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('radio', { name: 'Portrait' }).waitFor();
  });
});
