import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { smallPicture } from '../../page/test/support/files.ts';
import { namesIn, rowOf, withName } from './support/rows.ts';
import { type InboxPageStage, inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile();
const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'];
const ids = new Map<string, string>();

beforeEach(async () => {
  await stage.clear();
  const files = ['a.png', 'b.png'].map((name) => ({ name, type: 'image/png', content: smallPicture }));
  for (const customerName of names.toReversed()) {
    const payload = { customerName, typeId: 'portrait', message: `The wish of ${customerName}` };
    ids.set(customerName, await stage.submit({ payload, files: customerName === 'Seven' ? [] : files }));
  }
});

async function openGallery(options: Parameters<InboxPageStage['open']>[0] = {}) {
  const opened = await stage.open(options);
  await rowOf(opened.page, 'Seven').waitFor();
  await opened.page.getByRole('link', { name: 'Gallery' }).click();
  await opened.page.locator('.tile').nth(6).waitFor();
  return opened;
}

const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.querySelector('.name')?.textContent);
const statusOf = async (name: string) => (await stage.inbox.reader.find(ids.get(name) ?? ''))?.status;

describe('the gallery', () => {
  it('shows the first picture of each request, its name, type and files, or its words without a picture, and stays chosen', async () => {
    const { page } = await openGallery();
    const tile = page.locator('.tile').filter(withName('One'));
    await tile.locator('.cover img.picture.ground').waitFor();
    for (const text of ['Portrait', '2 files']) await tile.getByText(text).waitFor({ state: 'attached' });
    expect((await tile.locator('.cover').boundingBox())?.width).toBeGreaterThan(200);
    await page.locator('.tile').filter({ hasText: 'Seven' }).getByText('The wish of Seven').waitFor();
    const heights = await page.locator('.tile').evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
    expect(new Set(heights).size).toBe(1);
    await page.reload();
    await page.locator('.tile').first().waitFor();
    expect(await page.getByRole('link', { name: 'Gallery' }).getAttribute('aria-current')).toBe('true');
    await page.getByRole('link', { name: 'List', exact: true }).click();
    await page.locator('.row').first().waitFor();
  });

  it('is walked by j and k along the tiles, by arrows as they are seen, and decides, ticks and opens by the keys of the list', async () => {
    const { page } = await openGallery();
    const perLine = await page.locator('.tile').evaluateAll((all) => {
      const tops = all.map((one) => one.getBoundingClientRect().top);
      return tops.filter((top) => top === tops[0]).length;
    });
    for (const [key, name] of [
      ['j', 'One'],
      ['j', 'Two'],
      ['k', 'One'],
      ['ArrowRight', 'Two'],
      ['ArrowDown', names[1 + perLine]],
      ['ArrowUp', 'Two'],
      ['ArrowLeft', 'One'],
      ['ArrowLeft', 'One'],
    ] as const) {
      await page.keyboard.press(key);
      await until(() => focusedName(page)).toBe(name);
    }
    await page.keyboard.press('d');
    await until(() => focusedName(page)).toBe('Two');
    expect(await namesIn(page)).toEqual(names.slice(1));
    await until(() => statusOf('One')).toBe('DECLINED');
    await page.keyboard.press('u');
    await until(() => namesIn(page)).toEqual(names);
    await until(() => focusedName(page)).toBe('One');
    await page.keyboard.press('x');
    expect(await page.getByRole('checkbox', { name: 'Select One' }).isChecked()).toBe(true);
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Two' }).waitFor();
    await page.locator('.row.open').waitFor();
    await page.keyboard.press('Escape');
    await until(() => focusedName(page)).toBe('Two');
    await page.locator('.tile.current').waitFor();
  });
});
