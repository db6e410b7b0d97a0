import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { noisyPicture } from '../../page/test/support/files.ts';
import { versionOf } from '../../src/studio/document/terms-version.ts';
import { publishStudio, tell } from './support/published-studio.ts';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile();
const terms = 'You keep nothing.';
let id: string;

beforeAll(async () => {
  const revision = await publishStudio(stage, {
    prices: { currency: 'EUR' },
    types: [{ id: 'bust', name: 'Bust', price: { amount: 46_000 } }],
    extras: [
      { id: 'owl', name: 'An owl', price: { amount: 1600 } },
      { id: 'rush', name: 'Within two weeks', price: { amount: 2000 } },
    ],
    questions: [{ id: 'day', label: 'When do you need it?', kind: 'date' }],
    terms: [{ id: 'use', title: 'Terms of use', text: terms, required: true }],
  });
  const files = [40, 41].map((width) => ({
    name: `${width}.png`,
    type: 'image/png',
    content: noisyPicture(width, 30),
  }));
  await stage.submit({ payload: { customerName: 'Ola Nordmann', customerEmail: 'ola@example.org' }, files });
  id = await stage.submit({ payload: { typeId: 'bust', extraIds: ['owl', 'rush'] }, files });
  await tell(stage, id, {
    v: 1,
    revision,
    answers: { day: '2036-12-12' },
    terms: [{ id: 'use', sha256: versionOf(terms), language: 'en' }],
    estimate: { amount: 49_600, currency: 'EUR' },
  });
});

async function open(width: number, height: number): Promise<Page> {
  const { page } = await stage.open({ path: `/requests/${id}`, viewport: { width, height } });
  await page.locator('.details-proofs').waitFor();
  return page;
}

const endOf = async (page: Page, part: string) => {
  const box = await page.locator(part).first().boundingBox();
  return (box?.y ?? Number.NaN) + (box?.height ?? 0);
};
const topOf = async (page: Page, part: string) => (await page.locator(part).first().boundingBox())?.y;

describe('the head of a request', () => {
  it('shows the price once, the day that the customer wishes, and the extras when they are opened', async () => {
    const page = await open(1280, 720);
    const head = page.locator('.request-head');
    await until(() => head.locator('.request-price').innerText()).toBe('Estimate €496');
    expect(await head.getByText(/496/).count()).toBe(1);
    await head.getByText('wants it by 12 Dec 2036').waitFor();
    await head.getByText('+2 extras').click();
    expect(await head.locator('.order-extras li').allInnerTexts()).toEqual(['+ An owl', '+ Within two weeks']);
    await page.getByRole('button', { name: '12 Dec 2036, as wished' }).click();
    await head.getByText('Due 12 Dec 2036').waitFor();
    await page.keyboard.press('p');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('i');
    await page.getByRole('dialog').getByText('€496').waitFor();
    await page.getByRole('dialog').getByText('Due 12 Dec 2036').waitFor();
  });
});

describe('the tools of a request', () => {
  it('show the customer and the price while the head is out of sight', async () => {
    const page = await open(390, 844);
    const tools = page.locator('.request-tools');
    await page.locator('.request-pane').evaluate((pane) => pane.scrollTo(0, 500));
    await until(() => tools.locator('.scrolled-head').innerText()).toMatch(/^\S.*≈ €496$/s);
    await tools.getByRole('link', { name: 'To the inbox' }).waitFor();
    await page.locator('.request-pane').evaluate((pane) => pane.scrollTo(0, 0));
    await tools.locator('.scrolled-head').waitFor({ state: 'detached' });
  });
});

describe('the pictures of a request', () => {
  it('are in the first screen of a small desktop and of a phone, and arrow keys go along them', async () => {
    const page = await open(1280, 720);
    expect(await topOf(page, '.picture-strip .frame')).toBeLessThanOrEqual(330);
    expect(await topOf(page, '.request-sent .exact-text')).toBeLessThan(600);
    await page.locator('.picture-strip .frame').first().focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Show 41.png large');
    const phone = await open(390, 844);
    expect(await endOf(phone, '.picture-strip .frame')).toBeLessThan(844 - 60);
    expect(await topOf(phone, '#due')).toBeLessThan(2 * 844);
  });

  it('leave room for a line of the message where text is twice as large', async () => {
    const page = await open(640, 360);
    const line = (await topOf(page, '.request-sent .exact-text')) ?? Number.NaN;
    expect(line + 24).toBeLessThan((await topOf(page, '.request > .decisions')) ?? 0);
  });
});

describe('the proofs of a request', () => {
  it('are one line, which opens to the terms and to other requests with the same files', async () => {
    const page = await open(1280, 720);
    await page.getByText('✓ Agreed to 1 term · Also sent with Ola Nordmann’s request').click();
    await page.getByText('Terms of use').waitFor();
    const other = page.locator('.also-sent').getByRole('link', { name: 'Also sent with Ola Nordmann’s request' });
    await other.click();
    await page.getByRole('heading', { name: 'Ola Nordmann', level: 1 }).waitFor();
  });
});

describe('the composer', () => {
  it('is folded to one row until a person writes, and again when nothing was written', async () => {
    const page = await open(1280, 720);
    const composer = page.locator('.composer');
    expect((await composer.boundingBox())?.height).toBeLessThanOrEqual(42);
    expect(await composer.locator('textarea').count()).toBe(0);
    await page.keyboard.press('n');
    await page.getByRole('textbox', { name: 'New note' }).waitFor();
    await page.keyboard.press('Escape');
    await composer.locator('textarea').waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Note' }).click();
    await page.keyboard.type('Paid early');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('textbox', { name: 'New note' }).inputValue()).toBe('Paid early');
  });

  it('stands before the facts on a phone, and takes the room of the decisions while a person writes', async () => {
    const page = await open(390, 844);
    expect(await topOf(page, '.composer')).toBeLessThan((await topOf(page, '.request-side')) ?? 0);
    const decisions = page.locator('.request > .decisions');
    await page.getByRole('tab', { name: 'Note' }).click();
    await page.keyboard.type('Paid early');
    await decisions.waitFor({ state: 'hidden' });
    await until(() => endOf(page, '.composer [type=submit]')).toBeLessThanOrEqual(844);
    await page.getByRole('heading', { level: 1 }).click();
    await decisions.waitFor();
  });
});
