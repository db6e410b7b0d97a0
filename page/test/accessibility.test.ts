import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from './support/axe.ts';
import { studioCatalogue } from './support/catalogue.ts';
import { smallPicture } from './support/files.ts';
import { attach, fillIn, receipt, type Stage, sendButton, setStage, takeNetwork } from './support/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await setStage({ catalogue: studioCatalogue });
});

afterAll(() => stage.close());

const picture = () => stage.folder.write('cat.png', smallPicture);
const large = () => stage.folder.write('large.bin', new Uint8Array(3_000_000));

/**
 * Resolves with the violations at the end of a narrow page. Above it axe takes what lies below the bar at the foot for
 * too small, because it does not know that it can be scrolled from there.
 */
async function violationsAtEnd(page: Page): Promise<unknown[]> {
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  return violations(page);
}

/** Functions that bring the page into each state. */
const states: readonly [string, (page: Page) => Promise<unknown>][] = [
  ['empty', async (page) => page.getByRole('radio', { name: 'Portrait' }).check()],
  [
    'invalid',
    async (page) => {
      await page.getByLabel('Message').fill('x'.repeat(20_001));
      await sendButton(page).click();
      await page.getByRole('region', { name: /need your attention/ }).waitFor();
    },
  ],
  [
    'with files, one refused',
    async (page) => {
      await attach(page, [
        await picture(),
        await large(),
        await stage.folder.write('huge.png', new Uint8Array(10_485_761)),
      ]);
      await page.getByRole('button', { name: 'Attach a smaller copy' }).waitFor();
    },
  ],
  [
    'sending',
    async (page) => {
      await fillIn(page);
      await attach(page, [await picture(), await large()]);
      await (await takeNetwork(page)).limit(200_000);
      await sendButton(page).click();
      await page.getByText('per second').waitFor();
    },
  ],
  [
    'trying again',
    async (page) => {
      await fillIn(page);
      stage.site.faults.push({ status: 503, body: {}, headers: { 'retry-after': '60' } });
      await sendButton(page).click();
      await page.locator('.notice.warn').waitFor();
      await page.locator('.sending').getByText('This is taking longer').waitFor();
    },
  ],
  [
    'cleared',
    async (page) => {
      await fillIn(page);
      await page.getByRole('button', { name: 'Clear the form' }).click();
      await page.getByRole('button', { name: 'Undo' }).waitFor();
    },
  ],
  [
    'with a large picture open',
    async (page) => {
      await attach(page, [await picture(), await picture()]);
      await page.getByRole('button', { name: 'Show cat.png large' }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  [
    'failed',
    async (page) => {
      await fillIn(page);
      stage.site.faults.push({ status: 404, body: {} });
      await sendButton(page).click();
      await page.getByRole('region', { name: /was not sent/ }).waitFor();
    },
  ],
  [
    'restored',
    async (page) => {
      await fillIn(page);
      await page.reload();
      await page.getByText('are back').first().waitFor();
    },
  ],
  [
    'sent',
    async (page) => {
      await fillIn(page);
      await attach(page, [await picture()]);
      await sendButton(page).click();
      await receipt(page).waitFor();
    },
  ],
];

describe.each(states)('the page %s', (_name, reach) => {
  it('has no violations, light and wide, dark and narrow, and fits 320 pixels either way round', async () => {
    const { page } = await stage.open();
    await reach(page);
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await violationsAtEnd(page)).toEqual([]);
    for (const direction of ['ltr', 'rtl']) {
      await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    }
    await page.context().close();
  });
});

describe('every language', () => {
  it.each(['de', 'es', 'fr', 'it', 'pl', 'pt', 'ar', 'ja', 'ko', 'zh'])(
    'has no violations in %s and fits 320 pixels, with faults, a file and its receipt',
    async (locale) => {
      const { page } = await stage.open({ locale, viewport: { width: 320, height: 640 } });
      await page.getByRole('radio').first().check();
      await attach(page, [await picture()]);
      await page.locator('button[type=submit]').click();
      await page.locator('.notice.bad').waitFor();
      expect(await violationsAtEnd(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale);
      expect(await page.evaluate(() => document.documentElement.dir)).toBe(locale === 'ar' ? 'rtl' : 'ltr');
      await page.locator('#customerName').fill('Zoë Müller');
      await page.locator('#customerEmail').fill('zoe@example.org');
      await page.locator('#message').fill('Two cats');
      await page.locator('button[type=submit]').click();
      await page.locator('.receipt').waitFor();
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    },
  );
});
