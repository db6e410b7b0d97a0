import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { publishStudio, tell } from './support/published-studio.ts';
import { namesIn, rowOf } from './support/rows.ts';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

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

const stage = inboxOfFile();

beforeAll(async () => {
  const revision = await publishStudio(stage, { questions, opening: { mode: 'open' } });
  const answersByName = {
    Ann: { use: 'home', gift: true },
    Ben: { use: 'shop', gift: true },
    Cleo: { use: 'home', gift: false },
  };
  for (const [name, answers] of Object.entries(answersByName)) {
    await tell(stage, await stage.inbox.store({ name }), { v: 1, revision, answers });
  }
  await stage.service.pool.query(
    "update commission_requests set arrival = 'closed', arrived_at = created_at where customer_name = 'Ben'",
  );
  await stage.inbox.index();
  const { page } = await stage.open();
  await page.waitForFunction(async () => 'questions' in (await (await fetch('/api/operator/v1/catalogue')).json()));
});

async function openMenu(): Promise<Page> {
  const { page } = await stage.open();
  await rowOf(page, 'Ann').waitFor();
  await page.locator('.bar-control.filter').click();
  await page.locator('.answer-filters').waitFor();
  return page;
}

const chips = (page: Page) => page.getByRole('list', { name: 'Filter' }).getByRole('button');
const searchIn = (page: Page) => decodeURIComponent(new URL(page.url()).search);

describe('the filters by details', () => {
  it('find the requests with an answer or an arrival, are in the address, and are chips that remove their own', async () => {
    const page = await openMenu();
    await page.getByText('Answers', { exact: true }).click();
    // Texts are no filters.
    const names = await page.locator('.filter-menu select').evaluateAll((all) => all.map((one) => one.ariaLabel));
    expect(names.slice(-3)).toEqual(['Arrival', 'What is it for?', 'Is it a gift?']);
    await page.getByRole('combobox', { name: 'What is it for?' }).selectOption('For my home');
    await rowOf(page, 'Ben').waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Is it a gift?' }).selectOption('Yes');
    await rowOf(page, 'Cleo').waitFor({ state: 'detached' });
    expect(searchIn(page)).toBe('?answer.use=home&answer.gift=true');
    await page.reload();
    await until(() => chips(page).allInnerTexts()).toEqual(['What is it for?: For my home', 'Is it a gift?: Yes']);
    await until(() => namesIn(page)).toEqual(['Ann']);
    await chips(page).first().click();
    await rowOf(page, 'Ben').waitFor();
    await chips(page).first().click();
    await rowOf(page, 'Cleo').waitFor();
    expect(searchIn(page)).toBe('');
    await page.locator('.bar-control.filter').click();
    await page.getByRole('combobox', { name: 'Arrival' }).selectOption('Arrived when you were closed');
    await until(() => namesIn(page)).toEqual(['Ben']);
    expect([searchIn(page), await chips(page).allInnerTexts()]).toEqual([
      '?arrival=closed',
      ['Arrived when you were closed'],
    ]);
  });

  it('are chosen by keys alone, and are part of an export', async () => {
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
    await page.keyboard.press('Escape');
    await page.locator('.bulk-menu > button').last().click();
    const link = page.getByRole('link', { name: 'CSV' });
    expect(await link.getAttribute('href')).toContain('answer.use=home');
  });

  it('show a removed question by its id, and run no script of an address', async () => {
    const path = `/?answer.old=${encodeURIComponent(attack)}`;
    const { page } = await stage.open({ path });
    await until(() => chips(page).allInnerTexts()).toEqual(['old: "><img src=x onerror=alert(1)>�']);
    await page.goto(`${stage.url}/?answer.__proto__=x&answer.=y&arrival=late`);
    await page.getByRole('button', { name: 'Filter', exact: true }).waitFor();
  });
});
