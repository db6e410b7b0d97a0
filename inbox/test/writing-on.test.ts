import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type FieldName, openField } from './support/composer.ts';
import { addCustomerMail, mailServerEnv } from './support/customer-mail.ts';
import { holdAnswer } from './support/held-answer.ts';
import { rowOf } from './support/rows.ts';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile(mailServerEnv);

beforeAll(async () => {
  await addCustomerMail(stage, []);
});

/** The paths and methods by which the texts are sent. */
const calls: Readonly<Record<FieldName, readonly [string, string]>> = {
  'New note': ['/notes', 'POST'],
  'Write to the customer': ['/messages', 'POST'],
  'Message on the status page': ['', 'PATCH'],
};

/** Resolves when the page has announced to a screen reader that the text was sent. */
const isAnnounced = (page: Page) =>
  page.locator('.visually-hidden [role=status] p').filter({ hasText: /\S/ }).waitFor({ state: 'attached' });

/** Opens a request that was read, and sends “First. ” from the field. The page has no answer yet. */
async function sendFirst(name: FieldName) {
  const id = await stage.inbox.store({});
  await stage.inbox.editor.change(id, 1, { unread: false }, stage.inbox.actor);
  const { page } = await stage.open();
  await page.locator(`a[href^="/requests/${id}"]`).first().click();
  const field = await openField(page, name);
  await field.fill('First. ');
  const [path, method] = calls[name];
  const answer = await holdAnswer(page, `**/requests/${id}${path}`, method);
  await field.press('Control+Enter');
  await answer.isReady;
  return { page, field, answer };
}

describe('a text that is sent', () => {
  it.each([
    ['New note', ''],
    ['Write to the customer', ''],
    ['Message on the status page', 'First. '],
  ] as const)('is no draft any more from “%s”, and what is typed behind it meanwhile is one', async (name, sent) => {
    const { page, field, answer } = await sendFirst(name);
    await field.press('Control+End');
    await page.keyboard.type('And more.');
    // The text is not sent twice.
    await field.press('Control+Enter');
    answer.release();
    await isAnnounced(page);
    expect(await field.inputValue()).toBe(`${sent}And more.`);
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.reload();
    await until(() => field.inputValue()).toBe(`${sent}And more.`);
    await field.press('Control+Enter');
    await until(() => page.evaluate(() => Object.keys(localStorage).join())).not.toContain('inbox-draft');
    expect(await field.inputValue()).toBe(sent === '' ? '' : 'First. And more.');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

describe('a text that is on its way when its request is left and opened again', () => {
  it('is sent once', async () => {
    const { page, field, answer } = await sendFirst('Write to the customer');
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await page.goBack();
    await page.goForward();
    await field.waitFor();
    expect(await field.inputValue()).toBe('First. ');
    await field.press('Control+Enter');
    await field.press('Control+End');
    await page.keyboard.type('And more.');
    answer.release();
    await until(() => field.inputValue()).toBe('And more.');
    expect(sent).toEqual([]);
  });
});

describe('a text that cannot be sent, when its request is left', () => {
  it('is still there, as a notification says', async () => {
    const id = await stage.inbox.store({ name: 'Zoë' });
    const { page } = await stage.open();
    await rowOf(page, 'Zoë').getByRole('link').first().click();
    const field = await openField(page, 'Write to the customer');
    await field.fill('First.');
    let hold = (_: Route) => {};
    const held = new Promise<Route>((resolve) => {
      hold = resolve;
    });
    await page.route(`**/requests/${id}/messages`, (route) => hold(route));
    await field.press('Control+Enter');
    const sent = await held;
    await page.goBack();
    await page.getByRole('heading', { name: 'Zoë' }).waitFor({ state: 'detached' });
    await sent.abort();
    const toast = page.locator('.toast').filter({ hasText: 'What you wrote in the request of Zoë was not sent.' });
    await toast.getByRole('button', { name: 'Open the request' }).click();
    await until(() => field.inputValue()).toBe('First.');
  });
});

describe('a text typed in another field while an answer is on its way', () => {
  it('stays there after a text is sent, and when the link to the status page appears', async () => {
    const { page, answer } = await sendFirst('Write to the customer');
    const other = await openField(page, 'New note');
    await other.focus();
    answer.release();
    await isAnnounced(page);
    await page.keyboard.type('Private');
    expect(await other.inputValue()).toBe('Private');
    const link = await holdAnswer(page, '**/status-link', 'GET');
    await page.getByRole('button', { name: 'Link to the status page' }).click();
    await other.focus();
    await link.isReady;
    link.release();
    await page.locator('.secret').waitFor();
    await page.keyboard.type('Private');
    expect(await other.inputValue()).toBe('PrivatePrivate');
  });
});
