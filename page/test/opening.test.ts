import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Catalogue, Opening } from '../../client/src/commission-client.ts';
import { askingCatalogue } from './support/asking-catalogue.ts';
import { studioCatalogue } from './support/catalogue.ts';
import { fillIn, receipt, type Stage, sendButton, setStage } from './support/stage.ts';
import { openWith, stubCatalogue, stubOpening } from './support/stub-catalogue.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await setStage();
});

afterAll(() => stage.close());

const opening: Opening = {
  state: 'open',
  reason: null,
  opensAt: null,
  closesAt: null,
  message: null,
  timeZone: 'Europe/Berlin',
  types: [],
};
const closed: Opening = { ...opening, state: 'closed', reason: 'manual', message: { en: 'I am painting.' } };
const later: Opening = { ...closed, reason: 'schedule', opensAt: '2099-06-01T08:00:00.000Z', notices: true };
const slotsOf = (state: Opening['state'], left: number | null) =>
  studioCatalogue.types.map(({ id }) => ({ id, state, left }));
const waitlist: Opening = { ...opening, state: 'waitlist', reason: 'slots', types: slotsOf('waitlist', 0) };

const catalogueWith = (now: Opening): Catalogue => ({ ...studioCatalogue, opening: now });
const openAs = (now: Opening, options = {}) => openWith(stage, catalogueWith(now), options);
const askAgain = (page: Page) => page.getByRole('button', { name: 'Check again' }).click();

describe('a studio that is open', () => {
  it('hides the message for the time when it is closed', async () => {
    const closesAt = '2099-01-01T11:00:00.000Z';
    const { page } = await openAs({ ...opening, closesAt, message: { en: 'I open again in February.' } });
    await page.getByText('Open until').waitFor();
    expect(await page.getByText('I open again in February.').count()).toBe(0);
  });

  it('does not show a closing date that has passed by the clock of the service', async () => {
    const { page } = await openAs({ ...opening, closesAt: '2020-01-01T11:00:00.000Z' });
    await sendButton(page).waitFor();
    expect(await page.getByText('Open until').count()).toBe(0);
  });

  it('says until when, how many slots are left, and which type is full', async () => {
    const types = [
      { id: 'portrait', state: 'open' as const, left: 2 },
      { id: 'landscape', state: 'closed' as const, left: 0 },
    ];
    const closesAt = '2099-01-01T11:00:00.000Z';
    const { page } = await openAs({ ...opening, types, closesAt }, { timezoneId: 'Europe/Rome' });
    const portrait = page.getByRole('radio', { name: 'Portrait' });
    await expect.poll(() => page.locator('.choice', { has: portrait }).innerText()).toContain('Slots left: 2');
    expect(await page.getByRole('radio', { name: 'Landscape' }).isDisabled()).toBe(true);
    await page.getByText('Full', { exact: true }).waitFor();
    await page.getByText(/^Open until Thursday,? 1 January 2099 at 12:00/).waitFor();
    expect(await page.getByText('In the studio’s time zone').count()).toBe(0);
  });
});

