import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestNumberOf } from '../../src/customers/submission/request-number.ts';
import { studioCatalogue } from './support/catalogue.ts';
import { startSite } from './support/site.ts';
import { attach, fillIn, receipt, type Stage, sendButton, setStage } from './support/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await setStage({ catalogue: studioCatalogue });
});

afterAll(() => stage.close());

const errorOf = (page: Page, field: string) => page.locator(`#${field}-error`);

describe('the page', () => {
  it('sends what was chosen and written, and shows the receipt', async () => {
    const { page, faults, hosts } = await stage.open();
    await page.getByRole('radio', { name: 'Portrait' }).check();
    await page.getByRole('radio', { name: 'Full figure' }).check();
    await page.getByRole('checkbox', { name: 'Oak frame' }).check();
    await page.getByRole('radio', { name: 'Gift card' }).check();
    await fillIn(page);
    await sendButton(page).click();
    await receipt(page).waitFor();
    const { rows } = await stage.service.pool.query('select * from commission_requests');
    expect(rows).toMatchObject([
      {
        customer_name: 'Zoë Müller',
        customer_email: 'zoe@example.org',
        customer_socials: null,
        message: 'Two cats 🐈🐈, in oil',
        type_id: 'portrait',
        option_id: 'full',
        extra_ids: ['frame'],
        custom_card_id: 'gift',
      },
    ]);
    expect(await receipt(page).getByRole('code').textContent()).toBe(requestNumberOf(rows[0].id));
    expect(await receipt(page).getByRole('time').getAttribute('datetime')).toBe(rows[0].created_at.toISOString());
    expect(faults).toEqual([]);
    expect([...hosts]).toEqual([new URL(stage.site.origin).host]);
  });

  it('loads and tells nothing of what a studio may set beside its choices', async () => {
    const { page } = await stage.open();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.reload();
    await page.getByRole('radio', { name: 'Portrait' }).check();
    await fillIn(page);
    await sendButton(page).click();
    await receipt(page).waitFor();
    expect(
      asked.filter((path) => /studio-parts|later-messages|places-notice|availability|challenge/.test(path)),
    ).toEqual([]);
    const { rows } = await stage.service.pool.query(
      'select commission_form from commission_requests order by created_at desc limit 1',
    );
    expect(rows).toEqual([{ commission_form: null }]);
  });

  it('forgets the option when another type is chosen', async () => {
    const { page } = await stage.open();
    await page.getByRole('radio', { name: 'Portrait' }).check();
    await page.getByRole('radio', { name: 'Full figure' }).check();
    await page.getByRole('radio', { name: 'Landscape' }).check();
    expect(await page.getByRole('group', { name: 'How much of them?' }).count()).toBe(0);
    await page.getByRole('radio', { name: 'Portrait' }).check();
    expect(
      await page.getByRole('group', { name: 'How much of them?' }).getByRole('radio', { checked: true }).count(),
    ).toBe(0);
    expect(await page.getByRole('radio', { name: 'Full figure' }).isChecked()).toBe(false);
  });

  it('asks once whether the customer has decided, and lets an option be given up by choosing it again', async () => {
    const { page } = await stage.open();
    await page.getByRole('radio', { name: 'Portrait' }).check();
    expect(await page.getByRole('radio', { name: 'Not decided yet' }).count()).toBe(1);
    const option = page.getByRole('radio', { name: 'Full figure' });
    await option.click();
    expect(await option.isChecked()).toBe(true);
    await option.press('Space');
    expect(await option.isChecked()).toBe(false);
    await option.press('Space');
    expect(await option.isChecked()).toBe(true);
  });

  it('leads to what is missing, and sends nothing', async () => {
    const { page } = await stage.open();
    const { requests } = await stage.service.stored();
    await sendButton(page).click();
    const summary = page.getByRole('region', { name: '3 entries need your attention' });
    expect(await summary.evaluate((element) => element === (element.getRootNode() as ShadowRoot).activeElement)).toBe(
      true,
    );
    await summary.getByRole('link', { name: 'E-mail: Please fill this in.' }).click();
    await page.keyboard.type('zoe@example.org');
    expect(await page.getByLabel('E-mail').inputValue()).toBe('zoe@example.org');
    expect(await errorOf(page, 'customerEmail').textContent()).toBe('');
    await page.getByRole('region', { name: '2 entries need your attention' }).waitFor();
    expect((await stage.service.stored()).requests).toBe(requests);
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

  it.each(['jürgen@müller.de', 'a&b@example.org', '用户@例子.广告'])(
    'sends the address %s as it was written',
    async (address) => {
      const { page } = await stage.open();
      await fillIn(page);
      await page.getByLabel('E-mail').fill(`${address} `);
      await sendButton(page).click();
      await receipt(page).waitFor();
      const { rows } = await stage.service.pool.query('select 1 from commission_requests where customer_email = $1', [
        address,
      ]);
      expect(rows).toHaveLength(1);
    },
  );

  it('corrects an address that can mean nothing else, where it is seen', async () => {
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

  it.each([
    ['zoe.example.org', /^The @ is missing/],
    ['zoe.@docomo.ne.jp', /two dots in a row, or a dot at its start or end/],
    ['zoe,ann@example.org', /cannot contain the character ,/],
  ])('says what is wrong with the address %s', async (address, error) => {
    const { page } = await stage.open();
    await page.getByLabel('E-mail').fill(address);
    await page.getByLabel('E-mail').blur();
    await expect.poll(() => errorOf(page, 'customerEmail').textContent()).toMatch(error);
    expect(await page.getByLabel('E-mail').inputValue()).toBe(address);
  });

  it('asks about the address of a large provider that looks mistyped, and corrects it', async () => {
    const { page } = await stage.open();
    const email = page.getByLabel('E-mail');
    await email.fill('zoe@gmial.com');
    expect(await page.getByText('Did you mean').count()).toBe(0);
    await email.blur();
    await page.getByRole('status').getByText('Did you mean zoe@gmail.com?').waitFor();
    await page.getByRole('button', { name: 'Yes, correct it' }).click();
    expect(await email.inputValue()).toBe('zoe@gmail.com');
    expect(await page.locator('.suggestion').count()).toBe(0);
    expect(await email.evaluate((one) => one === (one.getRootNode() as ShadowRoot).activeElement)).toBe(true);
  });

  it('sends to an address that looks mistyped all the same', async () => {
    const { page } = await stage.open();
    await fillIn(page);
    await page.getByLabel('E-mail').fill('zoe@gmial.com');
    await page.getByLabel('E-mail').blur();
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

  it('shows what the service found at its field', async () => {
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

  it('tells by the service what is too long when its script was changed by hand, and loses nothing', async () => {
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
  it.each([
    ['de-AT', 'de', 'Anfrage senden', 'Atelier Lindenhof'],
    ['ja-JP', 'ja', '依頼を送信', 'Lindenhof Studio'],
    ['es-MX', 'es', 'Enviar solicitud', 'Lindenhof Studio'],
    ['fr-CA', 'fr', 'Envoyer la demande', 'Lindenhof Studio'],
    ['it-IT', 'it', 'Invia la richiesta', 'Lindenhof Studio'],
    ['pl-PL', 'pl', 'Wyślij zapytanie', 'Lindenhof Studio'],
    ['pt-BR', 'pt', 'Enviar pedido', 'Lindenhof Studio'],
    ['ar-EG', 'ar', 'إرسال الطلب', 'Lindenhof Studio'],
    ['ko-KR', 'ko', '의뢰 보내기', 'Lindenhof Studio'],
    ['zh-CN', 'zh', '发送委托', 'Lindenhof Studio'],
    ['nl-NL', 'en', 'Send request', 'Lindenhof Studio'],
  ])('is, for readers of %s, %s', async (locale, language, send, title) => {
    const { page } = await stage.open({ locale });
    await page.getByRole('button', { name: send }).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
    // The catalogue has this text only in English.
    const about = page.getByText('Made to measure.');
    expect(await about.getAttribute('lang')).toBe(language === 'en' ? null : 'en');
  });

  it('is switched, keeps what was written and is remembered', async () => {
    const { page } = await stage.open();
    await page.getByLabel('Name').fill('Zoë');
    await page.getByLabel('Language').selectOption('Deutsch');
    await page.getByRole('button', { name: 'Anfrage senden' }).waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Zoë');
    expect(await page.title()).toBe('Atelier Lindenhof');
    await page.reload();
    await page.getByRole('button', { name: 'Anfrage senden' }).waitFor();
  });
});

describe('the language of the page that cannot be loaded', () => {
  it('is English', async () => {
    const { page } = await stage.open({ locale: 'de-DE' });
    await page.route('**/assets/*messages_de*', (route) => route.abort());
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

  it('works under a sub-path, without a catalogue', async () => {
    const below = await setStage({ publicPath: '/studio/' });
    const { page, faults } = await below.open();
    await page.goto(below.site.url);
    await fillIn(page);
    expect(await page.getByRole('group').count()).toBe(0);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Request a commission');
    await sendButton(page).click();
    await receipt(page).waitFor();
    expect((await below.service.stored()).requests).toBe(1);
    expect(faults).toEqual([]);
    await below.close();
  });

  it('holds files to the limits that the service tells', async () => {
    const limits = { files: { maxCount: 2, maxBytes: 1000 }, request: { maxBytes: 10_000_000 } };
    const site = await startSite({ service: stage.service.address, limits });
    const { page } = await stage.open();
    await page.goto(site.url);
    await page.getByText('Up to 2 files, each up to 1,000 bytes.').waitFor();
    await attach(page, [
      await stage.folder.write('large', new Uint8Array(1001)),
      await stage.folder.write('first', new Uint8Array(1000)),
      await stage.folder.write('second', new Uint8Array(1)),
      await stage.folder.write('third', new Uint8Array(1)),
    ]);
    await expect
      .poll(() => page.locator('.complaint').allTextContents())
      .toEqual([
        'large is too large: it is 1,001 bytes, and a file may be up to 1,000 bytes.',
        'At most 2 files can be attached. Not added: third.',
      ]);
    await site.close();
  });

  it('takes requests when the catalogue cannot be had', async () => {
    const site = await startSite({ service: stage.service.address, catalogue: 'unreachable' });
    const { page } = await stage.open();
    await page.goto(site.url);
    await page.getByText('could not be loaded').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await fillIn(page);
    await sendButton(page).click();
    await receipt(page).waitFor();
    await site.close();
  });

  it('takes requests after 20 seconds when the catalogue does not come', async () => {
    const site = await startSite({ service: stage.service.address, catalogue: 'silent' });
    const { page } = await stage.open();
    await page.clock.install();
    await page.goto(site.url);
    await page.getByText('Loading the form').waitFor();
    await page.clock.fastForward(20_000);
    await page.getByText('could not be loaded').waitFor();
    await fillIn(page);
    await site.close();
  });
});
