import type { Page, Route } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCustomerMail, mailServerEnv } from './support/customer-mail.ts';
import { tell } from './support/published-studio.ts';
import { rowOf } from './support/rows.ts';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile(mailServerEnv);
let id: string;

beforeAll(async () => {
  await addCustomerMail(stage, ['request.status_changed']);
});

beforeEach(async () => {
  await stage.clear();
  id = await stage.inbox.store({ name: 'Zoë' });
});

const statusOf = async (request: string) => (await stage.inbox.reader.find(request))?.status;

/** Ends the waiting delivery as if it had been sent. */
const sendMail = () =>
  stage.service.pool.query(
    `update deliveries set state = 'delivered', attempt = 1, due_at = null, finished_at = now()
     where request_id = $1 and state = 'pending'`,
    [id],
  );

/** Sets the clock of the page forward by the time within which an undo stops the mail. */
const passUndoTime = (page: Page) =>
  page.evaluate(() => {
    const now = Date.now() + 15_000;
    Date.now = () => now;
  });

describe('a decision', () => {
  it('shows that it is mailed to the customer, and mentions no mail where no mail is sent', async () => {
    const { page } = await stage.open({ path: `/requests/${id}` });
    const choose = async (status: string, sentence: string) => {
      await page.locator('.decisions .move').click();
      await page.locator('.menu:popover-open').getByRole('button', { name: status }).click();
      await page.locator('.toast').getByText(sentence, { exact: true }).waitFor();
    };
    await choose('Spam', 'Spam: Zoë');
    await choose('Accepted', 'Accepted: Zoë. The customer is notified in 15 s.');
    await choose('New', 'New: Zoë');
  });

  it('shows with its undo that the customer was mailed already, and mentions no mail that the undo has stopped', async () => {
    const { page } = await stage.open();
    const toast = page.locator('.toast');
    await rowOf(page, 'Zoë').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    await toast.getByText('Accepted: Zoë. The customer is notified in 15 s.').waitFor();
    await page.keyboard.press('u');
    await toast.getByText('Undone: Zoë is back to New.').waitFor();
    await page.keyboard.press('a');
    await until(() => statusOf(id)).toBe('ACCEPTED');
    await sendMail();
    await page.keyboard.press('u');
    await toast.getByText('But the customer was already notified').waitFor();
    await until(() => statusOf(id)).toBe('NEW');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    // The customer was notified of it before, and not yet of the undo.
    await page.keyboard.press('a');
    await toast.getByText('Accepted: Zoë', { exact: true }).waitFor();
    await page.keyboard.press('u');
    await toast.getByText('Zoë is back to New. But the customer was already notified of your decision').waitFor();
  });

  it('says of many how many mails go out, and an undo after them that there are more', async () => {
    const accepted = await stage.inbox.store({ name: 'Ann' });
    await stage.inbox.editor.change(accepted, 1, { status: 'ACCEPTED' }, stage.inbox.actor);
    await stage.inbox.store({ name: 'Ben' });
    const { page } = await stage.open({ path: '/?status=ALL' });
    await rowOf(page, 'Ben').waitFor();
    const dialog = page.getByRole('dialog');
    const set = async (status: string) => {
      for (const box of await rowOf(page, '').getByRole('checkbox').all()) await box.check();
      await page.getByLabel('Set the status').selectOption(status);
      await dialog.getByText('This changes 3 requests').waitFor();
    };
    await set('SPAM');
    expect(await dialog.getByText('mails go to customers').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await set('ACCEPTED');
    await dialog.getByText('2 mails go to customers, 15 seconds later.').waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByText('2 requests changed.').waitFor();
    // The undo begins in time and ends late.
    await page.route('**/requests/bulk', async (route) => {
      await passUndoTime(page);
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await dialog.getByText('Customers who already got a mail about the change get a second mail.').waitFor();
  });

  it('has its own time for those that were skipped at first', async () => {
    const { page } = await stage.open();
    await rowOf(page, 'Zoë').getByRole('checkbox').check();
    await page.getByLabel('Set the status').selectOption('ACCEPTED');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This changes 1 request').waitFor();
    await stage.inbox.editor.change(id, 1, { status: 'COMPLETED' }, stage.inbox.actor);
    await dialog.getByRole('button', { name: 'Change 1 request' }).click();
    await dialog.getByText('changed by somebody else meanwhile').waitFor();
    await passUndoTime(page);
    await dialog.getByRole('button', { name: 'Change these requests too' }).click();
    await dialog.getByText('1 request changed.').waitFor();
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await dialog.getByText('1 request is as it was.').waitFor();
    expect(await dialog.getByText('get a second mail').count()).toBe(0);
  });
});

describe('a decision with words', () => {
  const sheet = (page: Page) => page.getByRole('dialog', { name: 'the request of Zoë' });
  const deliveries = async () =>
    (
      await stage.service.pool.query<{ type: string; state: string }>(
        'select type, state from deliveries where request_id = $1 order by created_at, id',
        [id],
      )
    ).rows;

  it('is one mail with the words, which wait for a due date that they name, and takes three steps with a due date', async () => {
    const { page } = await stage.open({ path: `/requests/${id}` });
    await page.getByRole('button', { name: 'Accept…' }).click();
    const words = sheet(page).getByRole('textbox', { name: 'Your words' });
    await until(() => words.inputValue()).toContain('Hello Zoë,');
    await words.fill('Ready by {due}.');
    await words.press('Control+Enter');
    await sheet(page).getByText('Choose a due date, or take {due} out of your words.').waitFor();
    expect(await statusOf(id)).toBe('NEW');
    await sheet(page).getByRole('button', { name: 'In a week' }).click();
    await until(() => words.inputValue()).toMatch(/^Ready by \d+ \w+( \d+)?\.$/);
    await sheet(page).getByRole('button', { name: 'In two weeks' }).click();
    await sheet(page).getByRole('button', { name: 'Accept', exact: true }).click();
    await page.locator('.toast').getByText('Accepted: Zoë. The customer is notified in 15 s.').waitFor();
    const stored = await stage.inbox.reader.find(id);
    expect(stored).toMatchObject({ status: 'ACCEPTED', dueOn: expect.stringMatching(/^20/), publicMessage: null });
    await until(deliveries).toEqual([{ type: 'request.message', state: 'pending' }]);
    await page.keyboard.press('u');
    await page.locator('.toast').getByText('Undone: Zoë is back to New.').waitFor();
    await until(deliveries).toEqual([{ type: 'request.message', state: 'cancelled' }]);
    expect(await stage.inbox.reader.find(id)).toMatchObject({ status: 'NEW', dueOn: null });
  });

  it('sets the price that its words name, and takes it back with the decision', async () => {
    const { page } = await stage.open({ path: `/requests/${id}` });
    await page.getByRole('button', { name: 'Accept…' }).click();
    const words = sheet(page).getByRole('textbox', { name: 'Your words' });
    await until(() => words.inputValue()).toContain('Yes, I would love to do this.\n\nI will write again');
    const price = sheet(page).getByRole('textbox', { name: 'Price' });
    await price.fill('a lot');
    await sheet(page).getByText('Enter an amount such as 120 or 49.50.').waitFor();
    await words.press('Control+Enter');
    expect(await statusOf(id)).toBe('NEW');
    await price.fill('49.50');
    await until(() => words.inputValue()).toContain('\nPrice: €49.50\n\n');
    await price.fill('496');
    await until(() => words.inputValue()).toContain('\nPrice: €496\n\n');
    await sheet(page).getByRole('button', { name: 'Accept', exact: true }).click();
    const stored = async () => (await stage.inbox.reader.find(id))?.price;
    await until(stored).toEqual({ amount: 49_600, currency: 'EUR', digits: 2 });
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await until(stored).toBe(null);
  });

  it('shows the name for the queue unless its box is cleared, and takes that back with the decision', async () => {
    await tell(stage, id, { v: 1, queueName: 'Mondvogel' });
    const { page } = await stage.open({ path: `/requests/${id}` });
    const atRequest = page.getByRole('region', { name: 'Name in the queue' }).getByRole('checkbox');
    const shown = async () => (await stage.inbox.reader.find(id))?.queueNameShown;
    expect(await atRequest.isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Accept…' }).click();
    await sheet(page).getByLabel('Show in the public queue: Mondvogel').waitFor();
    await sheet(page).getByRole('button', { name: 'Accept', exact: true }).click();
    await until(() => atRequest.isChecked()).toBe(true);
    await until(shown).toBe(true);
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await until(shown).toBe(null);
    await until(() => atRequest.isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Accept…' }).click();
    await sheet(page).getByLabel('Show in the public queue: Mondvogel').uncheck();
    await sheet(page).getByRole('button', { name: 'Accept', exact: true }).click();
    await until(shown).toBe(false);
    await page.locator('.change').getByText('leaves the name out of the public queue.').last().waitFor();
    await atRequest.check();
    await until(shown).toBe(true);
  });

  it('sends no mail where that is wanted, also by its undo, and is the usual mail where no words are left', async () => {
    const { page } = await stage.open({ path: `/requests/${id}` });
    await page.getByRole('button', { name: 'Decline…' }).click();
    await sheet(page).getByLabel('Without a mail').check();
    const words = sheet(page).getByRole('textbox', { name: 'Your words' });
    await until(() => words.inputValue()).toBe('');
    await words.fill('My list is full.');
    await words.press('Control+Enter');
    await page.locator('.toast').getByText('Declined: Zoë', { exact: true }).waitFor();
    expect(await stage.inbox.reader.find(id)).toMatchObject({ status: 'DECLINED', publicMessage: 'My list is full.' });
    await page.keyboard.press('u');
    await page.locator('.toast').getByText('Undone: Zoë is back to New.').waitFor();
    expect(await stage.inbox.reader.find(id)).toMatchObject({ status: 'NEW', publicMessage: null });
    expect(await deliveries()).toEqual([]);

    await page.getByRole('button', { name: 'Decline…' }).click();
    await until(() => words.inputValue()).toContain('Hello Zoë,');
    await words.fill('');
    await sheet(page).getByRole('button', { name: 'Decline', exact: true }).click();
    await page.locator('.toast').getByText('The customer is notified in 15 s.').waitFor();
    expect(await deliveries()).toEqual([{ type: 'request.status_changed', state: 'pending' }]);
  });

  it('is made once and announced once when its response is lost', async () => {
    const { page } = await stage.open({ path: `/requests/${id}` });
    const losesAnswer = async (route: Route) => {
      if (route.request().method() !== 'PATCH') return route.fallback();
      await route.fetch();
      await page.unroute('**/requests/*', losesAnswer);
      return route.abort();
    };
    await page.getByRole('button', { name: 'Decline…' }).click();
    const words = sheet(page).getByRole('textbox', { name: 'Your words' });
    await until(() => words.inputValue()).toContain('Hello Zoë,');
    await page.route('**/requests/*', losesAnswer);
    await words.press('Control+Enter');
    await page.locator('.toast').getByRole('button', { name: 'Try again' }).click();
    await page.locator('.toast').getByText('Declined: Zoë. The customer is notified in 15 s.').waitFor();
    expect(await deliveries()).toEqual([{ type: 'request.message', state: 'pending' }]);
    await page.keyboard.press('u');
    await page.locator('.toast').getByText('Undone: Zoë is back to New.').waitFor();
    expect(await deliveries()).toEqual([{ type: 'request.message', state: 'cancelled' }]);
  });
});
