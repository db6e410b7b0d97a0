import type { Locator, Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { twoFrames } from '../../page/test/support/two-frames.ts';
import type { RequestStatus } from '../../src/events/statuses.ts';
import { withName } from './support/rows.ts';
import { type InboxPageStage, inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile();

const column = (page: Page, name: string): Locator => page.getByRole('region', { name: new RegExp(`^${name}`) });
const card = (page: Page, name: string): Locator => page.locator('.board-card').filter(withName(name));
const statusOf = async (id: string): Promise<RequestStatus | undefined> => (await stage.inbox.reader.find(id))?.status;

/** Stores two requests with these names and opens the board. */
async function openBoard(first: string, second: string, options: Parameters<InboxPageStage['open']>[0] = {}) {
  const ids = [await stage.inbox.store({ name: second }), await stage.inbox.store({ name: first })];
  const opened = await stage.open({ path: '/board', viewport: { width: 1700, height: 900 }, ...options });
  // An earlier attempt of the same test may have left cards of the same names. They are older and come last.
  await card(opened.page, second).first().waitFor();
  return { ...opened, first: ids[1] ?? '', second: ids[0] ?? '' };
}

/** Drags in steps, as a person does. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = await Promise.all([from.boundingBox(), to.boundingBox()]);
  if (!start || !end) throw new Error('Both are to be seen');
  await page.mouse.move(start.x + 20, start.y + 15);
  await page.mouse.down();
  await page.mouse.move(start.x + 40, start.y + 30, { steps: 3 });
  await page.mouse.move(end.x + 60, end.y + 90, { steps: 8 });
}

/** Moves a card by its menu. */
async function choose(page: Page, name: string, action: string): Promise<void> {
  await card(page, name).first().getByRole('button', { name: 'to…' }).click();
  await page.locator('.menu:popover-open').getByRole('button', { name: action, exact: true }).click();
}

const namesIn = (page: Page, name: string) => column(page, name).locator('.board-card .name').allTextContents();

interface Watched {
  /** The numbers of cards of the request at all times. */
  seen: number[];
}

async function watchCards(page: Page, id: string): Promise<void> {
  await page.evaluate((request) => {
    const seen = new Set<number>();
    const count = () => {
      seen.add(document.querySelectorAll(`.board [data-request="${request}"]`).length);
      (window as unknown as Watched).seen = [...seen];
    };
    count();
    new MutationObserver(count).observe(document, { childList: true, subtree: true });
  }, id);
}

/** Holds back the responses to column pages and to changes of this request until they are released. */
async function holdResponses(page: Page, id: string) {
  const held: Record<'lists' | 'changes', (() => void)[]> = { lists: [], changes: [] };
  const hold = async (route: Route, releases: (() => void)[]) => {
    const response = await route.fetch();
    await new Promise<void>((release) => releases.push(release));
    await route.fulfill({ response }).catch(() => {});
  };
  // Only the board's queries. The list loads longer pages.
  await page.route(/\/requests\?.*limit=25/, (route) => hold(route, held.lists));
  await page.route(`**/requests/${id}`, (route) =>
    route.request().method() === 'PATCH' ? hold(route, held.changes) : route.continue(),
  );
  return held;
}

describe('a request that is opened from the board', () => {
  it('leads back to its card, also after others and a reload, and to the list when it was opened there since', async () => {
    const { page, second } = await openBoard('Opened', 'Beside it');
    await card(page, 'Opened').first().getByRole('link').click();
    await page.getByRole('heading', { name: 'Opened' }).waitFor();
    await page.keyboard.press('j');
    await page.waitForURL(`**/requests/${second}`);
    await page.reload();
    await page.getByRole('heading', { name: 'Beside it' }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL('**/board');
    await until(() => page.evaluate(() => document.activeElement?.closest('.board-card')?.textContent)).toContain(
      'Beside it',
    );
    await card(page, 'Opened').first().getByRole('link').click();
    await page.getByRole('heading', { name: 'Opened' }).waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Inbox' }).click();
    await page.locator('.row').filter({ hasText: 'Opened' }).first().getByRole('link').click();
    await page.getByRole('link', { name: 'To the inbox' }).click();
    await until(() => new URL(page.url()).pathname).toBe('/');
  });
});

describe('the board', () => {
  it('moves a card by drag and drop, and takes it back, but not after Escape or outside of a column', async () => {
    const { page, first } = await openBoard('Dragged', 'Left behind');
    await drag(page, card(page, 'Dragged').first(), column(page, 'Accepted'));
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await page.locator('.ghost').count()).toBe(0);
    await drag(page, card(page, 'Dragged').first(), column(page, 'Accepted'));
    await page.mouse.move(400, 5);
    await page.mouse.up();
    expect(await page.locator('.ghost').count()).toBe(0);
    expect(await statusOf(first)).toBe('NEW');
    await drag(page, card(page, 'Dragged'), column(page, 'In progress'));
    await page.mouse.up();
    await column(page, 'In progress').getByText('Dragged').waitFor();
    await until(() => statusOf(first)).toBe('IN_PROGRESS');
    expect(new URL(page.url()).pathname).toBe('/board');
    await page.getByRole('button', { name: 'Undo' }).click();
    // The toast appears last. Its region distinguishes it from the card.
    await page.getByRole('region', { name: 'Notifications' }).getByText('Dragged is back to New').waitFor();
    await column(page, 'New').getByText('Dragged').waitFor();
    await until(() => statusOf(first)).toBe('NEW');
  });

  it('opens a request by key after a drag that ended beside it, before any timer too', async () => {
    const { page, first } = await openBoard('Let go', 'Left alone');
    await drag(page, card(page, 'Let go').first(), column(page, 'Accepted'));
    await page.mouse.move(400, 5);
    // A busy page handles a key before its timers: this one never comes to them.
    await page.evaluate(() => {
      Object.assign(window, { setTimeout: () => 0 });
    });
    await page.mouse.up();
    expect(new URL(page.url()).pathname).toBe('/board');
    await card(page, 'Let go').first().getByRole('link').press('Enter');
    await page.waitForURL(`**/requests/${first}`);
  });

  it('leaves the focus on a card that is moved as soon as it is drawn, and when others move it on', async () => {
    const id = await stage.inbox.store({ name: 'Swift' });
    const { page } = await stage.open({ path: '/healthz', viewport: { width: 1700, height: 900 } });
    await page.addInitScript((request) => {
      const observer = new MutationObserver(() => {
        const button = document.querySelector<HTMLButtonElement>(`[data-request="${request}"] .move`);
        const item = [...document.querySelectorAll<HTMLButtonElement>('.menu-item')].find(
          ({ textContent }) => textContent === 'Waiting list',
        );
        if (!button) return;
        if (item) {
          observer.disconnect();
          item.click();
        } else if (document.activeElement !== button) {
          button.focus();
          button.click();
        }
      });
      observer.observe(document, { childList: true, subtree: true });
    }, id);
    await page.goto(`${stage.url}/board`);
    const focused = () => page.evaluate(() => document.activeElement?.closest('.column')?.getAttribute('data-status'));
    await until(() => statusOf(id)).toBe('WAITLISTED');
    await until(focused).toBe('WAITLISTED');
    const version = (await stage.inbox.reader.find(id))?.version ?? 0;
    await stage.inbox.editor.change(id, version, { status: 'COMPLETED' }, stage.inbox.actor);
    await until(focused).toBe('COMPLETED');
  });

  it('is walked and decided by keys alone, with its menu, and the focus goes with the card', async () => {
    const { page, first, second } = await openBoard('Upper', 'Lower');
    await card(page, 'Upper').getByRole('link').focus();
    // The whole card shows the focus.
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    expect(await card(page, 'Upper').evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('solid');
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest('[data-request]')?.getAttribute('data-request'));
    const focusedText = () => page.evaluate(() => document.activeElement?.textContent);
    await page.keyboard.press('j');
    expect(await focused()).toBe(second);
    await page.keyboard.press('k');
    expect(await focused()).toBe(first);
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe(second);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('d');
    await until(() => statusOf(first)).toBe('DECLINED');
    await until(focused).toBe(second);
    await page.keyboard.press('a');
    await until(() => statusOf(second)).toBe('ACCEPTED');
    await page.keyboard.press('u');
    await until(() => statusOf(second)).toBe('NEW');
    await card(page, 'Lower').first().getByRole('button', { name: 'to…' }).focus();
    await page.keyboard.press('Enter');
    await until(focusedText).toBe('Waiting list');
    await page.keyboard.press('ArrowUp');
    await until(focusedText).toBe('Spam');
    await page.keyboard.press('Escape');
    expect(await statusOf(second)).toBe('NEW');
    await page.keyboard.press('Enter');
    await until(focusedText).toBe('Waiting list');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await until(() => statusOf(second)).toBe('ACCEPTED');
    await until(() => page.evaluate(() => document.activeElement?.closest('.board-card')?.textContent)).toContain(
      'Lower',
    );
    await card(page, 'Lower').getByRole('link').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Lower' }).waitFor();
  });

  it('folds the columns that matter less to a strip with their number, which takes a card, and remembers which', async () => {
    const { page, first, second } = await openBoard('Refused', 'Beside it');
    await card(page, 'Refused').dragTo(column(page, 'Declined'));
    await until(() => statusOf(first)).toBe('DECLINED');
    await until(() =>
      page.evaluate(() => document.activeElement?.closest('[data-request]')?.getAttribute('data-request')),
    ).toBe(second);
    await column(page, 'Declined')
      .getByText(/^[1-9]/)
      .waitFor();
    expect(await column(page, 'Declined').locator('.board-card').count()).toBe(0);
    await page.getByRole('button', { name: 'Unfold Declined' }).click();
    await column(page, 'Declined').getByText('Refused', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Fold Completed' }).click();
    await page.reload();
    await column(page, 'Declined').getByText('Refused', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Unfold Completed' }).waitFor();
  });

  it('has cards of one height, the earliest due date first, or arranged by hand, which this browser remembers', async () => {
    await stage.clear();
    const late = await stage.inbox.store({ name: 'Late', files: ['a.png', 'b.png'] });
    const early = await stage.inbox.store({ name: 'Early', message: 'A portrait of us both. '.repeat(40) });
    await stage.inbox.store({ name: 'Without' });
    const labels = ['oil', 'gift', 'a label that is much too long for a card'];
    await stage.inbox.editor.change(late, 1, { dueOn: '2030-12-24' }, stage.inbox.actor);
    await stage.inbox.editor.change(early, 1, { dueOn: '2030-12-01', labels }, stage.inbox.actor);
    const { page } = await stage.open({ path: '/board', viewport: { width: 1280, height: 720 } });
    await until(() => namesIn(page, 'New')).toEqual(['Early', 'Late', 'Without']);
    await until(() => page.locator('.board-card .repeat').count()).toBe(2);
    const heights = await page
      .locator('.board-card')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    expect(heights.map((one) => one - (heights[0] ?? 0))).toEqual([0, 0, 0]);
    expect(await page.locator('.board').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('combobox', { name: 'Order' }).selectOption('By hand');
    await until(() => namesIn(page, 'New')).toEqual(['Without', 'Early', 'Late']);
    await choose(page, 'Without', 'Down');
    await until(() => namesIn(page, 'New')).toEqual(['Early', 'Without', 'Late']);
    const [from, to] = [await card(page, 'Late').boundingBox(), await card(page, 'Early').boundingBox()];
    await page.mouse.move((from?.x ?? 0) + 20, (from?.y ?? 0) + 15);
    await page.mouse.down();
    await page.mouse.move((to?.x ?? 0) + 40, (to?.y ?? 0) + 10, { steps: 8 });
    await page.mouse.up();
    await until(() => namesIn(page, 'New')).toEqual(['Late', 'Early', 'Without']);
    await page.reload();
    await until(() => namesIn(page, 'New')).toEqual(['Late', 'Early', 'Without']);
  });

  it('adds up the prices of each column, again when one changes', async () => {
    await stage.clear();
    const [first, second] = [await stage.inbox.store({ name: 'First' }), await stage.inbox.store({ name: 'Second' })];
    const accept = (id: string, amount: number) => ({ id, price: { amount, currency: 'EUR' } });
    for (const { id, price } of [accept(first, 200_000), accept(second, 14_050)]) {
      await stage.inbox.editor.change(id, 1, { status: 'ACCEPTED', price }, stage.inbox.actor);
    }
    const { page } = await stage.open({ path: '/board', viewport: { width: 1700, height: 900 } });
    await column(page, 'Accepted').getByText('€2,140.50', { exact: true }).waitFor();
    await card(page, 'First').getByText('€2,000', { exact: true }).waitFor();
    await stage.inbox.editor.change(second, 2, { price: { amount: 14_000, currency: 'EUR' } }, stage.inbox.actor);
    await column(page, 'Accepted').getByText('€2,140', { exact: true }).waitFor();
    expect(await column(page, 'New').locator('.sum').count()).toBe(0);
  });

  it('shows a failure instead of its columns when it cannot be loaded, and loads when asked', async () => {
    await stage.inbox.store({ name: 'Unseen' });
    const { page } = await stage.open({ path: '/healthz' });
    await page.route('**/requests?*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto(`${stage.url}/board`);
    await page.getByRole('alert').getByText('Something went wrong').waitFor();
    expect(await page.getByText('Empty').count()).toBe(0);
    await page.unroute('**/requests?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await card(page, 'Unseen').waitFor();
  });

  it('shows new requests and other people’s changes at once, also before its stream opens', async () => {
    const id = await stage.inbox.store({ name: 'Meanwhile' });
    const { page } = await stage.open({ path: '/healthz', viewport: { width: 1700, height: 900 } });
    let onChanged = () => {};
    const changed = new Promise<void>((resolve) => {
      onChanged = resolve;
    });
    await page.route('**/stream', async (route) => {
      await changed;
      await route.continue();
    });
    await page.goto(`${stage.url}/board`);
    await card(page, 'Meanwhile').waitFor();
    await stage.inbox.editor.change(id, 1, { status: 'COMPLETED' }, stage.inbox.actor);
    onChanged();
    await column(page, 'Completed').getByText('Meanwhile').waitFor();
    await stage.inbox.store({ name: 'Newcomer' });
    await column(page, 'New').getByText('Newcomer').waitFor();
    await stage.inbox.editor.change(id, 2, { status: 'ACCEPTED' }, stage.inbox.actor);
    await column(page, 'Accepted').getByText('Meanwhile').waitFor();
  });

  it('has each card once while a change, its undo and a refresh cross', async () => {
    const { page, first } = await openBoard('Crossed', 'Beside');
    // A stream that opens late loads the board once more.
    const stream = page.waitForResponse('**/stream');
    await page.reload();
    await stream;
    await card(page, 'Crossed').first().waitFor();
    await twoFrames(page);
    const held = await holdResponses(page, first);
    await watchCards(page, first);
    await page.evaluate(() => new BroadcastChannel('inbox-events').postMessage({ gap: true }));
    await until(() => held.lists.length).toBe(8);
    await card(page, 'Crossed').getByRole('link').focus();
    await page.keyboard.press('a');
    await until(() => held.changes.length).toBe(1);
    for (const release of held.lists.splice(0)) release();
    await column(page, 'Accepted').getByText('Crossed').waitFor();
    held.changes[0]?.();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.evaluate(() => new BroadcastChannel('inbox-events').postMessage({ gap: true }));
    await until(() => held.lists.length).toBe(8);
    await page.keyboard.press('u');
    await until(() => held.changes.length).toBe(2);
    held.changes[1]?.();
    await page.locator('.toast').getByText('Crossed is back to New').waitFor();
    for (const release of held.lists.splice(0)) release();
    await column(page, 'New').getByText('Crossed').waitFor();
    await until(() => statusOf(first)).toBe('NEW');
    expect(await page.evaluate(() => (window as unknown as Watched).seen)).toEqual([1]);
  });

  it('lets a viewer read and move no card', async () => {
    const { page, first } = await openBoard('Looked at', 'Also', { role: 'viewer' });
    expect(await page.locator('.board-card button').count()).toBe(0);
    await drag(page, card(page, 'Looked at'), column(page, 'Accepted'));
    await page.mouse.up();
    await card(page, 'Looked at').getByRole('link').focus();
    for (const key of ['a', 'w', 'd']) await page.keyboard.press(key);
    expect(await statusOf(first)).toBe('NEW');
  });
});
