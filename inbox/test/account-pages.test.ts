import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { textsOf } from '../../page-kit/language/message-checks.ts';
import { englishAccountMessages } from '../src/accounts/account-messages.ts';
import { inboxOfFile } from './support/stage.ts';

const english: ReadonlySet<string> = new Set(Object.values(englishAccountMessages).flatMap(textsOf));

const newPassword = 'a bucket full of stars';
const stage = inboxOfFile();
/** A service without accounts. */
const unused = inboxOfFile();
let invited = 0;

async function invitation(): Promise<string> {
  invited += 1;
  const made = await stage.accounts.links.invite(`invited-${invited}@example.org`, 'operator', null);
  if (typeof made === 'string') throw new Error(made);
  return `/invitation#${made.token}`;
}

async function passwordLink(): Promise<string> {
  const made = await stage.accounts.passwordLinks.make((await stage.personOf('viewer')).id, null);
  if (made === 'missing') throw new Error(made);
  return `/new-password#${made.token}`;
}

describe('an account page', () => {
  it('names the account to a password manager, and requests only files that exist', async () => {
    const { page } = await stage.open({ role: null, path: '/healthz' });
    const missing: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 404) missing.push(response.url());
    });
    for (const path of ['/sign-in', await invitation(), await passwordLink()]) {
      await page.goto(stage.url + path, { waitUntil: 'networkidle' });
      const form = page.locator('form', { has: page.locator('[type=password]') });
      await form.waitFor();
      const fields = await form
        .locator('input')
        .evaluateAll((all) => all.map((input) => input.getAttribute('autocomplete')));
      expect(fields.filter((use) => use === 'username')).toHaveLength(1);
      expect(fields.indexOf('username')).toBeLessThan(fields.findIndex((use) => use?.endsWith('-password')));
    }
    expect(missing).toEqual([]);
  });

  it('has the name of the studio, and says how to get a new password', async () => {
    const { page } = await stage.open({ role: null, path: '/sign-in' });
    await page.getByText('Lindenhof Studio').waitFor();
    await page.getByText('Forgot your password?').click();
    await page.getByText('Ask an owner of this inbox.').waitFor();
    await page.getByText('commissions operators reset').waitFor();
  });

  it('says everything in the language of the reader', async () => {
    const { page } = await stage.open({ role: null, path: '/healthz', locale: 'de' });
    for (const path of ['/sign-in', '/invitation#nonsense', await passwordLink(), await invitation()]) {
      await page.goto(stage.url + path, { waitUntil: 'networkidle' });
      await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('de');
      const said = await page.locator('main :is(h1, p:not(.language), label, a, button):visible').allTextContents();
      expect(said.length).toBeGreaterThan(1);
      expect(said.filter((text) => english.has(text))).toEqual([]);
    }
  });
});

describe('the language', () => {
  it('is chosen on the sign-in page, the fault too, and the inbox keeps it', async () => {
    const { page } = await stage.open({ role: null, path: '/sign-in' });
    await page.getByLabel('E-mail address').fill((await stage.personOf('operator')).email);
    await page.getByLabel('Password').fill('a wrong guess');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Wrong e-mail address or password.').waitFor();
    await page.getByLabel('Language').selectOption('ja');
    await page.getByText('メールアドレスまたはパスワードが違います。').waitFor();
    expect(await page.title()).toBe('ログイン – ご依頼');
    await page.reload();
    await page.getByLabel('メールアドレス').fill((await stage.personOf('operator')).email);
    await page.getByLabel('パスワード').fill(stage.password);
    await page.getByRole('button', { name: 'ログイン' }).click();
    await page.getByRole('link', { name: '受信箱' }).waitFor();
  });
});

