import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InboxPageStage, setInboxStage } from './support/stage.ts';

let stage: InboxPageStage;
let ids: readonly string[];

beforeAll(async () => {
  stage = await setInboxStage();
  ids = await Promise.all(
    Array.from({ length: 15 }, (_, index) => stage.inbox.store({ name: `José García ${index}` })),
  );
  await stage.inbox.index();
});

afterAll(() => stage.close());

describe('the inbox, where there is little room', () => {
  it('shortens a long name of a view, and the search beside it keeps its place', async () => {
    const name = 'Portraits of pets that wait for an answer since last spring';
    const { page } = await stage.open({ path: '/?unread=true' });
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByLabel('Save this view').fill(name);
    await page.keyboard.press('Enter');
    await page.goto(`${stage.url}/requests/${ids[0]}?unread=true`);
    const view = page.getByRole('button', { name });
    expect(await view.getAttribute('title')).toBe(name);
    expect((await view.boundingBox())?.height).toBeLessThan(40);
    const pane = await page.locator('.list-pane').boundingBox();
    const box = await view.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan((pane?.x ?? 0) + (pane?.width ?? 0));
    expect((await page.getByRole('searchbox').boundingBox())?.width).toBeGreaterThan(120);
    await page.context().close();
  });

  it('keeps the name of the button of the views unbroken', async () => {
    const { page } = await stage.open({ locale: 'de', viewport: { width: 360, height: 640 } });
    const button = page.getByRole('button', { name: 'Ansichten' });
    expect((await button.boundingBox())?.height).toBeLessThan(40);
    await page.context().close();
  });

  it.each([
    [7, 1280],
    [13, 1280],
    [7, 700],
    [13, 700],
  ])(
    'keeps the current row and the next free of a notification, %d rows below, %d pixels wide',
    async (rows, width) => {
      const { page } = await stage.open({ viewport: { width, height: 700 } });
      await page.locator('.row a').first().focus();
      await page.keyboard.press('w');
      await page.locator('.toast').waitFor();
      for (let step = 0; step < rows; step += 1) await page.keyboard.press('j');
      const isFree = async (row: string) => {
        // Below the last row is no other.
        if ((await page.locator(row).count()) === 0) return true;
        const [box, toast] = [await page.locator(row).boundingBox(), await page.locator('.toast').last().boundingBox()];
        if (!box || !toast) return false;
        return toast.x + toast.width <= box.x || box.y + box.height <= toast.y;
      };
      for (const row of ['.row.current', '.row.current + .row']) await expect.poll(() => isFree(row)).toBe(true);
      await page.context().close();
    },
  );

  it('shows in a notification the whole of what was undone', async () => {
    const { page } = await stage.open({ path: `/requests/${ids[3]}`, viewport: { width: 320, height: 640 } });
    await page.getByRole('button', { name: 'Waiting list' }).click();
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    const text = page.locator('.toast p').filter({ hasText: 'Undone' });
    await text.waitFor();
    expect(
      await text.evaluate((box) => box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth),
    ).toBe(true);
    await page.context().close();
  });
});
