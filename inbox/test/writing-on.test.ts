import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FieldName, fieldNames, fieldOf, openField } from './support/composer.ts';
import { addCustomerMail, mailServerEnv } from './support/customer-mail.ts';
import { holdAnswer } from './support/held-answer.ts';
import { type InboxPageStage, setInboxStage } from './support/stage.ts';
import { until } from './support/until.ts';

let stage: InboxPageStage;

beforeAll(async () => {
  stage = await setInboxStage(mailServerEnv);
  await addCustomerMail(stage, []);
});

afterAll(() => stage.close());

/** The paths behind that of the request, and the methods, with which the texts are sent. */
const calls: Readonly<Record<FieldName, readonly [string, string]>> = {
  'New note': ['/notes', 'POST'],
  'Write to the customer': ['/messages', 'POST'],
  'Message on the status page': ['', 'PATCH'],
};

/** Resolves when the page has told a screen reader that the text was sent. */
const isAnnounced = (page: Page) =>
  page.locator('.visually-hidden [role=status] p').filter({ hasText: /\S/ }).waitFor({ state: 'attached' });

/** Opens a request that was read, and sends “First. ” from the field. The page has no answer yet. */
async function sendFirst(name: FieldName) {
  const id = await stage.inbox.store({});
  await stage.inbox.editor.change(id, 1, { unread: false }, stage.inbox.actor);
  const { page, faults } = await stage.open();
  await page.locator(`a[href^="/requests/${id}"]`).first().click();
  const field = await openField(page, name);
  await field.fill('First. ');
  const [path, method] = calls[name];
  const answer = await holdAnswer(page, `**/requests/${id}${path}`, method);
  await field.press('Control+Enter');
  await answer.isReady;
  return { id, page, faults, field, answer };
}

describe('what is typed while a text is on its way', () => {
  it.each([
    ['New note', 'And more.'],
    ['Write to the customer', 'And more.'],
    ['Message on the status page', 'First. And more.'],
  ] as const)('stays in the field “%s”, also over a reload', async (name, kept) => {
    const { page, faults, field, answer } = await sendFirst(name);
    await field.press('Control+End');
    await page.keyboard.type('And more.');
    // The text is not sent twice.
    await field.press('Control+Enter');
    answer.release();
    await isAnnounced(page);
    expect(await field.inputValue()).toBe(kept);
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.reload();
    await until(() => field.inputValue()).toBe(kept);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('is sent next, and nobody is asked whose message stays', async () => {
    const { id, page, field, answer } = await sendFirst('Message on the status page');
    await field.press('Control+End');
    await page.keyboard.type('And more.');
    answer.release();
    await isAnnounced(page);
    await page.getByRole('button', { name: 'Show the message' }).click();
    await until(async () => (await stage.inbox.reader.find(id))?.publicMessage).toBe('First. And more.');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.context().close();
  });
});

describe('a field whose text was sent', () => {
  it.each(fieldNames)('has no draft any more in “%s”', async (name) => {
    const { page, field, answer } = await sendFirst(name);
    answer.release();
    await until(() => page.evaluate(() => Object.keys(localStorage).join())).not.toContain('inbox-draft');
    await until(() => field.inputValue()).toBe(name === 'Message on the status page' ? 'First. ' : '');
    await page.context().close();
  });
});

describe('a text that is on its way when its request is left and opened again', () => {
  /** Sends “First. ”, opens the list, and opens the request again. */
  async function sendAndComeBack(name: 'New note' | 'Write to the customer') {
    const sent = await sendFirst(name);
    const calls: string[] = [];
    sent.page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()));
    await sent.page.goBack();
    await sent.page.goForward();
    await sent.field.waitFor();
    return { ...sent, calls };
  }

  it.each(['New note', 'Write to the customer'] as const)('is sent once from “%s”', async (name) => {
    const { page, field, answer, calls, faults } = await sendAndComeBack(name);
    expect(await field.inputValue()).toBe('First. ');
    await field.press('Control+Enter');
    await field.press('Control+End');
    await page.keyboard.type('And more.');
    answer.release();
    await until(() => field.inputValue()).toBe('And more.');
    expect(calls).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

describe('a text that cannot be sent, when its request is left', () => {
  it.each(['New note', 'Write to the customer'] as const)('is still in “%s”, as a notification says', async (name) => {
    const id = await stage.inbox.store({ name: 'Zoë' });
    const { page } = await stage.open();
    await page.getByRole('link', { name: 'Zoë' }).first().click();
    await (await openField(page, name)).fill('First.');
    let fail = () => {};
    const [path] = calls[name];
    await page.route(`**/requests/${id}${path}`, (route) => {
      fail = () => void route.abort();
    });
    await fieldOf(page, name).press('Control+Enter');
    await page.goBack();
    await page.getByRole('heading', { name: 'Zoë' }).waitFor({ state: 'detached' });
    fail();
    const toast = page.locator('.toast').filter({ hasText: 'What you wrote in the request of Zoë was not sent.' });
    await toast.getByRole('button', { name: 'Open the request' }).click();
    await until(() => fieldOf(page, name).inputValue()).toBe('First.');
    await page.context().close();
  });
});

describe('what is typed in another field while an answer is on its way', () => {
  it.each([
    ['New note', 'Write to the customer'],
    ['Write to the customer', 'New note'],
    ['Message on the status page', 'New note'],
  ] as const)('stays there after “%s” is sent', async (name, other) => {
    const { page, answer } = await sendFirst(name);
    await openField(page, other);
    await fieldOf(page, other).focus();
    answer.release();
    await isAnnounced(page);
    await page.keyboard.type('Private');
    expect(await fieldOf(page, other).inputValue()).toBe('Private');
    await page.context().close();
  });

  it('stays there when the link to the status page appears', async () => {
    const id = await stage.inbox.store({});
    const { page } = await stage.open({ path: `/requests/${id}` });
    const answer = await holdAnswer(page, `**/requests/${id}/status-link`, 'GET');
    await page.getByRole('button', { name: 'Link to the status page' }).click();
    await (await openField(page, 'New note')).focus();
    await answer.isReady;
    answer.release();
    await page.locator('.secret').waitFor();
    await page.keyboard.type('Private');
    expect(await fieldOf(page, 'New note').inputValue()).toBe('Private');
    await page.context().close();
  });
});
