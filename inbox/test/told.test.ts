import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../../page/test/support/axe.ts';
import { versionOf } from '../../src/customers/studio/asked.ts';
import { overflow } from './support/overflow.ts';
import { publishStudio, tell } from './support/published-studio.ts';
import { type InboxPageStage, setInboxStage } from './support/stage.ts';

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

let stage: InboxPageStage;
let plain: string;
let told: string;
let direct: string;

beforeAll(async () => {
  stage = await setInboxStage();
  plain = await stage.inbox.store({ name: 'Before anything was set' });
  const revision = await publishStudio(stage, studio);
  direct = await stage.inbox.store({ name: 'Direct' });
  told = await stage.inbox.store({ name: 'Zoë', typeId: 'portrait' });
  await tell(stage, told, {
    v: 1,
    revision,
    answers,
    terms: [
      { id: 'use', sha256: versionOf(text), language: 'en' },
      { id: attack, sha256: 'a'.repeat(64), language: 'en' },
    ],
    estimate: { amount: 12_050, currency: 'EUR' },
  });
  await stage.service.pool.query("update commission_requests set arrival = 'full' where id = $1", [told]);
});

afterAll(() => stage.close());

const part = (page: Page, name: string) => page.locator('.told').getByRole('region', { name, exact: true });

async function openTold(options = {}) {
  const opened = await stage.open({ path: `/requests/${told}`, ...options });
  await opened.page.locator('.told').waitFor();
  return opened;
}

describe('what a customer has chosen', () => {
  it('has the names that the customer saw, after a removal too', async () => {
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
    await page.context().close();
    const { page: list } = await stage.open({ path: '/' });
    await list.locator('.type').getByText('Bust', { exact: true }).waitFor();
    await list.context().close();
  });
});

describe('what a customer told beside the message', () => {
  it('is shown in the words of the questions and of the chosen options', async () => {
    const { page, faults } = await openTold();
    const shown = await part(page, 'Answers').locator('dl > div').allInnerTexts();
    expect(shown.slice(0, 4)).toEqual([
      'What is it for?\nFor my home',
      'Which parts?\nHead\nHands',
      'Is it a gift?\nYes',
      expect.stringContaining('By when?\n24 Dec'),
    ]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('marks answers that are none, and lists the required questions without an answer', async () => {
    const { page } = await openTold();
    const doubtful = part(page, 'Answers').locator('.told-doubtful');
    await expect
      .poll(() => doubtful.allInnerTexts())
      .toEqual([
        expect.stringMatching(/How wide\?\s+very\s+This is not an answer to the question\./),
        expect.stringMatching(/who asked\?\s+The form has no such question\./),
      ]);
    await expect.poll(() => page.locator('.told-missing li').allInnerTexts()).toEqual(['Where do you live?']);
    await page.context().close();
  });

  it('has what was agreed to with its version, and marks what the studio never had', async () => {
    const { page } = await openTold();
    const terms = part(page, 'Terms').locator('li');
    await expect.poll(() => terms.count()).toBe(2);
    expect(await terms.first().innerText()).toMatch(/^Terms of use\s*Agreed on /);
    expect(await terms.last().innerText()).toContain('A text that the studio never had');
    await page.context().close();
  });

  it('has the sum that was shown beside the service’s own, marked when they differ', async () => {
    const { page } = await openTold();
    const estimate = part(page, 'Estimate');
    expect(await estimate.innerText()).toContain('€120.50');
    expect(await estimate.innerText()).toContain('The two differ.');
    await page.context().close();
  });

  it('says that the request came while the form was full', async () => {
    const { page } = await openTold();
    expect(await page.locator('.told > .told-note').innerText()).toBe('Came while full');
    await page.context().close();
  });

  it('runs nothing that a stranger wrote, and shows no direction that a stranger turned', async () => {
    const { page, faults } = await openTold();
    expect(await part(page, 'Answers').innerText()).toContain('<img src=x onerror=alert(1)>�');
    await part(page, 'Answers').getByRole('button', { name: 'https://example.org/' }).click();
    await page.getByRole('dialog', { name: 'Where this link leads' }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('is in the language of the reader', async () => {
    const { page } = await openTold({ locale: 'de-DE' });
    expect(await part(page, 'Antworten').innerText()).toContain('Wofür ist es?\nFür mein Zuhause');
    await page.context().close();
  });

  it.each(['light', 'dark'] as const)(
    'can be read by everybody, and on a phone, when it is %s',
    async (colorScheme) => {
      const { page } = await openTold({ colorScheme, viewport: { width: 390, height: 844 } });
      await page.locator('.told-missing li').waitFor();
      expect(await violations(page)).toEqual([]);
      expect(await overflow(page)).toEqual([]);
      await page.context().close();
    },
  );
});

describe('a request that told nothing', () => {
  it('says that terms were not recorded if the studio had some', async () => {
    const { page } = await stage.open({ path: `/requests/${direct}` });
    await part(page, 'Terms').getByText('Terms not recorded.').waitFor();
    await page.context().close();
  });

  it('shows nothing of it if nothing was set', async () => {
    const { page } = await stage.open({ path: `/requests/${plain}` });
    await page.getByRole('heading', { name: 'Before anything was set' }).waitFor();
    await page.locator('.timeline .request-sent').waitFor();
    expect(await page.locator('.told').count()).toBe(0);
    await page.context().close();
  });
});
