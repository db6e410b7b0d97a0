import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../../page/test/support/axe.ts';
import { overflow } from './support/overflow.ts';
import { publishStudio, tell } from './support/published-studio.ts';
import { namesIn, rowOf } from './support/rows.ts';
import { type InboxPageStage, setInboxStage } from './support/stage.ts';
import type { OpenOptions } from './support/windows.ts';

const attack = '"><img src=x onerror=alert(1)>\u202e';

const questions = [
  {
    id: 'use',
    label: { en: 'What is it for?', de: 'Wofür ist es?' },
    kind: 'choice',
    options: [
      { id: 'home', name: { en: 'For my home', de: 'Für mein Zuhause' } },
      { id: 'shop', name: `A shop ${attack}` },
    ],
  },
  { id: 'gift', label: 'Is it a gift?', kind: 'yes-no' },
  { id: 'story', label: 'The story', kind: 'paragraph' },
];

let stage: InboxPageStage;

beforeAll(async () => {
  stage = await setInboxStage();
  const revision = await publishStudio(stage, { questions, opening: { mode: 'open' } });
  const told = {
    Ann: { use: 'home', gift: true },
    Ben: { use: 'shop', gift: true },
    Cleo: { use: 'home', gift: false },
  };
  for (const [name, answers] of Object.entries(told)) {
    await tell(stage, await stage.inbox.store({ name }), { v: 1, revision, answers });
  }
  await stage.service.pool.query("update commission_requests set arrival = 'closed' where customer_name = 'Ben'");
  await stage.inbox.index();
  const { page } = await stage.open();
  await page.waitForFunction(async () => 'questions' in (await (await fetch('/api/operator/v1/catalogue')).json()));
  await page.context().close();
});

afterAll(() => stage.close());

async function openMenu(options: OpenOptions = {}): Promise<Page> {
  const { page } = await stage.open(options);
  await page.locator('.row', { hasText: 'Ann' }).waitFor();
  await page.locator('.bar-control.filter').click();
  await page.locator('.answer-filters').waitFor();
  return page;
}

const chips = (page: Page) => page.getByRole('list', { name: 'Filter' }).getByRole('button');
const searchIn = (page: Page) => decodeURIComponent(new URL(page.url()).search);

describe('the filters by what the page tells', () => {
  it('are for arrivals, and for questions that are answered by a choice or by yes or no', async () => {
    const page = await openMenu();
    await page.getByText('Answers', { exact: true }).click();
    const names = page.locator('.filter-menu select').evaluateAll((all) => all.map((one) => one.ariaLabel));
    expect((await names).slice(-3)).toEqual(['Arrival', 'What is it for?', 'Is it a gift?']);
    await page.context().close();
  });

  it('find the requests with an answer, are in the address, and are chips that remove their own', async () => {
    const page = await openMenu();
    await page.getByText('Answers', { exact: true }).click();
    await page.getByRole('combobox', { name: 'What is it for?' }).selectOption('For my home');
    await rowOf(page, 'Ben').waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Is it a gift?' }).selectOption('Yes');
    await rowOf(page, 'Cleo').waitFor({ state: 'detached' });
    expect(searchIn(page)).toBe('?answer.use=home&answer.gift=true');
    await page.reload();
    await expect
      .poll(() => chips(page).allInnerTexts())
      .toEqual(['What is it for?: For my home', 'Is it a gift?: Yes']);
    await expect.poll(() => namesIn(page)).toEqual(['Ann']);
    await chips(page).first().click();
    await rowOf(page, 'Ben').waitFor();
    expect(searchIn(page)).toBe('?answer.gift=true');
    await chips(page).first().click();
    await rowOf(page, 'Cleo').waitFor();
    expect(searchIn(page)).toBe('');
    await page.context().close();
  });

  it('find the requests that came while the form was closed', async () => {
    const page = await openMenu();
    await page.getByRole('combobox', { name: 'Arrival' }).selectOption('Came while closed');
    await rowOf(page, 'Ann').waitFor({ state: 'detached' });
    expect(await namesIn(page)).toEqual(['Ben']);
    expect([searchIn(page), await chips(page).allInnerTexts()]).toEqual(['?arrival=closed', ['Came while closed']]);
    await page.context().close();
  });

  it('are chosen by keys alone', async () => {
    const { page } = await stage.open();
    await rowOf(page, 'Ann').waitFor();
    await page.locator('.answer-filters').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Filter' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Answers', { exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await rowOf(page, 'Ben').waitFor({ state: 'detached' });
    const focused = page.evaluate(() => document.activeElement?.ariaLabel);
    expect([searchIn(page), await focused]).toEqual(['?answer.use=home', 'What is it for?']);
    await page.context().close();
  });

  it('are part of a saved view and of an export', async () => {
    const { page } = await stage.open({ path: '/?answer.use=home&arrival=full' });
    await page.getByText('No request matches').waitFor();
    await page.goto(`${stage.url}/?answer.use=home`);
    await rowOf(page, 'Cleo').waitFor();
    await page.locator('.bulk-menu > button').last().click();
    const link = page.getByRole('link', { name: 'CSV' });
    expect(await link.getAttribute('href')).toContain('answer.use=home');
    await page.context().close();
  });

  it('show what is not asked any more by its id, and run nothing that an address has', async () => {
    const path = `/?answer.old=${encodeURIComponent(attack)}`;
    const { page, faults } = await stage.open({ path });
    await expect.poll(() => chips(page).allInnerTexts()).toEqual(['old: "><img src=x onerror=alert(1)>�']);
    await page.goto(`${stage.url}/?answer.__proto__=x&answer.=y&arrival=late`);
    await page.getByRole('button', { name: 'Filter', exact: true }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('are in the language of the reader', async () => {
    const page = await openMenu({ locale: 'de-DE' });
    await page.getByText('Antworten', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Wofür ist es?' }).selectOption('Für mein Zuhause');
    await page.getByRole('button', { name: /Wofür ist es\?: Für mein Zuhause/ }).waitFor();
    await page.context().close();
  });

  it.each(['light', 'dark'] as const)(
    'can be read by everybody, and on a phone, when they are %s',
    async (colorScheme) => {
      const page = await openMenu({ colorScheme, viewport: { width: 320, height: 640 }, path: '/?answer.use=home' });
      await page.getByRole('combobox', { name: 'What is it for?' }).waitFor();
      expect(await violations(page)).toEqual([]);
      expect(await overflow(page)).toEqual([]);
      await page.context().close();
    },
  );
});
