import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { violations } from '../../page/test/support/axe.ts';
import { requestNumberOf } from '../../src/intake/submission/request-number.ts';
import { answerWith, type Receiver, startReceiver } from '../../test/deliveries/receiver.ts';
import { openField } from './support/composer.ts';
import { mailServerEnv } from './support/customer-mail.ts';
import { rows } from './support/rows.ts';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const attack = '<h1>Internal</h1><script>alert(1)</script><img src=x onerror=alert(2)>';

const stage = inboxOfFile({ DELIVERY_ALLOW_PRIVATE: 'true', ...mailServerEnv });
let good: Receiver;
let bad: Receiver;

beforeAll(async () => {
  bad = await startReceiver(answerWith(500, { 'content-type': 'text/html' }, attack));
});

afterAll(() => bad.close());

beforeEach(async () => {
  good = await startReceiver();
  await query("update delivery_channels set state = 'removed', sealed = null");
});

afterEach(() => good.close());

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const query = async (text: string) => (await stage.service.pool.query(text)).rows;

async function addWebhook(page: Page, name: string, url: URL): Promise<string> {
  await page.goto(`${stage.url}/settings/channels`);
  await press(page, 'Add a webhook');
  await page.getByLabel('URL').fill(url.href);
  await page.getByLabel('Name (optional)').fill(name);
  await press(page, 'Turn on');
  const secret = await page.locator('.secret').inputValue();
  expect(secret).toMatch(/^whsec_/);
  return secret;
}

/** The buttons of a new channel move until its page is loaded, and a click on one that moves is lost. */
const untilLoaded = (page: Page) => page.getByText('There are no deliveries yet').waitFor();

