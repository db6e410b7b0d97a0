import { describe, expect, it } from 'vitest';
import { holdAnswer } from './support/held-answer.ts';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile();

const openSettings = (section = '', role: 'owner' | 'operator' | 'viewer' = 'owner') =>
  stage.open({ role, path: `/settings${section}` });
const list = async () =>
  (await stage.accounts.operators.list()).map(({ email, role, isDisabled }) => [email, role, isDisabled]);

describe('people', () => {
  it('are invited by a link that is shown once and leads to an account, and not twice', async () => {
    const { page } = await openSettings('/people');
    const address = page.getByLabel('E-mail address');
    const create = page.getByRole('button', { name: 'Create a link' });
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    await address.fill('new@example.org');
    await page.getByRole('radio', { name: 'Viewer' }).check();
    await create.click();
    const link = await page.locator('.secret').inputValue();
    expect(link).toMatch(/\/invitation#/);
    expect(await address.inputValue()).toBe('');
    await page.getByRole('button', { name: 'Withdraw the invitation of new@example.org' }).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.reload();
    await page.getByText('new@example.org').waitFor();
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    expect(await page.locator('.secret').count()).toBe(0);
    expect(await page.content()).not.toContain(link.split('#')[1]);
    await address.fill((await stage.personOf('operator')).email);
    await create.click();
    await page.getByText('This address already has an account.').first().waitFor();

    await page.goto(link);
    await page.getByLabel('Name').fill('New Person');
    await page.getByLabel('Password').fill('four quiet grey cats');
    await page.locator('button[type=submit]').click();
    await until(list).toContainEqual(['new@example.org', 'viewer', false]);
  });

  it('get a link to a new password, which is shown once and listed with its author until it is withdrawn', async () => {
    const person = await stage.accounts.makeOperator('forgetful@example.org', 'operator');
    await stage.accounts.passwordLinks.make(person.id, null);
    const { page } = await openSettings('/people');
    const links = page.getByRole('region', { name: 'Open links to a new password' });
    await links.getByText(/made on the server · valid until/).waitFor();
    const answer = await holdAnswer(page, '**/password-link', 'POST');
    const make = async () => {
      await page.getByRole('button', { name: 'More for forgetful@example.org' }).click();
      await page.getByRole('button', { name: 'New password for forgetful@example.org' }).click();
    };
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    await make();
    const address = page.getByLabel('E-mail address');
    await address.focus();
    await address.pressSequentially('new@');
    await answer.isReady;
    answer.release();
    const link = await page.locator('.secret').inputValue();
    expect(link).toMatch(/\/new-password#/);
    // The link does not take the focus from an invitation that is typed meanwhile.
    await page.keyboard.type('example.org');
    expect(await address.inputValue()).toBe('new@example.org');
    await page.getByRole('button', { name: 'Done' }).click();
    expect(await page.locator('.secret').count()).toBe(0);
    await links.getByText(/made by Owner · valid until/).waitFor();
    await links.getByRole('button', { name: 'Withdraw the password link for forgetful@example.org' }).click();
    await until(() => links.count()).toBe(0);
    expect(await stage.accounts.passwordLinks.list()).toEqual([]);

    await make();
    await page.goto(await page.locator('.secret').inputValue());
    await page.getByLabel('Password').fill('four quiet red cats');
    await page.locator('button[type=submit]').click();
    await page.waitForURL((url) => url.pathname !== '/new-password');
  });

  it('have their role changed, are disabled, enabled and removed', async () => {
    await stage.accounts.makeOperator('worker@example.org', 'operator');
    const { page } = await openSettings('/people');
    const row = page.getByRole('listitem').filter({ hasText: 'worker@example.org' });
    await row.getByRole('combobox').selectOption('viewer');
    await until(list).toContainEqual(['worker@example.org', 'viewer', false]);
    const act = async (name: RegExp) => {
      await row.getByRole('button', { name: /^More for/ }).click();
      await row.getByRole('button', { name }).click();
    };
    await act(/^Disable/);
    await row.getByText('Disabled').waitFor();
    await until(list).toContainEqual(['worker@example.org', 'viewer', true]);
    await act(/^Enable/);
    await until(list).toContainEqual(['worker@example.org', 'viewer', false]);
    await act(/^Remove/);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await until(() => row.count()).toBe(0);
    expect((await list()).flat()).not.toContain('worker@example.org');
  });

  it('have always an owner, also when the other one has gone meanwhile', async () => {
    const { page } = await openSettings('/people');
    const self = page.getByRole('listitem').filter({ hasText: 'You' });
    await self.getByText('There must be at least one owner.').waitFor();
    expect(await self.getByRole('combobox').isDisabled()).toBe(true);
    expect(await self.getByRole('button').count()).toBe(0);
    const other = await stage.accounts.makeOperator('second@example.org', 'owner');
    await page.reload();
    await self.getByRole('button', { name: /^More for/ }).waitFor();
    await stage.accounts.operators.remove(other.id);
    await self.getByRole('combobox').selectOption('viewer');
    await page.getByText('There must be at least one owner.').first().waitFor();
    expect(await self.getByRole('combobox').inputValue()).toBe('owner');
  });
});

describe('a token', () => {
  it('is shown once, works, and ends when it is revoked', async () => {
    const { page } = await openSettings('/tokens');
    await page.getByText('For programmers').click();
    await page.getByText('Authorization: Bearer csk_…').waitFor();
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByLabel('Name of the program').fill('Accounting');
    await page.getByRole('checkbox', { name: 'change' }).check();
    await page.getByRole('button', { name: 'Create the token' }).click();
    const secret = await page.locator('.secret').inputValue();
    expect(secret).toMatch(/^csk_/);
    const headers = { authorization: `Bearer ${secret}` };
    const ask = async () => (await fetch(`${stage.url}/api/operator/v1/requests`, { headers })).status;
    expect(await ask()).toBe(200);
    await page.reload();
    await page.getByText('Accounting', { exact: true }).waitFor();
    expect(await page.content()).not.toContain(secret);
    await page.getByRole('button', { name: 'Revoke Accounting' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText('No program has access.').waitFor();
    expect(await ask()).toBe(401);
  });
});

describe('the pages of the settings', () => {
  it('are named in words of a studio, each with a sentence, and technical ones are folded', async () => {
    const { page } = await openSettings('');
    const nav = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
    await nav.first().waitFor();
    const names = (await nav.allTextContents()).filter((name) => name !== 'First steps');
    expect(names).toEqual([
      'Form',
      'Opening',
      'Queue',
      'Junk',
      'Mails',
      'Notifications',
      'Team',
      'Your account',
      'Apps and API',
      'Health',
      'History',
    ]);
    const groups = page.locator('.settings-group-name');
    expect(await groups.allTextContents()).toEqual(['Studio', 'People', 'This service']);
    for (const name of names) {
      // The form has a list of its parts in place of the pages.
      await page.goto(`${stage.url}/settings/opening`);
      await nav.filter({ hasText: name }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      expect(await page.locator('.settings-content > header p').textContent()).toMatch(/\.$/);
      await until(() => page.locator('main').getByText('Loading…').count()).toBe(0);
      expect(await page.locator('main').innerText()).not.toMatch(/whsec_|MAIL_TEMPLATES|Bearer/);
    }
  });
});

describe("one's own account", () => {
  it('lists the sessions and ends another one, and changes the password, which needs the current one', async () => {
    const other = await openSettings('/account', 'viewer');
    const { page } = await openSettings('/account', 'viewer');
    const rows = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem');
    await rows.getByText('This browser').waitFor();
    const before = await rows.count();
    await page
      .getByRole('button', { name: /^End the session/ })
      .first()
      .click();
    await until(() => rows.count()).toBe(before - 1);
    await other.page.goto(`${stage.url}/settings/account`);
    expect(new URL(other.page.url()).pathname).toBe('/sign-in');
    const form = page.locator('form', { has: page.getByLabel('New password') });
    await form.waitFor();
    // A password manager learns the account.
    expect(await form.locator('[autocomplete=username]').inputValue()).toBe((await stage.personOf('viewer')).email);
    const named = await form
      .locator('[autocomplete]')
      .evaluateAll((fields) => fields.map((one) => one.getAttribute('autocomplete')));
    expect(named).toEqual(['username', 'current-password', 'new-password']);
    await page.getByLabel('Current password').fill('not the password');
    await page.getByLabel('New password').fill('five quiet grey cats');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('The current password is wrong.').first().waitFor();
  });
});

describe('the history of all requests', () => {
  it('shows actors and actions, the newest first, and goes back to the first', async () => {
    const id = await stage.inbox.store();
    for (let number = 1; number <= 105; number += 1) {
      await stage.inbox.editor.addEntry(id, { kind: 'note', text: `Note ${number}` }, stage.inbox.actor);
    }
    const { page } = await openSettings('/history', 'viewer');
    const entries = page.locator('ol.entries li');
    await until(() => entries.count()).toBe(100);
    await page.getByRole('region', { name: 'Today' }).waitFor();
    expect(await entries.first().innerText()).toContain('signed in.');
    await entries
      .getByText(/wrote a note about Somebody\.$/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Older' }).click();
    await until(() => entries.count()).toBeGreaterThan(105);
    await entries.getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Somebody' }).waitFor();
  });
});
