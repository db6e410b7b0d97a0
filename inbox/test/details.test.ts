import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { versionOf } from '../../src/studio/document/terms-version.ts';
import { publishStudio, tell } from './support/published-studio.ts';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const attack = '"><img src=x onerror=alert(1)>\u202e';
const text = 'You keep nothing.';

const studio = {
  prices: { currency: 'EUR' },
  questions: [
    {
      id: 'use',
      label: { en: 'What is it for?', de: 'Wofür ist es?' },
      kind: 'choice',
      required: true,
      options: [
        { id: 'home', name: { en: 'For my home', de: 'Für mein Zuhause' } },
        { id: 'shop', name: 'For a shop' },
      ],
    },
    {
      id: 'parts',
      label: 'Which parts?',
      kind: 'choices',
      options: [
        { id: 'head', name: 'Head' },
        { id: 'hands', name: 'Hands' },
      ],
    },
    { id: 'gift', label: 'Is it a gift?', kind: 'yes-no' },
    { id: 'day', label: 'By when?', kind: 'date' },
    { id: 'story', label: `The story ${attack}`, kind: 'paragraph' },
    { id: 'size', label: 'How wide?', kind: 'number' },
    { id: 'home', label: 'Where do you live?', kind: 'text', required: true },
  ],
  terms: [{ id: 'use', title: { en: 'Terms of use', de: 'Nutzung' }, text, required: true }],
};

const answers = {
  use: 'home',
  parts: ['head', 'hands'],
  gift: true,
  day: '2026-12-24',
  story: `See https://example.org/ ${attack} ${'wide'.repeat(80)}`,
  size: 'very',
  [attack]: 'who asked?',
};

const stage = inboxOfFile();
let plain: string;
let detailed: string;
let direct: string;

beforeAll(async () => {
  plain = await stage.inbox.store({ name: 'Before anything was set' });
  const revision = await publishStudio(stage, studio);
  direct = await stage.inbox.store({ name: 'Direct' });
  detailed = await stage.inbox.store({ name: 'Zoë', typeId: 'portrait' });
  await tell(stage, detailed, {
    v: 1,
    revision,
    answers,
    terms: [
      { id: 'use', sha256: versionOf(text), language: 'en' },
      { id: attack, sha256: 'a'.repeat(64), language: 'en' },
    ],
    estimate: { amount: 12_050, currency: 'EUR' },
  });
  await stage.service.pool.query(
    "update commission_requests set arrival = 'full', arrived_at = created_at where id = $1",
    [detailed],
  );
});

const part = (page: Page, name: string) => page.locator('.details').getByRole('region', { name, exact: true });

async function openDetails(options = {}) {
  const opened = await stage.open({ path: `/requests/${detailed}`, ...options });
  await opened.page.locator('.details').waitFor();
  return opened;
}

describe('the choices of a customer', () => {
  it('have the names that the customer saw, after a removal too', async () => {
    await publishStudio(stage, {
      ...studio,
      types: [{ id: 'b-1', name: 'Bust' }],
      extras: [{ id: 'r-1', name: 'Rush' }],
    });
    const id = await stage.inbox.store({ name: 'Early', typeId: 'b-1' });
    await stage.service.pool.query("update commission_requests set extra_ids = '{r-1}' where id = $1", [id]);
    await publishStudio(stage, studio);
    const { page } = await stage.open({ path: `/requests/${id}` });
    const order = page.locator('.order');
    await order.waitFor();
    expect(await order.locator('bdi').allInnerTexts()).toEqual(['Bust', 'Rush']);
    await page.goto(stage.url);
    await page.locator('.type').getByText('Bust', { exact: true }).waitFor();
  });
});

describe('the details of a request beside its message', () => {
  it('are shown in the words of the questions and the language of the reader, with doubtful, missing and late parts', async () => {
    const { page } = await openDetails();
    const shown = part(page, 'Answers').locator('dl > div');
    await until(async () => (await shown.allInnerTexts()).slice(0, 4)).toEqual([
      'What is it for?\nFor my home',
      'Which parts?\nHead, Hands',
      'Is it a gift?\nYes',
      expect.stringContaining('By when?\n24 Dec'),
    ]);
    const doubtful = part(page, 'Answers').locator('.details-doubtful');
    await until(() => doubtful.allInnerTexts()).toEqual([
      expect.stringMatching(/How wide\?\s+very\s+This is not an answer to the question\./),
      expect.stringMatching(/who asked\?\s+The form has no such question\./),
    ]);
    await until(() => page.locator('.details-missing li').allInnerTexts()).toEqual(['Where do you live?']);
    expect(await page.locator('.details > .details-note').innerText()).toBe('Arrived when you were full');
    await page.getByText('✓ Agreed to 1 term · A text that the studio never had').click();
    const terms = page.locator('.details-terms li');
    await until(() => terms.count()).toBe(2);
    expect(await terms.first().innerText()).toMatch(/^Terms of use\s*Agreed on /);
    expect(await terms.last().innerText()).toContain('A text that the studio never had');
    const estimate = await part(page, 'Estimate').innerText();
    for (const words of ['€120.50', 'The two differ.']) expect(estimate).toContain(words);
    // It runs no script of a stranger, and shows no override of the direction.
    expect(await part(page, 'Answers').innerText()).toContain('<img src=x onerror=alert(1)>�');
    await part(page, 'Answers').getByRole('button', { name: 'https://example.org/' }).click();
    await page.getByRole('dialog', { name: 'Where this link leads' }).waitFor();
    const german = await openDetails({ locale: 'de-DE' });
    expect(await part(german.page, 'Antworten').innerText()).toContain('Wofür ist es?\nFür mein Zuhause');
  });
});

describe('a request without details', () => {
  it('shows that terms were not recorded if the studio had some, and otherwise has no such part', async () => {
    const { page } = await stage.open({ path: `/requests/${direct}` });
    await page.locator('.details-proofs').getByText('Terms not recorded.').waitFor();
    await page.goto(`${stage.url}/requests/${plain}`);
    await page.getByRole('heading', { name: 'Before anything was set' }).waitFor();
    await page.locator('.request-sent').waitFor();
    expect(await page.locator('.details').count()).toBe(0);
  });
});
