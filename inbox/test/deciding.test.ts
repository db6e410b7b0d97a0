import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { noisyPicture } from '../../page/test/support/files.ts';
import { holdAnswer } from './support/held-answer.ts';
import { withName } from './support/rows.ts';
import { type InboxPageStage, inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile();
/** Customers in the order of the list. */
const names = ['One', 'Two', 'Three'] as const;
let ids: string[];
const picture = noisyPicture(300, 200);

beforeEach(async () => {
  await stage.clear();
  ids = [];
  const files = ['first.png', 'second.png'].map((name) => ({ name, type: 'image/png', content: picture }));
  for (const customerName of [...names].reverse()) {
    ids.unshift(await stage.submit({ payload: { customerName }, files: customerName === 'Three' ? [] : files }));
  }
});

async function openFirst(options: Parameters<InboxPageStage['open']>[0] = {}): Promise<Page> {
  const { page } = await stage.open({ ...options, path: '/healthz' });
  // On a busy machine the service makes previews slowly.
  await page.route('**/preview?*', (route) => route.fulfill({ body: picture, contentType: 'image/png' }));
  await page.goto(stage.url);
  await page.getByRole('listitem').filter(withName('One')).getByRole('link').click();
  await headingIs(page, 'One');
  return page;
}

const headingIs = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
const statuses = () => Promise.all(ids.map(async (id) => (await stage.inbox.reader.find(id))?.status));
const toastTexts = (page: Page) => page.locator('.shell > .toasts .toast').allInnerTexts();

async function moveTo(page: Page, status: string): Promise<void> {
  await page.locator('.decisions .move').click();
  await page.locator('.menu:popover-open').getByRole('button', { name: status }).click();
}

describe('a request that is decided', () => {
  it('makes way for the next one, by a button as by a key, and one toast reports the last', async () => {
    const page = await openFirst();
    await page.locator('.request .waitlist').click();
    await headingIs(page, 'Two');
    await page.keyboard.press('d');
    await headingIs(page, 'Three');
    await until(statuses).toEqual(['WAITLISTED', 'DECLINED', 'NEW']);
    await until(async () => (await toastTexts(page)).map((text) => text.split('\n')[0])).toEqual(['Declined: Two']);
  });

  it('stays where it is the last, and where another status is chosen', async () => {
    const page = await openFirst();
    await moveTo(page, 'In progress');
    await until(statuses).toEqual(['IN_PROGRESS', 'NEW', 'NEW']);
    await headingIs(page, 'One');
    await moveTo(page, 'Accepted');
    // The buttons are the steps that follow.
    const buttons = page.locator('.decisions > .button');
    await until(() => buttons.allInnerTexts()).toEqual(['Start', 'Waiting list', 'Decline…']);
    expect(await page.locator('.decisions .button-primary').count()).toBe(1);
    await until(statuses).toEqual(['ACCEPTED', 'NEW', 'NEW']);
    for (const name of ['Two', 'Three']) {
      await page.keyboard.press('j');
      await headingIs(page, name);
    }
    await page.locator('.request .waitlist').click();
    await until(statuses).toEqual(['ACCEPTED', 'NEW', 'WAITLISTED']);
    await headingIs(page, 'Three');
  });

  it('is there again when the decision is taken back, by the key and by the toast', async () => {
    const page = await openFirst();
    await page.keyboard.press('a');
    await headingIs(page, 'Two');
    await page.keyboard.press('w');
    await headingIs(page, 'Three');
    await page.locator('.toast').getByText('Waiting list: Two').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await headingIs(page, 'Two');
    await page.keyboard.press('u');
    await headingIs(page, 'One');
    await until(statuses).toEqual(['NEW', 'NEW', 'NEW']);
    await until(async () => (await toastTexts(page)).length).toBe(1);
  });
});

describe('a decision whose answer comes after that of the next one', () => {
  it('does not replace the toast of the next one', async () => {
    const page = await openFirst();
    const answer = await holdAnswer(page, `**/requests/${ids[0]}`, 'PATCH');
    await page.keyboard.press('a');
    await answer.isReady;
    await headingIs(page, 'Two');
    await page.keyboard.press('w');
    await page.locator('.toast').getByText('Waiting list: Two').hover();
    const received = page.waitForResponse((response) => response.url().endsWith(`/requests/${ids[0]}`));
    answer.release();
    await (await received).finished();
    await page
      .getByRole('link', { name: /^Accepted/ })
      .first()
      .waitFor();
    expect(await toastTexts(page)).toEqual([expect.stringContaining('Waiting list: Two')]);
  });
});

describe('a key for a step that makes no sense now', () => {
  it('changes no status, and shows that', async () => {
    const { actor, editor } = stage.inbox;
    await editor.change(ids[0] ?? '', 1, { status: 'IN_PROGRESS', unread: false }, actor);
    const page = await openFirst();
    for (const key of ['a', 'w', 'd']) {
      await page.keyboard.press(key);
      await page.locator('.toast').getByText('One is “In progress”').waitFor();
    }
    await headingIs(page, 'One');
    expect(await statuses()).toEqual(['IN_PROGRESS', 'NEW', 'NEW']);
    await page.keyboard.press('e');
    await until(statuses).toEqual(['COMPLETED', 'NEW', 'NEW']);
  });
});

describe('a decision that is undone before its answer', () => {
  /** Accepts the first request and undoes it. The page has no answer yet. */
  async function undoEarly(page: Page) {
    await until(async () => (await stage.inbox.reader.find(ids[0] ?? ''))?.unread).toBe(false);
    const shown: string[] = [];
    await page.exposeFunction('noteToast', (text: string) => shown.push(text));
    await page.evaluate(() => {
      const { noteToast } = window as unknown as { noteToast(text: string): void };
      new MutationObserver(() => {
        for (const { textContent } of document.querySelectorAll('.toast p')) noteToast(textContent ?? '');
      }).observe(document.body, { childList: true, subtree: true });
    });
    const answer = await holdAnswer(page, `**/requests/${ids[0]}`, 'PATCH');
    await page.keyboard.press('a');
    await answer.isReady;
    await page.keyboard.press('u');
    await headingIs(page, 'One');
    return { shown, answer };
  }

  it('is never shown as made', async () => {
    const page = await openFirst();
    const { shown, answer } = await undoEarly(page);
    answer.release();
    await page.locator('.toast').getByText('Undone: One is back to New.').waitFor();
    await until(statuses).toEqual(['NEW', 'NEW', 'NEW']);
    expect([...new Set(shown)]).toEqual(['Undone: One is back to New.']);
  });
});

describe('a picture at large', () => {
  it('shows the pictures of the next request after a decision, and the request where it has none', async () => {
    const page = await openFirst();
    await page.keyboard.press('p');
    const dialog = page.locator('.large-view');
    await dialog.getByText('One', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Accept…' }).click();
    const sheet = page.getByRole('dialog', { name: 'the request of One' });
    await sheet.getByRole('textbox', { name: 'Price' }).waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Accept…' }).click();
    await sheet.getByRole('button', { name: 'Accept', exact: true }).click();
    await dialog.getByText('Two', { exact: true }).waitFor();
    await dialog.locator('.toast').getByText('Accepted: One').waitFor();
    await page.keyboard.press('u');
    await dialog.getByText('One', { exact: true }).waitFor();
    await until(statuses).toEqual(['NEW', 'NEW', 'NEW']);
    for (const key of ['a', 'd']) {
      await page.keyboard.press(key);
      await dialog.getByText('One', { exact: true }).waitFor({ state: 'detached' });
    }
    await headingIs(page, 'Three');
    expect(await dialog.count()).toBe(0);
    await until(statuses).toEqual(['ACCEPTED', 'DECLINED', 'NEW']);
  });

  it('is turned by a finger that goes sideways, and not by one that goes down, and offers a viewer no decision', async () => {
    const page = await openFirst({ role: 'viewer', hasTouch: true, viewport: { width: 390, height: 700 } });
    await page.locator('.frame').first().click();
    const session = await page.context().newCDPSession(page);
    const swipe = async (toX: number, toY: number) => {
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: 300, y: 300 }] });
      await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: toX, y: toY }] });
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    await page.getByRole('dialog', { name: 'first.png' }).waitFor();
    await swipe(280, 450);
    expect(await page.getByRole('dialog', { name: 'first.png' }).count()).toBe(1);
    await swipe(120, 310);
    await page.getByRole('dialog', { name: 'second.png' }).waitFor();
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).count()).toBe(0);
    for (const key of ['a', 'u']) await page.keyboard.press(key);
    expect(await statuses()).toEqual(['NEW', 'NEW', 'NEW']);
  });
});

describe('a long message', () => {
  const end = 'https://example.org/at-the-end';

  it('is cut until the rest is asked for, or reached by a key, and decisions stay in sight', async () => {
    const id = await stage.submit({ payload: { message: `${'The harbour at dusk. '.repeat(150)}${end}` } });
    const { page } = await stage.open({ path: `/requests/${id}` });
    const button = page.getByRole('button', { name: 'Show all' });
    const height = () =>
      page
        .locator('.exact-text')
        .first()
        .evaluate((text) => text.parentElement?.clientHeight ?? 0);
    await button.waitFor();
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    const cut = await height();
    await button.click();
    await until(height).toBeGreaterThan(cut);
    await page.getByRole('button', { name: 'Show less' }).click();
    await until(height).toBe(cut);
    await page.locator('.address').focus();
    await until(height).toBeGreaterThan(cut);
    for (const viewport of [
      { width: 1280, height: 700 },
      { width: 390, height: 700 },
    ]) {
      await page.setViewportSize(viewport);
      await page.locator('.request-pane').evaluate((pane) => pane.scrollTo(0, 99_999));
      const box = await page.locator('.decisions .accept').boundingBox();
      expect(box?.y).toBeGreaterThan(0);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(700);
    }
  });
});
