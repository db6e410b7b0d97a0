import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../../page/test/support/axe.ts';
import { noisyPicture } from '../../page/test/support/files.ts';
import { openField } from './support/composer.ts';
import { overflow } from './support/overflow.ts';
import { type InboxPageStage, setInboxStage } from './support/stage.ts';

let stage: InboxPageStage;
let id: string;
let gone: string;

beforeAll(async () => {
  stage = await setInboxStage();
  gone = '01900000-0000-7000-8000-000000000000';
  for (const customerName of ['Ann', 'Zoë Müller', 'محمد علي']) {
    id = await stage.submit({
      payload: {
        customerName,
        typeId: 'portrait',
        extraIds: ['frame'],
        customerSocials: 'https://example.org/@zoe',
        message: `Two cats, in oil: https://example.org/${'long/'.repeat(30)}\n\nمرحبا\n${'wide'.repeat(80)}`,
      },
      files: [
        { name: `${'evening '.repeat(20)}.png`, type: 'image/png', content: noisyPicture(60, 40) },
        { name: 'contract.pdf', type: 'application/pdf', content: Buffer.from('%PDF') },
      ],
    });
  }
  const { editor, actor } = stage.inbox;
  // SPAM is the last column of the board.
  await editor.change(await stage.inbox.store({ files: ['sketch.png'] }), 1, { status: 'SPAM' }, actor);
  await editor.addNote(id, 'Ask about the frame.', actor);
  await editor.change(
    id,
    1,
    { status: 'WAITLISTED', labels: ['gift', 'vip'], dueOn: '2026-01-01', publicMessage: 'Soon.' },
    actor,
  );
});

afterAll(() => stage.close());

const inDialog = async (page: Page) => page.getByRole('dialog').waitFor();
const tickAll = (page: Page) => page.locator('.bulk-bar input[type=checkbox]').check();

/** Opens the technical details and scrolls to the top, so that the sticky head does not cover elements under test. */
async function openDetails(page: Page): Promise<void> {
  await page.locator('.timeline .change').nth(2).waitFor();
  await page.locator('.folded summary').last().click();
  await page.locator('.request-pane').evaluate((pane) => pane.scrollTo({ top: 0 }));
}

/** Functions that bring the page into each state. */
const states: readonly [name: string, path: () => string, reach: (page: Page) => Promise<unknown>][] = [
  ['a request', () => `/requests/${id}`, openDetails],
  [
    'a request with something written',
    () => `/requests/${id}`,
    async (page) => {
      await (await openField(page, 'Message on the status page')).fill('Later');
      await (await openField(page, 'New note')).fill('x'.repeat(20_001));
      await page.locator('.labels input').fill('a,b');
      await page.locator('.labels input').press('Enter');
      await page.locator('.fault').first().waitFor();
    },
  ],
  [
    'an address of a stranger',
    () => `/requests/${id}`,
    async (page) => {
      await page.locator('.address').first().click();
      await inDialog(page);
    },
  ],
  [
    'a picture at large',
    () => `/requests/${id}`,
    async (page) => {
      await page.locator('.contact-sheet .frame').first().click();
      await inDialog(page);
    },
  ],
  ['a request that is gone', () => `/requests/${gone}`, (page) => page.locator('.message').first().waitFor()],
  ['the board', () => '/board', (page) => page.locator('.board-card').first().waitFor()],
  [
    'many at once, asking',
    () => '/',
    async (page) => {
      await page.locator('.row').first().waitFor();
      await tickAll(page);
      await page.locator('.bulk-bar select').selectOption('DECLINED');
      await page.getByRole('dialog').locator('.primary').waitFor();
    },
  ],
  [
    'the menus of many at once',
    () => '/',
    async (page) => {
      await page.locator('.row').first().waitFor();
      await tickAll(page);
      await page.locator('.bulk-bar .bulk-menu button').first().click();
    },
  ],
  ['one’s own account', () => '/settings', (page) => page.locator('.entries li').first().waitFor()],
  [
    'people, with a link to be sent, and an open one to a new password',
    () => '/settings/people',
    async (page) => {
      await stage.accounts.passwordLinks.make((await stage.personOf('viewer')).id, null);
      await page.locator('form.inline input').fill(`guest-${Math.random()}@example.org`);
      await page.locator('form.inline button').click();
      await page.locator('.secret').waitFor();
    },
  ],
  [
    'programs, with a token to be copied',
    () => '/settings/tokens',
    async (page) => {
      await page.locator('form.inline input').first().fill('Accounting');
      await page.locator('form.inline button').click();
      await page.locator('.secret').waitFor();
    },
  ],
  ['the history', () => '/settings/history', (page) => page.locator('.entries li').first().waitFor()],
];

describe.each(states)('%s', (_, path, reach) => {
  it('has no violations, light and wide, dark and narrow, and fits 320 pixels', async () => {
    const { page, faults } = await stage.open({ role: 'owner', path: path() });
    await reach(page);
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

describe.each(['de', 'es', 'ja'])('in %s', (locale) => {
  it.each(['a request', 'the board', 'one’s own account', 'programs, with a token to be copied'])(
    'has no violations and fits 320 pixels: %s',
    async (wanted) => {
      const [, path, reach] = states.find(([name]) => name === wanted) ?? states[0] ?? [];
      if (!path || !reach) throw new Error('There is such a state');
      const { page } = await stage.open({ role: 'owner', path: path(), locale, viewport: { width: 320, height: 640 } });
      await reach(page);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale);
      expect(await violations(page)).toEqual([]);
      expect(await overflow(page)).toEqual([]);
      await page.context().close();
    },
  );
});