const shownTheme = (page: Page) =>
  page.evaluate(() => ({
    scheme: getComputedStyle(document.documentElement).colorScheme,
    bars: [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
      .filter(({ media }) => matchMedia(media).matches)
      .map(({ content }) => content),
  }));
const light = '#f6f5f2';
const dark = '#16181b';

describe('the appearance', () => {
  it('is that of the device until another is chosen, which every window takes, and is there before the script', async () => {
    const { page } = await stage.open({ role: null, path: '/sign-in' });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByLabel('Appearance').waitFor();
    expect(await shownTheme(page)).toEqual({ scheme: 'light dark', bars: [light] });
    const other = await page.context().newPage();
    await other.emulateMedia({ colorScheme: 'light' });
    await other.goto(`${stage.url}/nowhere`);
    await page.getByLabel('Appearance').selectOption('Dark');
    expect(await shownTheme(page)).toEqual({ scheme: 'dark', bars: [dark] });
    await other.reload();
    expect(await shownTheme(other)).toEqual({ scheme: 'dark', bars: [dark] });
    await other.goto(`${stage.url}/sign-in`);
    await other.getByLabel('Appearance').waitFor();
    await page.getByLabel('Appearance').selectOption('Like the device');
    await expect.poll(() => shownTheme(other)).toEqual({ scheme: 'light dark', bars: [light] });
    await page.getByLabel('Appearance').selectOption('Dark');
    await page.route('**/accounts-*.js', (route) => route.abort());
    await page.reload();
    expect((await shownTheme(page)).scheme).toBe('dark');
    await page.evaluate(() => localStorage.setItem('inbox-theme', '<b>'));
    await page.reload();
    expect((await shownTheme(page)).scheme).toBe('light dark');
  });
});

describe('with the keyboard alone', () => {
  const type = async (page: Page, ...keys: readonly string[]) => {
    for (const key of keys)
      await (key.length > 1 && key.startsWith('<') ? page.keyboard.press(key.slice(1, -1)) : page.keyboard.type(key));
  };
  const isInbox = (page: Page) => page.waitForURL(new RegExp(`^${stage.url}/(?!sign-in|invitation|new-password)`));

  const open = (path: string) => stage.open({ role: null, path });

  it('lets a person take an invitation, sign out and sign in again', async () => {
    const { page } = await open(await invitation());
    const email = `invited-${invited}@example.org`;
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('name');
    await type(page, 'Zoë', '<Tab>', '<Tab>', newPassword, '<Enter>');
    await isInbox(page);
    await page.goto(`${stage.url}/settings/account`);
    await page.getByRole('button', { name: 'Sign out', exact: true }).focus();
    await type(page, '<Enter>');
    await page.waitForURL(`${stage.url}/sign-in`);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('email');
    await type(page, email, '<Tab>', 'a wrong guess', '<Enter>');
    await page.getByRole('alert').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('password');
    await type(page, '<Control+a>', newPassword, '<Enter>');
    await isInbox(page);
  });

  it('lets a person set a new password by a link, shown and hidden again, and change it', async () => {
    const { page } = await open(await passwordLink());
    const field = page.getByLabel('New password');
    const show = page.getByRole('button', { name: 'Show password' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('password');
    await type(page, newPassword, '<Tab>', '<Enter>');
    expect(await field.getAttribute('type')).toBe('text');
    expect(await show.getAttribute('aria-pressed')).toBe('true');
    expect(await field.inputValue()).toBe(newPassword);
    await type(page, '<Enter>');
    expect(await field.getAttribute('type')).toBe('password');
    expect(await show.getAttribute('aria-pressed')).toBe('false');
    await field.focus();
    await type(page, '<Enter>');
    await isInbox(page);
    await page.goto(`${stage.url}/settings/account`);
    await page.getByLabel('Current password').focus();
    await type(page, newPassword, '<Tab>', `${newPassword} and one more`, '<Enter>');
    await page.getByText('Your password was changed.').first().waitFor();
  });

  it('makes the first owner by the link of the first start', async () => {
    await unused.service.pool.query('truncate operators, operator_links, operator_sessions cascade');
    const token = await unused.accounts.links.renewSetUp();
    const { page } = await unused.open({ role: null, path: `/set-up#${token}` });
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('name');
    await type(page, 'Ann', '<Tab>', 'not an address', '<Tab>', newPassword, '<Enter>');
    await page.getByRole('alert').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('email');
    await type(page, '<Control+a>', 'ann@example.org', '<Enter>');
    await page.waitForURL((url) => url.pathname !== '/set-up');
    expect(await unused.accounts.operators.list()).toMatchObject([{ name: 'Ann', role: 'owner' }]);
  });
});
