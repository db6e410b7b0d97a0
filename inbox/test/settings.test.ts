import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../../page/test/support/axe.ts';
import { holdAnswer } from './support/held-answer.ts';
import { overflow } from './support/overflow.ts';
import { type InboxPageStage, setInboxStage } from './support/stage.ts';
import { until } from './support/until.ts';

let stage: InboxPageStage;

beforeAll(async () => {
  stage = await setInboxStage();
});

afterAll(() => stage.close());

const openSettings = (section = '', role: 'owner' | 'operator' | 'viewer' = 'owner') =>
  stage.open({ role, path: `/settings${section}` });
const list = async () =>
  (await stage.accounts.operators.list()).map(({ email, role, isDisabled }) => [email, role, isDisabled]);

describe('people', () => {
  it('are invited by a link that is shown once and leads to an account', async () => {
    const { page, faults } = await openSettings('/people');
    await page.getByLabel('E-mail address').fill('new@example.org');
    await page.locator('form.inline select').selectOption('viewer');
    await page.getByRole('button', { name: 'Create a link' }).click();
    const link = await page.locator('.secret').inputValue();
    expect(link).toMatch(/\/invitation#/);
    await page.getByRole('button', { name: 'Withdraw the invitation of new@example.org' }).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.reload();
    await page.getByText('new@example.org').waitFor();
    expect(await page.locator('.secret').count()).toBe(0);
    expect(await page.content()).not.toContain(link.split('#')[1]);
    for (const number of [1, 2]) {
      await page.getByLabel('E-mail address').fill(`colleague-${number}@example.org`);
      await page.getByRole('button', { name: 'Create a link' }).click();
      await page.getByText(`Link for colleague-${number}@example.org`).waitFor();
      expect(await page.getByLabel('E-mail address').inputValue()).toBe('');
      expect(await page.locator('form.inline select').inputValue()).toBe('operator');
    }

    await page.goto(link);
    await page.getByLabel('Name').fill('New Person');
    await page.getByLabel('Password').fill('four quiet grey cats');
    await page.locator('button[type=submit]').click();
    await until(list).toContainEqual(['new@example.org', 'viewer', false]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('are not invited twice', async () => {
    await stage.accounts.makeOperator('known@example.org', 'viewer');
    const { page } = await openSettings('/people');
    await page.getByLabel('E-mail address').fill('known@example.org');
    await page.getByRole('button', { name: 'Create a link' }).click();
    await page.getByText('This address already has an account.').first().waitFor();
    await page.context().close();
  });

  it('get a link to a new password, which is shown once', async () => {
    await stage.accounts.makeOperator('forgetful@example.org', 'operator');
    const { page, faults } = await openSettings('/people');
    const row = page.getByRole('listitem').filter({ hasText: 'forgetful@example.org' });
    await row.getByRole('button', { name: /^New password for/ }).click();
    const link = await page.locator('.secret').inputValue();
    expect(link).toMatch(/\/new-password#/);
    await page.getByRole('button', { name: 'Done' }).click();
    expect(await page.locator('.secret').count()).toBe(0);

    await page.goto(link);
    await page.getByLabel('Password').fill('four quiet red cats');
    await page.locator('button[type=submit]').click();
    await page.waitForURL((url) => url.pathname !== '/new-password');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('have their open link to a new password listed, with who made it, until it is withdrawn', async () => {
    const person = await stage.accounts.makeOperator('wrong-person@example.org', 'operator');
    await stage.accounts.passwordLinks.make(person.id, null);
    const { page, faults } = await openSettings('/people');
    const links = page.getByRole('region', { name: 'Open links to a new password' });
    await links.getByText(/made on the server · valid until/).waitFor();
    await page.getByRole('button', { name: 'New password for wrong-person@example.org' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await links.getByText(/made by Owner · valid until/).waitFor();
    await links.getByRole('button', { name: 'Withdraw the password link for wrong-person@example.org' }).click();
    await until(() => links.count()).toBe(0);
    expect(await stage.accounts.passwordLinks.list()).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('get a link to a new password, which does not take the focus from an invitation that is typed meanwhile', async () => {
    await stage.accounts.makeOperator('waiting@example.org', 'operator');
    const { page } = await openSettings('/people');
    const answer = await holdAnswer(page, '**/password-link', 'POST');
    const row = page.getByRole('listitem').filter({ hasText: 'waiting@example.org' });
    await row.getByRole('button', { name: /^New password for/ }).click();
    const field = page.getByLabel('E-mail address');
    await field.pressSequentially('new@');
    await answer.isReady;
    answer.release();
    await page.locator('.secret').waitFor();
    await page.keyboard.type('example.org');
    expect(await field.inputValue()).toBe('new@example.org');
    await page.context().close();
  });

  it('have their role changed, are disabled, enabled and removed', async () => {
    await stage.accounts.makeOperator('worker@example.org', 'operator');
    const { page } = await openSettings('/people');
    const row = page.getByRole('listitem').filter({ hasText: 'worker@example.org' });
    await row.getByRole('combobox').selectOption('viewer');
    await until(list).toContainEqual(['worker@example.org', 'viewer', false]);
    await row.getByRole('button', { name: /^Disable/ }).click();
    await row.getByText('Disabled').waitFor();
    await until(list).toContainEqual(['worker@example.org', 'viewer', true]);
    await row.getByRole('button', { name: /^Enable/ }).click();
    await until(list).toContainEqual(['worker@example.org', 'viewer', false]);
    await row.getByRole('button', { name: /^Remove/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await until(() => row.count()).toBe(0);
    expect((await list()).flat()).not.toContain('worker@example.org');
    await page.context().close();
  });

  it('have no choice that would leave them without an owner, which is said', async () => {
    const { page } = await openSettings('/people');
    const self = page.getByRole('listitem').filter({ hasText: 'You' });
    await self.getByText('There must be at least one owner.').waitFor();
    expect(await self.getByRole('combobox').isDisabled()).toBe(true);
    expect(await self.getByRole('button').count()).toBe(0);
    await stage.accounts.makeOperator('second@example.org', 'owner');
    await page.reload();
    await self.getByRole('button', { name: /^Remove/ }).waitFor();
    expect(await self.getByRole('combobox').isDisabled()).toBe(false);
    await page.context().close();
  });

  it('have always an owner, also when the other one has gone meanwhile', async () => {
    const other = await stage.accounts.makeOperator('leaving@example.org', 'owner');
    const { page } = await openSettings('/people');
    const self = page.getByRole('listitem').filter({ hasText: 'You' });
    await self.getByRole('button', { name: /^Remove/ }).waitFor();
    const second = (await stage.accounts.operators.list()).find(({ email }) => email === 'second@example.org');
    for (const { id } of [other, ...(second ? [second] : [])]) await stage.accounts.operators.remove(id);
    await self.getByRole('combobox').selectOption('viewer');
    await page.getByText('There must be at least one owner.').first().waitFor();
    expect(await self.getByRole('combobox').inputValue()).toBe('owner');
    await page.context().close();
  });
});

describe('a token', () => {
  it('is shown once, works, and ends when it is revoked', async () => {
    const { page, faults } = await openSettings('/tokens');
    await page.getByLabel('Name of the program').fill('Accounting');
    await page.getByRole('checkbox', { name: 'change' }).check();
    await page.getByRole('button', { name: 'Create the token' }).click();
    const secret = await page.locator('.secret').inputValue();
    expect(secret).toMatch(/^csk_/);
    const ask = () =>
      fetch(`${stage.url}/api/operator/v1/requests`, { headers: { authorization: `Bearer ${secret}` } }).then(
        ({ status }) => status,
      );
    expect(await ask()).toBe(200);
    await page.reload();
    await page.getByText('Accounting', { exact: true }).waitFor();
    expect(await page.content()).not.toContain(secret);
    await page.getByRole('button', { name: 'Revoke Accounting' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText('No program has access.').waitFor();
    expect(await ask()).toBe(401);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

describe('the pages of the settings', () => {
  it('are named in words of a studio, each with a sentence, and what is technical is folded', async () => {
    const { page, faults } = await openSettings('');
    const nav = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
    await nav.first().waitFor();
    const names = (await nav.allTextContents()).filter((name) => name !== 'First steps');
    expect(names).toEqual([
      'Form',
      'Notifications',
      'Team',
      'Mails',
      'Apps and API',
      'Health',
      'Your account',
      'History',
    ]);
    for (const name of names) {
      await nav.filter({ hasText: name }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      expect(await page.locator('.settings-content > header p').textContent()).toMatch(/\.$/);
      await until(() => page.locator('main').getByText('Loading…').count()).toBe(0);
      expect(await page.locator('main').innerText()).not.toMatch(/whsec_|MAIL_TEMPLATES|Bearer/);
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('fit a telephone, with their names in a row that scrolls', async () => {
    const { page } = await stage.open({
      role: 'owner',
      path: '/settings/tokens',
      viewport: { width: 390, height: 800 },
    });
    await page.getByText('For programmers').click();
    await page.getByText('Authorization: Bearer csk_…').waitFor();
    expect(await overflow(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  it('are light or dark in every window at once', async () => {
    const { page, another } = await openSettings();
    const other = await another();
    await page.getByRole('main').getByRole('combobox', { name: 'Appearance' }).selectOption('Dark');
    await until(() => other.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });
});

describe("one's own account", () => {
  it('lists the sessions, and ends another one', async () => {
    const other = await openSettings('', 'viewer');
    const { page } = await openSettings('', 'viewer');
    const rows = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem');
    await until(() => rows.count()).toBe(2);
    await rows.getByText('This browser').waitFor();
    await page.getByRole('button', { name: /^End the session/ }).click();
    await until(() => rows.count()).toBe(1);
    await other.page.goto(`${stage.url}/settings`);
    expect(new URL(other.page.url()).pathname).toBe('/sign-in');
    await page.context().close();
    await other.page.context().close();
  });

  it('tells a password manager whose password changes', async () => {
    const { page } = await openSettings('', 'owner');
    const form = page.locator('form', { has: page.getByLabel('New password') });
    await form.waitFor();
    expect(await form.locator('[autocomplete=username]').inputValue()).toBe((await stage.personOf('owner')).email);
    expect(
      await form
        .locator('[autocomplete]')
        .evaluateAll((fields) => fields.map((field) => field.getAttribute('autocomplete'))),
    ).toEqual(['username', 'current-password', 'new-password']);
    await page.context().close();
  });

  it('changes the password, which needs the current one', async () => {
    const { page } = await openSettings('', 'owner');
    await page.getByLabel('Current password').fill('not the password');
    await page.getByLabel('New password').fill('five quiet grey cats');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('The current password is wrong.').first().waitFor();
    await page.context().close();
  });

  it('switches the keys off', async () => {
    const id = await stage.inbox.store({ name: 'Quiet' });
    const { page } = await openSettings('', 'operator');
    await page.getByLabel('Use single letters as shortcuts').uncheck();
    await page.goto(`${stage.url}/requests/${id}`);
    await page.locator('.decisions').waitFor();
    expect(await page.locator('.decisions kbd').count()).toBe(0);
    for (const key of ['a', 'w', 'd']) await page.keyboard.press(key);
    expect((await stage.inbox.reader.find(id))?.status).toBe('NEW');
    await page.context().close();
  });
});

describe('the history of all requests', () => {
  it('tells who did what, the newest first, and goes back to the first', async () => {
    const id = await stage.inbox.store();
    for (let number = 1; number <= 105; number += 1) {
      await stage.inbox.editor.addNote(id, `Note ${number}`, stage.inbox.actor);
    }
    const { page, faults } = await openSettings('/history', 'viewer');
    const entries = page.locator('ol.entries li');
    await until(() => entries.count()).toBe(100);
    expect(await entries.first().innerText()).toContain('signed in.');
    await page.getByRole('button', { name: 'Older' }).click();
    await until(() => entries.count()).toBeGreaterThan(105);
    await entries.getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Somebody' }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
