import { beforeAll, describe, expect, it } from 'vitest';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile();
let ids: readonly string[];

beforeAll(async () => {
  ids = await Promise.all(
    Array.from({ length: 15 }, (_, index) => stage.inbox.store({ name: `José García ${index}` })),
  );
  await stage.inbox.index();
});

describe('the inbox, where there is little room', () => {
  it('shortens a long name of a view, and the search beside it stays where it is', async () => {
    const name = 'Portraits of pets that wait for an answer since last spring';
    const { page } = await stage.open({ path: '/?unread=true' });
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByLabel('Save this view').fill(name);
    await page.keyboard.press('Enter');
    await page.goto(`${stage.url}/requests/${ids[0]}?unread=true`);
    const view = page.getByRole('button', { name });
    expect(await view.getAttribute('title')).toBe(name);
    const [pane, box] = [await page.locator('.list-pane').boundingBox(), await view.boundingBox()];
    expect(box?.height).toBeLessThan(40);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan((pane?.x ?? 0) + (pane?.width ?? 0));
    expect((await page.getByRole('searchbox').boundingBox())?.width).toBeGreaterThan(120);
  });

  it('shows icons without names in the bar at the side of an open request', async () => {
    const { page } = await stage.open({ path: `/requests/${ids[0]}`, viewport: { width: 1280, height: 720 } });
    await page.locator('article.request').waitFor();
    const names = page.locator('.side-name');
    const widths = await names.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    expect(widths.length).toBeGreaterThan(8);
    expect(Math.max(...widths)).toBeLessThanOrEqual(1);
  });

  it('fits all controls of the bar in a narrow window, with the settings and more lists in a menu', async () => {
    const { page } = await stage.open({
      path: '/?status=WAITLISTED',
      role: 'owner',
      viewport: { width: 320, height: 640 },
    });
    const side = page.locator('.side');
    const cut = () =>
      side
        .locator('nav > :is(a, button), .side-foot > button:visible')
        .evaluateAll((all) =>
          all.map((one) => one.getBoundingClientRect()).filter(({ left, right }) => left < 0 || right > innerWidth),
        );
    await side.getByRole('link', { name: 'Waiting list' }).waitFor();
    expect(await cut()).toEqual([]);
    await side.getByRole('button', { name: 'More' }).click();
    await side.getByRole('link', { name: 'Settings' }).click();
    await page.waitForURL('**/settings');
    await until(() => side.locator('nav > [aria-current]').innerText()).toContain('Settings');
    expect(await cut()).toEqual([]);
  });

  it('keeps the current row and the next free of a notification', async () => {
    for (const width of [1280, 700]) {
      const { page } = await stage.open({ viewport: { width, height: 700 } });
      await page.locator('.row a').first().focus();
      await page.keyboard.press('w');
      // A notification that is pointed at stays.
      await page.locator('.toast').hover();
      const isFree = async (row: string) => {
        // Below the last row is no other.
        if ((await page.locator(row).count()) === 0) return true;
        const [box, toast] = [await page.locator(row).boundingBox(), await page.locator('.toast').last().boundingBox()];
        if (!box || !toast) return false;
        return toast.x + toast.width <= box.x || box.y + box.height <= toast.y;
      };
      for (const keys of ['jjjjjjj', 'jjjjjj']) {
        for (const key of keys) await page.keyboard.press(key);
        for (const row of ['.row.current', '.row.current + .row']) await until(() => isFree(row)).toBe(true);
      }
    }
  });

  it('shows the whole undone change in a notification', async () => {
    const { page } = await stage.open({ path: `/requests/${ids[3]}`, viewport: { width: 320, height: 640 } });
    await page.getByRole('button', { name: 'Waiting list' }).click();
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    const text = page.locator('.toast p').filter({ hasText: 'Undone' });
    await text.waitFor();
    expect(
      await text.evaluate((box) => box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth),
    ).toBe(true);
  });
});
