import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Opening } from '../../client/src/commission-client.ts';
import { languages } from '../../src/platform/language/languages.ts';
import { askingStudio } from './support/asking-catalogue.ts';
import { violations } from './support/axe.ts';
import { checkForm, checkPage, narrow } from './support/checked-screen.ts';
import { smallPicture } from './support/files.ts';
import { locatedPhoto } from './support/location-pictures.ts';
import { attach, fillIn, receipt, type Stage, sendButton, setStage, takeNetwork } from './support/stage.ts';
import { stubOpening } from './support/stub-catalogue.ts';

let stage: Stage;

beforeAll(async () => {
  const opening = { mode: 'open', closesAt: '2099-03-01T09:00:00Z', timeZone: 'Europe/Berlin' };
  stage = await setStage({ catalogue: askingStudio({ opening }), publicPath: '/studio/' });
});

afterAll(() => stage.close());

/** Without motion no colour is on its way to another. */
const open = async () => (await stage.open({ reducedMotion: 'reduce' })).page;

async function answer(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'For myself' }).check();
  await page.getByRole('checkbox', { name: 'I agree: Terms of service' }).check();
  await fillIn(page);
}

describe('the form, as customers see it in each language', () => {
  it('is accessible and fits while it is filled in', async () => {
    const page = await open();
    await page.getByRole('radio', { name: 'Portrait' }).check();
    await page.getByRole('radio', { name: 'For my business' }).check();
    await page.getByText('Read the terms').click();
    await page.getByText('Imprint').click();
    await checkForm(page, 'with questions');
    await page.getByLabel('Message').fill('x'.repeat(20_001));
    await page.getByLabel('E-mail').fill('zoe@gmial.com');
    await sendButton(page).click();
    await page.getByRole('region', { name: /need your attention/ }).waitFor();
    await page.locator('.suggestion').waitFor();
    await checkForm(page, 'invalid');
    await page.getByLabel('Message').fill('Two cats');
    await attach(page, [
      await stage.folder.write('photo.jpeg', await locatedPhoto('jpeg')),
      await stage.folder.write('empty.heic', new Uint8Array(0)),
      await stage.folder.write('huge.png', new Uint8Array(10_485_761)),
    ]);
    await page.getByRole('button', { name: 'Attach a smaller copy' }).waitFor();
    await page.getByRole('button', { name: 'Remove the location' }).waitFor();
    await checkForm(page, 'with files, one refused');
    await page.getByRole('button', { name: 'Show photo.jpeg large' }).click();
    await page.getByRole('dialog').waitFor();
    await checkForm(page, 'with a large picture');
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByText('are back').first().waitFor();
    await checkForm(page, 'restored');
    await page.getByRole('button', { name: 'Clear the form' }).last().click();
    await page.getByRole('button', { name: 'Undo' }).first().waitFor();
    await checkForm(page, 'cleared');
  });

  it('is accessible and fits while it is sent, and when it has arrived', async () => {
    const page = await open();
    await page.clock.install();
    await page.reload();
    await answer(page);
    await attach(page, [
      await stage.folder.write('cat.png', smallPicture),
      await stage.folder.write('large.bin', new Uint8Array(3_000_000)),
    ]);
    stage.site.faults.push({ status: 404, body: {} });
    await sendButton(page).click();
    await page.getByRole('region', { name: /was not sent/ }).waitFor();
    await checkForm(page, 'failed');
    stage.site.faults.push({ status: 503, body: {}, headers: { 'retry-after': '60' } });
    await sendButton(page).click();
    await page.locator('.notice.warn').waitFor();
    await page.clock.fastForward(10_000);
    await page.locator('.sending').getByText('This is taking longer').waitFor();
    await checkForm(page, 'trying again');
    await page.getByRole('button', { name: 'Cancel' }).click();
    const network = await takeNetwork(page);
    await network.limit(100_000);
    await sendButton(page).click();
    await page.getByText('per second').waitFor();
    await checkForm(page, 'on its way');
    await network.recover();
    await receipt(page).waitFor();
    await checkForm(page, 'arrived');
  });

  it('is accessible and fits while the studio is closed, full or has a waiting list', async () => {
    const page = await open();
    const found = await page.evaluate(async () => (await fetch('api/v1/availability')).json());
    const opening: Opening = { ...found, opensAt: null, closesAt: null };
    const types = ['portrait', 'landscape'].map((id) => ({ id, state: 'closed' as const, left: 0 }));
    const getFocus = () => page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await stubOpening(page, { ...opening, state: 'waitlist', reason: 'slots', types: types.slice(1) });
    await getFocus();
    await page.getByText('There is a waiting list').waitFor();
    await page.getByText('Full', { exact: true }).waitFor();
    await checkForm(page, 'with a waiting list');
    await stubOpening(page, { ...opening, state: 'closed', reason: 'slots', types });
    await getFocus();
    await page.getByRole('heading', { name: 'All slots are taken' }).waitFor();
    await checkForm(page, 'full');
    const opensAt = '2099-06-01T08:00:00.000Z';
    const message = { en: 'I am painting.' };
    await stubOpening(page, { ...opening, state: 'closed', reason: 'schedule', opensAt, message, notices: true });
    await getFocus();
    await page.getByRole('heading', { name: /^Opens on/ }).waitFor();
    await page.getByRole('region', { name: 'Terms' }).getByText('Read the terms').click();
    await page.getByLabel('E-mail').fill('zoe.example.org');
    await page.getByRole('button', { name: 'Tell me' }).click();
    await page.getByText('The @ is missing').waitFor();
    await checkForm(page, 'closed');
  });

  it('is accessible and fits where it could not be loaded whole, or is closed meanwhile', async () => {
    const page = await open();
    await answer(page);
    const found = await page.evaluate(async () => (await fetch('api/v1/availability')).json());
    await stubOpening(page, { ...found, state: 'closed', reason: 'manual' });
    await sendButton(page).click();
    await page.getByRole('region', { name: /Requests were closed while you were writing/ }).waitFor();
    await checkForm(page, 'closed meanwhile');
    await page.route('**/api/v1/catalogue', (route) => route.abort());
    await page.reload();
    await page.getByText('could not be loaded').waitFor();
    await checkForm(page, 'without its catalogue');
  });
});