describe('a studio that is closed', () => {
  it('does not show an opening that has passed by the clock of the service', async () => {
    const { page } = await openAs({ ...later, opensAt: '2020-01-01T11:00:00.000Z' });
    await page.getByText('I am painting.').waitFor();
    await page.getByRole('heading', { name: 'Requests are closed' }).waitFor();
    expect(await page.getByText('Opens on').count()).toBe(0);
  });

  it('shows when it opens by both clocks, its offer, prices and terms, and no form', async () => {
    const { page, faults } = await openWith(
      stage,
      { ...askingCatalogue, opening: later },
      { timezoneId: 'Pacific/Auckland' },
    );
    await page.getByRole('heading', { name: /^Opens on/ }).waitFor();
    await page.getByText(/Opens on Monday,? 1 June 2099 at 20:00 GMT\+12/).waitFor();
    await page.getByText(/^In the studio’s time zone: Monday,? 1 June 2099 at 10:00 (CEST|GMT\+2)/).waitFor();
    await page.getByText('I am painting.').waitFor();
    const offered = page.getByRole('region', { name: 'Commissions' });
    expect(await offered.innerText()).toMatch(/Portrait[\s\S]*Full figure\s+€60[\s\S]*\+25%/);
    await page.getByRole('region', { name: 'Terms' }).getByText('Read the terms').click();
    await page.getByText('Two changes are free.').waitFor();
    expect(await sendButton(page).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('says why, keeps the draft, and shows it when it opens', async () => {
    const { page } = await openAs(opening);
    await fillIn(page);
    await page.unroute('**/api/v1/catalogue');
    await stubCatalogue(page, catalogueWith(closed));
    await page.reload();
    await page.getByRole('heading', { name: 'Requests are closed' }).waitFor();
    await page.getByText('is kept in this browser, and will be here').waitFor();
    expect(await page.getByText('Tell me when it opens').count()).toBe(0);
    for (const reason of ['slots', 'requests'] as const) {
      await stubOpening(page, { ...closed, reason, message: { en: `By ${reason}.` } });
      await askAgain(page);
      await page.getByText(`By ${reason}.`).waitFor();
      await page.getByRole('heading', { name: 'All slots are taken' }).waitFor();
    }
    await stubOpening(page, opening);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await sendButton(page).waitFor();
    expect(await page.getByLabel('Message').inputValue()).toBe('Two cats 🐈🐈, in oil');
  });

  it('shows that the form is under maintenance, and keeps the draft', async () => {
    const { page } = await openAs(opening, { locale: 'de' });
    await page.getByLabel('Nachricht').fill('Zwei Katzen');
    await stubOpening(page, { ...opening, state: 'closed', reason: 'maintenance' });
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await page.getByRole('heading', { name: 'Das Formular wird gerade gewartet und ist bald wieder da' }).waitFor();
    await page.getByText('bleibt in diesem Browser gespeichert').waitFor();
    await stubOpening(page, opening);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect.poll(() => page.getByLabel('Nachricht').inputValue()).toBe('Zwei Katzen');
  });

  it('asks again at the opening, until the service is open, which a cache may delay', async () => {
    const { page } = await stage.open();
    await page.clock.install({ time: '2099-05-31T08:00:00Z' });
    await stubCatalogue(page, catalogueWith(later));
    let polls = 0;
    await page.unroute('**/api/v1/availability');
    await page.route('**/api/v1/availability', (route) => {
      polls += 1;
      return route.fulfill({ json: polls < 4 ? later : opening });
    });
    await page.reload();
    await page.getByRole('heading', { name: /^Opens on/ }).waitFor();
    expect(polls).toBe(0);
    await page.clock.fastForward('24:00:00');
    const isOpenSoon = async () => {
      await page.clock.fastForward(10_000);
      return sendButton(page).isVisible();
    };
    await expect.poll(isOpenSoon).toBe(true);
    expect(polls).toBe(4);
  });

  it('opens at the time of the service, on a device whose clock is slow', async () => {
    const { page } = await stage.open();
    await page.clock.install({ time: '2099-06-01T06:00:00Z' });
    const headers = { date: 'Mon, 01 Jun 2099 07:59:00 GMT' };
    await page.unroute('**/api/v1/catalogue');
    await page.route('**/api/v1/catalogue', (route) => route.fulfill({ headers, json: catalogueWith(later) }));
    await stubOpening(page, opening);
    await page.reload();
    await page.getByRole('heading', { name: /^Opens on/ }).waitFor();
    // Long before the hour and a half that the clock is slow.
    let minutesLeft = 10;
    const isOpen = async () => {
      if (minutesLeft > 0) await page.clock.fastForward(60_000);
      minutesLeft -= 1;
      return sendButton(page).isVisible();
    };
    await expect.poll(isOpen).toBe(true);
  });

  it('takes an address to notify at the opening, corrects it first, and says when that did not work', async () => {
    const { page } = await openAs(later);
    const asked: unknown[] = [];
    await page.route('**/api/v1/opening-notices', (route) => {
      asked.push(route.request().postDataJSON());
      return asked.length > 1
        ? route.fulfill({ status: 202, json: {} })
        : route.fulfill({ status: 400, json: { error: 'No' } });
    });
    const address = page.getByLabel('E-mail');
    await address.fill('zoe.example.org');
    await page.getByRole('button', { name: 'Tell me' }).click();
    await page.getByText('The @ is missing').waitFor();
    await address.fill(' <zoe@example.org> ');
    await page.keyboard.press('Enter');
    await page.locator('#notify-error').getByText('That did not work. Please try again later.').waitFor();
    await address.press('Enter');
    await page.getByText('a link in our e-mail to zoe@example.org confirms it').first().waitFor();
    const sent = { email: 'zoe@example.org', language: 'en' };
    expect(asked).toEqual([sent, sent]);
  });
});

describe('a studio that closes while somebody writes', () => {
  it('keeps the draft and does not send it', async () => {
    const { requests } = await stage.service.stored();
    const { page } = await openAs(opening);
    await fillIn(page);
    await stubOpening(page, closed);
    await sendButton(page).click();
    await page.getByRole('region', { name: /Requests were closed while you were writing/ }).waitFor();
    await page.getByText('is kept in this browser').waitFor();
    expect((await stage.service.stored()).requests).toBe(requests);
  });

  it('offers the waiting list, and sends to it at the second press', async () => {
    const { requests } = await stage.service.stored();
    const { page } = await openAs({ ...opening, types: slotsOf('open', 1) });
    await page.getByRole('radio', { name: 'Portrait' }).check();
    await fillIn(page);
    await stubOpening(page, waitlist);
    await sendButton(page).click();
    await page.getByRole('region', { name: /it goes on the waiting list/ }).waitFor();
    expect((await stage.service.stored()).requests).toBe(requests);
    await page.getByRole('button', { name: 'Join the waiting list' }).click();
    await receipt(page).waitFor();
    expect((await stage.service.stored()).requests).toBe(requests + 1);
  });

  it('asks for another type when the chosen one is full', async () => {
    const { page } = await openAs({ ...opening, types: slotsOf('open', 1) });
    await page.getByRole('radio', { name: 'Portrait' }).check();
    await fillIn(page);
    const [portrait, ...others] = slotsOf('open', 1);
    await stubOpening(page, {
      ...opening,
      types: [{ id: 'portrait', left: 0, ...portrait, state: 'closed' }, ...others],
    });
    await sendButton(page).click();
    await page.getByText('Full', { exact: true }).waitFor();
    await sendButton(page).click();
    await page.getByRole('link', { name: /What you chose has become full/ }).click();
    await page.getByRole('radio', { name: 'Landscape' }).check();
    await sendButton(page).click();
    await receipt(page).waitFor();
  });

  it('takes the request when it cannot say whether it is open', async () => {
    const { page } = await openAs(opening);
    await fillIn(page);
    await page.unroute('**/api/v1/availability');
    await page.route('**/api/v1/availability', (route) => route.fulfill({ status: 503, json: {} }));
    await sendButton(page).click();
    await receipt(page).waitFor();
  });
});