describe('a channel', () => {
  it('is added, tested, changed, paused, resumed and removed', async () => {
    const { page } = await stage.open({ role: 'owner', path: '/settings/channels' });
    await page.getByText('Nobody is notified yet.').waitFor();
    await press(page, 'Add a webhook');
    await page.getByLabel('URL').fill('ftp://bot.example.org/');
    await press(page, 'Turn on');
    await page.getByText('The URL must be a public').first().waitFor();
    await page.keyboard.press('Escape');

    const secret = await addWebhook(page, 'A bot', good.url);
    await press(page, 'Done');
    await page.reload();
    await untilLoaded(page);
    await press(page, 'Send a test');
    await page.getByText('The test was accepted.').waitFor();
    expect(good.received).toHaveLength(1);
    expect(await page.content()).not.toContain(secret);
    await page.locator('.deliveries li').filter({ hasText: 'Delivered' }).waitFor();

    await page.getByRole('checkbox', { name: 'Message', exact: true }).check();
    await page.getByRole('checkbox', { name: 'Changed status' }).uncheck();
    await press(page, 'Save');
    await until(() => query('select types, settings from delivery_channels')).toMatchObject([
      {
        types: ['request.created', 'request.erased', 'studio.opened', 'studio.closed'],
        settings: { fields: ['message'] },
      },
    ]);
    await page.getByText('Secret for signatures').click();
    await press(page, 'New secret');
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
    await page.getByText(/^Also signed with the previous secret until /).waitFor();
    await until(() => page.locator('.secret').inputValue()).toMatch(/^whsec_/);
    expect(await page.locator('.secret').inputValue()).not.toBe(secret);

    await press(page, 'Pause');
    await page.getByText('Paused').first().waitFor();
    await stage.submit({});
    await until(() => query("select from deliveries where state = 'pending'")).toHaveLength(1);
    await page.reload();
    await page.getByText('1 waiting').waitFor();
    await press(page, 'Resume');
    expect(await violations(page)).toEqual([]);
    await press(page, 'Send 1');
    await page.getByText('Works').waitFor();
    await until(() => good.received.length).toBe(2);
    expect(JSON.parse(good.received[1]?.body ?? '')).toMatchObject({ data: { message: 'Two cats, in oil.' } });

    await press(page, 'Pause');
    await page.getByText('Paused').first().waitFor();
    await stage.submit({});
    await page.reload();
    await press(page, 'Resume');
    await press(page, 'Discard and resume');
    await page.getByText('Works').waitFor();
    await until(() => query('select state, cancel_cause from deliveries order by created_at desc limit 1')).toEqual([
      { state: 'cancelled', cancel_cause: 'channel-disabled' },
    ]);

    await press(page, 'Remove A bot');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('Nobody is notified yet.').waitFor();
    expect(good.received).toHaveLength(2);
  });

  it('is reported to owners when it fails for an hour, and sends the missed deliveries again', async () => {
    const { page } = await stage.open({ role: 'owner' });
    await addWebhook(page, 'A broken bot', bad.url);
    const id = await stage.submit({});
    await until(() => bad.received.length).toBeGreaterThan(0);
    await until(() => query("select from delivery_attempts where result = 'retry'")).not.toHaveLength(0);
    await query(
      "update delivery_attempts set started_at = started_at - interval '61 min', ended_at = ended_at - interval '61 min'",
    );
    await query(`
      update deliveries set state = 'failed', due_at = null, lease_until = null, finished_at = now()
      where state in ('pending', 'sending')`);
    const operator = await stage.open({ role: 'operator' });
    await rows(operator.page).first().waitFor();
    expect(await operator.page.locator('.banner').innerText()).toBe('');

    await page.goto(`${stage.url}/`);
    await page.locator('.banner').getByRole('link').click();
    await page.getByRole('heading', { name: 'A broken bot Failing' }).waitFor();
    await page.getByText('The receiver did not accept the delivery.').waitFor();
    const german = await stage.open({ role: 'owner', locale: 'de', path: new URL(page.url()).pathname });
    await german.page.getByText('Der Empfänger hat sie nicht angenommen.').waitFor();
    expect(await german.page.getByText('The receiver').count()).toBe(0);
    await page.getByRole('button', { name: 'Delivered', exact: true }).click();
    await page.getByText('none matches these filters').waitFor();
    expect(await page.getByRole('button', { name: 'Send these again…' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Delivered', exact: true }).click();
    await press(page, 'Failed');
    await page.getByLabel('From').fill('2020-01-01');
    await press(page, 'Send these again…');
    await page.getByText('1 delivery of this filter is sent again').waitFor();
    await press(page, 'Send 1 again');
    await until(() => query('select from deliveries where resend_of is not null')).toHaveLength(1);

    await page.goto(`${stage.url}/requests/${id}`);
    await page.getByText(/^Deliveries \(/).click();
    await page.locator('.deliveries .opens').last().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The delivery failed and is not retried').waitFor();
    await dialog.getByText('Response').click();
    expect(await dialog.locator('.attempts pre').innerText()).toBe(attack);
    await press(page, 'Send again');
    await dialog.getByText('This delivery repeats an earlier delivery.').waitFor();
    expect(await query('select from deliveries where resend_of is not null')).toHaveLength(2);
  });

  it('shows the answer to a failed test as text, and is reported to owners when its receiver refuses more', async () => {
    const { page } = await stage.open({ role: 'owner' });
    await addWebhook(page, 'A failing bot', bad.url);
    await press(page, 'Done');
    await page.getByText('There are no deliveries yet').waitFor();
    expect(await page.getByRole('button', { name: 'Send these again…' }).count()).toBe(0);
    await press(page, 'Send a test');
    await page.getByText(`500: ${attack}`, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Send these again…' }).waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('');
    await press(page, 'Save');
    expect(await page.getByRole('textbox', { name: 'Name' }).evaluate((field) => field.matches(':invalid'))).toBe(true);
    await press(page, 'Remove A failing bot');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('Nobody is notified yet.').waitFor();
    const gone = await startReceiver(answerWith(410));
    await addWebhook(page, 'A gone bot', gone.url);
    await stage.submit({});
    await until(() => query("select from delivery_channels where state = 'disabled'")).toHaveLength(1);
    await page.goto(`${stage.url}/`);
    await page.locator('.banner').getByText('The receiver of A gone bot accepts no more deliveries').waitFor();
    await page.locator('.banner').getByRole('link').click();
    await page.getByRole('heading', { name: 'A gone bot' }).waitFor();
    await gone.close();
  });
});

describe.each([
  {
    kind: 'a chat',
    add: 'Add a chat room',
    own: () => [['URL', `${good.url.origin}/services/t0ken`]] as const,
    target: () => `Chat · ${good.url.origin}/…`,
    sent: (body: string) => JSON.parse(body).text,
  },
  {
    kind: 'a phone',
    add: 'Add notices on phones (ntfy)',
    own: () =>
      [
        ['Server (optional)', good.url.origin],
        ['Topic', 't0ken-7Kq2xW'],
      ] as const,
    target: () => `ntfy · ${good.url.origin}/`,
    sent: (body: string) => JSON.parse(body).message,
  },
])('a channel to $kind', ({ add, own, target, sent }) => {
  it('is added without a secret to copy, tested, and changed', async () => {
    const { page } = await stage.open({ role: 'owner', path: '/settings/channels' });
    await press(page, add);
    for (const [label, value] of own()) await page.getByLabel(label, { exact: true }).fill(value);
    await press(page, 'Turn on');
    await page.getByText(target()).waitFor();
    expect(await page.locator('.secret').count()).toBe(0);
    await untilLoaded(page);
    await press(page, 'Send a test');
    await page.getByText('The test was accepted.').waitFor();
    expect(sent(good.received[0]?.body ?? '{}')).toContain('It works.');
    await page.getByRole('checkbox', { name: 'Message', exact: true }).check();
    await page.getByRole('textbox', { name: 'Name' }).fill('Our room');
    await press(page, 'Save');
    await page.getByRole('heading', { name: 'Our room' }).waitFor();
    await stage.submit({});
    await until(() => good.received.length).toBe(2);
    expect(sent(good.received[1]?.body ?? '{}')).toContain('Two cats, in oil.');
    expect(await page.content()).not.toContain('t0ken');
  });
});

describe('the dialogs that add a channel', () => {
  it('name the purpose of the channel, and have all their fields at one line', async () => {
    const { page } = await stage.open({ role: 'owner', path: '/settings/channels' });
    for (const [add, label] of [
      ['Add mail to the studio', 'Recipients'],
      ['Add a chat room', 'URL'],
      ['Add notices on phones (ntfy)', 'Topic'],
      ['Add mail to customers', 'Name (optional)'],
      ['Add a webhook', 'URL'],
    ] as const) {
      const offer = page.getByRole('button', { name: add });
      const hint = await offer.getAttribute('aria-describedby');
      expect(await page.locator(`[id="${hint}"]`).textContent()).toMatch(/\.$/);
      await offer.click();
      const dialog = page.getByRole('dialog', { name: add });
      await dialog.getByRole('textbox', { name: label, exact: true }).waitFor();
      const edges = await dialog
        .locator('.channel-form > label :is(input, select, textarea)')
        .evaluateAll((fields) =>
          fields.map((field) => field.getBoundingClientRect()).map(({ left, right }) => [left, right]),
        );
      expect(new Set(edges.map(String)).size).toBe(1);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
  });
});

describe('mail', () => {
  it('is shown at its request, counted at its channel, and sent by a person when it is left out', async () => {
    const { page } = await stage.open({ role: 'owner', path: '/settings/channels' });
    await press(page, 'Add mail to customers');
    await press(page, 'Turn on');
    await page.getByRole('heading', { name: 'Customers Not used yet' }).waitFor();
    await stage.submit({ payload: { customerEmail: 'Victim@Example.ORG' } });
    // The first one is tried again and again, because no server listens.
    await until(() => query("select from delivery_attempts where result = 'retry'")).not.toHaveLength(0);
    const id = await stage.submit({ payload: { customerEmail: 'victim@example.org' } });
    await until(() => query("select from deliveries where cancel_cause = 'confirmation-limit'")).toHaveLength(1);
    await page.reload();
    await page.getByText('1 confirmation left out').waitFor();

    await page.goto(`${stage.url}/requests/${id}`);
    await page.getByText(/^Deliveries \(/).click();
    await page.getByText('Not sent: this address gets one confirmation in an hour').waitFor();
    await page.locator('.deliveries .opens').last().click();
    await press(page, 'Send again');
    await page.getByRole('dialog').getByText('This delivery repeats an earlier delivery.').waitFor();
  });

  it('is written to a customer from the request, with a template, taken back, and in view when it is sent', async () => {
    const id = await stage.submit({ payload: { message: 'A line\n'.repeat(60) } });
    const { page } = await stage.open({ role: 'owner', path: `/requests/${id}` });
    await page.getByRole('tab', { name: 'Reply' }).click();
    await page.getByText('Messages to customers are not enabled yet.').waitFor();
    await page.locator('.composer').getByRole('link', { name: 'Notifications' }).click();
    await press(page, 'Add mail to customers');
    await page.getByRole('dialog').getByLabel('Language').selectOption('de');
    await press(page, 'Turn on');
    await page.getByRole('heading', { name: 'Customers Not used yet' }).waitFor();

    await page.goto(`${stage.url}/requests/${id}`);
    const field = await openField(page, 'Write to the customer');
    await page.getByLabel('Templates').selectOption({ label: 'A question' });
    await until(() => field.inputValue()).toContain('vielen Dank für die Anfrage');
    const ownProgram = page.getByRole('link', { name: 'Write an e-mail' });
    await until(() => ownProgram.getAttribute('href')).toContain('subject=Ihre%20Auftragsanfrage');
    await field.fill('Which frame?');
    await press(page, 'Keep as a template');
    await press(page, 'Send');
    await page
      .locator('.written-message')
      .getByText(/^It goes out in 1[0-5] s\.$/)
      .waitFor();
    await press(page, 'Cancel the message');
    await until(() => query("select state from deliveries where type = 'request.message'")).toEqual([
      { state: 'cancelled' },
    ]);
    await until(() => field.inputValue()).toBe('Which frame?');
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    await until(() => page.getByRole('status').allTextContents()).toContain(
      'The message was cancelled. Its text is in the field again.',
    );
    const states = page.locator('.request-side summary').filter({ hasText: 'Deliveries' });
    await states.click();
    await page.locator('.deliveries .opens').first().click();
    const delivery = page.getByRole('dialog');
    await delivery.getByText('Not sent: it was cancelled in time.').waitFor();
    expect(await delivery.getByRole('button', { name: 'Send again' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await field.fill('');
    await page.reload();
    await openField(page, 'Write to the customer');
    await page.getByLabel('Templates').selectOption({ label: 'Which frame?' });
    await until(() => field.inputValue()).toBe('Which frame?');
    const colleague = await stage.open({ role: 'operator', path: `/requests/${id}` });
    await openField(colleague.page, 'Write to the customer');
    await colleague.page.getByLabel('Templates').selectOption({ label: 'Which frame?' });
    await press(colleague.page, 'Delete this template');
    await colleague.page.getByRole('button', { name: 'Keep as a template' }).waitFor();
    expect(await query('select from message_templates')).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 500 });
    await press(page, 'Send');
    await until(() =>
      query("select from deliveries where type = 'request.message' and state = 'pending'"),
    ).toHaveLength(1);
    await page.locator('.written-message').nth(1).waitFor();
    const message = page.locator('.written-message').last();
    expect(await message.innerText()).toContain('Which frame?');
    const end = async () => {
      const { y = 0, height = 0 } = (await message.boundingBox()) ?? {};
      return y + height;
    };
    await until(end).toBeLessThan(500);
  });

  it('has three switches for customers, and one is on', async () => {
    const { page } = await stage.open({ role: 'owner', path: '/settings/channels' });
    const confirmation = page.getByRole('checkbox', { name: 'Confirmation that the request arrived' });
    const status = page.getByRole('checkbox', { name: 'Changed status' });
    const messages = page.getByRole('checkbox', { name: 'Messages that operators write' });
    const stored = () =>
      query("select types, settings -> 'messages' as messages from delivery_channels where state <> 'removed'");
    await press(page, 'Add mail to customers');
    for (const box of [confirmation, status, messages]) await box.uncheck();
    await press(page, 'Turn on');
    await page.getByText('Select at least one kind of mail to customers.').waitFor();
    await messages.check();
    await press(page, 'Turn on');
    await page.getByRole('heading', { name: 'Customers Not used yet' }).waitFor();
    expect(await stored()).toEqual([{ types: [], messages: true }]);

    await messages.uncheck();
    await press(page, 'Save');
    await page.getByText('Select at least one kind of mail to customers.').waitFor();
    await status.check();
    await press(page, 'Save');
    await until(stored).toEqual([{ types: ['request.status_changed'], messages: false }]);
    await page.reload();
    await status.waitFor();
    expect([await confirmation.isChecked(), await status.isChecked(), await messages.isChecked()]).toEqual([
      false,
      true,
      false,
    ]);
    await status.uncheck();
    await messages.check();
    await press(page, 'Save');
    await until(stored).toEqual([{ types: [], messages: true }]);
  });

  it('is shown as its readers see it, in their language', async () => {
    const { page } = await stage.open({ role: 'owner', path: '/settings/mails' });
    const subject = page.locator('.letter h2');
    await subject.filter({ hasText: 'received your request' }).waitFor();
    await page.getByText('The mails have no link to the status page').waitFor();
    expect(await page.getByText('Mail is not configured').count()).toBe(0);
    await page.getByRole('main').getByLabel('Language').selectOption('de');
    await subject.filter({ hasText: 'Anfrage' }).waitFor();
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { level: 1 }).waitFor();
    expect(await frame.getByRole('heading', { level: 1 }).innerText()).toBe(await subject.innerText());
    const isWhole = () => frame.locator('html').evaluate((html) => html.scrollHeight === html.clientHeight);
    await until(isWhole).toBe(true);
    await press(page, 'Daily mail');
    await until(() => subject.innerText()).toContain('3');
    const head = page.locator('.letter dd');
    expect(await head.allTextContents()).toEqual(['studio@example.org', 'mia@example.org']);
  });

  it("has the studio's words for a customer once they are published, and the built-in ones again later", async () => {
    const { page } = await stage.open({ role: 'owner', path: '/settings/mails' });
    const main = page.getByRole('main');
    await press(page, 'Accepted');
    const subject = main.getByRole('textbox', { name: 'Subject' });
    await until(() => subject.inputValue()).toBe('{studio} accepted your {type}');
    const letter = page.locator('.letter h2');
    await subject.fill('A yes from ');
    await press(page, '{studio}');
    await until(() => subject.inputValue()).toBe('A yes from {studio}');
    await letter.filter({ hasText: 'A yes from Lindenhof Studio' }).waitFor();
    await main.getByRole('textbox', { name: 'Text' }).fill('Hi,\n\nit is due on {due}.');
    await page.frameLocator('iframe').getByText('it is due on December 18, 2026.').waitFor();

    await main.getByRole('textbox', { name: 'Text' }).fill('Hi {name}');
    await page.getByText('Mails do not know {name}.').waitFor();
    await page.getByRole('button', { name: '1 thing to correct' }).waitFor();
    await main.getByRole('textbox', { name: 'Text' }).fill('Hi,');
    await page.getByText('Draft saved.').waitFor();
    await press(page, 'Publish');
    await press(page, 'Publish now');
    await page.getByText('Everything is published.').waitFor();
    const published = await query('select document from studio_revisions order by revision desc limit 1');
    expect(published[0]).toMatchObject({
      document: { mails: { ACCEPTED: { subject: { en: 'A yes from {studio}' }, text: { en: 'Hi,' } } } },
    });

    await press(page, 'As delivered');
    await until(() => subject.inputValue()).toBe('{studio} accepted your {type}');
    await letter.filter({ hasText: 'Lindenhof Studio accepted your portrait' }).waitFor();
  });
});

describe('a delivery of an erased request', () => {
  it('has no link to it, and is not offered to be sent again', async () => {
    const { page } = await stage.open({ role: 'owner' });
    await addWebhook(page, 'An archive', good.url);
    const id = await stage.submit({});
    const row = page
      .locator('.deliveries li')
      .filter({ hasText: requestNumberOf(id) })
      .filter({ hasText: 'New request' });
    await until(() => query(`select state from deliveries where request_id = '${id}'`)).toContainEqual({
      state: 'delivered',
    });
    await press(page, 'Done');
    await page.reload();
    await row.getByRole('link').waitFor();
    await query(`delete from commission_requests where id = '${id}'`);
    await page.reload();
    await row.getByText('This request has been erased.').waitFor();
    expect(await row.getByRole('link').count()).toBe(0);
    await row.locator('.opens').click();
    await page.getByText('this delivery cannot be sent again').waitFor();
    expect(await page.getByRole('button', { name: 'Send again', exact: true }).count()).toBe(0);
  });
});

describe('to erase', () => {
  it('takes their count for many', async () => {
    await stage.clear();
    for (const customerName of ['Ann', 'Bob', 'Cleo']) await stage.submit({ payload: { customerName } });
    const { page } = await stage.open({ role: 'owner' });
    for (const name of ['Ann', 'Bob']) await page.getByRole('checkbox', { name: new RegExp(name) }).check();
    await press(page, 'Erase…');
    await page.getByText('2 requests, their files and their notes').waitFor();
    // The field has the focus, although it was added after the dialog opened.
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    expect(await query('select from commission_requests')).toHaveLength(3);
    await page.getByLabel('to confirm').fill('2');
    await press(page, 'Erase permanently');
    await page.getByText('2 requests were erased.').waitFor();
    await page.keyboard.press('Enter');
    await until(() => page.getByRole('dialog').count()).toBe(0);
    expect(await query('select customer_name as name from commission_requests')).toEqual([{ name: 'Cleo' }]);
  });
});