const statuses = ['NEW', 'WAITLISTED', 'ACCEPTED', 'IN_PROGRESS', 'COMPLETED', 'DECLINED', 'CANCELLED'];
const message =
  'https://pay.example.org/340\nSketches follow on Friday.\n\nמזל טוב 🐈 \u202eevil <img src=x onerror="document.title=1">';

/** Stores a request with a message, and resolves with the address of its status page. */
async function storedRequest(): Promise<{ readonly id: string; readonly address: string }> {
  const form = new FormData();
  form.append('payload', '{"customerName":"Zoë","customerEmail":"zoe@example.org","message":"Two cats"}');
  const response = await fetch(`${stage.site.url}api/v1/commissions`, { method: 'POST', body: form });
  const { id } = (await response.json()) as { id: string };
  return { id, address: new URL(String(response.headers.get('location')), stage.site.url).href };
}

describe('the other pages', () => {
  it('are accessible and fit in each language', async () => {
    const { page, faults } = await stage.open({ reducedMotion: 'reduce', colorScheme: 'dark', viewport: narrow });
    const { id, address } = await storedRequest();
    const text = 'Half of the price is due before the sketch.\n\nTwo changes are free.';
    const terms = `terms/${createHash('sha256').update(text).digest('hex')}`;
    for (const [index, language] of languages.entries()) {
      const status = statuses[index % statuses.length];
      await stage.service.pool.query('update commission_requests set status = $2 where id = $1', [id, status]);
      await stage.service.pool.query(
        "insert into request_entries (request_id, kind, author, via, text) values ($1, 'public-message', 'program', 'api', $2)",
        [id, message],
      );
      await checkPage(page, address, language);
      if (index < statuses.length) expect(await violations(page), status).toEqual([]);
      for (const path of ['nowhere/at/all', 'queue', terms]) await checkPage(page, stage.site.url + path, language);
    }
    for (const path of ['requests/nowhere', 'nowhere/at/all', 'queue', terms]) {
      await page.goto(stage.site.url + path);
      expect(await violations(page), path).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    for (const path of [address, `${stage.site.url}docs`]) {
      await page.goto(path);
      expect(await violations(page), path).toEqual([]);
    }
    expect(await page.title()).not.toBe('1');
    expect(faults).toEqual([]);
  });
});
