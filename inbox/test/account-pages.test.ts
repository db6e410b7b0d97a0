import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../../page/test/support/axe.ts';
import { type OpenPage, openPage } from '../../page/test/support/browser.ts';
import { textsOf } from '../../page-kit/language/message-checks.ts';
import { accountMessages } from '../src/accounts/account-messages.ts';
import { overflow } from './support/overflow.ts';
import { type InboxPageStage, setInboxStage } from './support/stage.ts';

const english: ReadonlySet<string> = new Set(Object.values(accountMessages.english).flatMap(textsOf));

const newPassword = 'a bucket full of stars';
/** Folder for screenshots of every state, for review by people. */
const pictures = process.env.PICTURES;
let stage: InboxPageStage;
/** A service without accounts. */
let unused: InboxPageStage;
let invited = 0;

beforeAll(async () => {
  stage = await setInboxStage();
  unused = await setInboxStage();
  await unused.service.pool.query('truncate operators, operator_links, operator_sessions cascade');
  if (pictures) await mkdir(pictures, { recursive: true });
});

afterAll(async () => {
  await stage.close();
  await unused.close();
});

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

/** A set-up link is valid only while there is no account. */
async function setUpLink(): Promise<string> {
  return `${unused.url}/set-up#${await unused.accounts.links.renewSetUp()}`;
}

interface State {
  readonly name: string;
  path(): string | Promise<string>;
  /** Brings the page into the state. */
  reach(page: Page): Promise<unknown>;
}

const states: readonly State[] = [
  { name: 'sign-in', path: () => '/sign-in', reach: (page) => page.getByRole('button', { name: 'Sign in' }).waitFor() },
  {
    name: 'sign-in that failed',
    path: () => '/sign-in',
    async reach(page) {
      await page.getByLabel('E-mail address').fill('nobody@example.org');
      await page.getByLabel('Password').fill('a wrong guess');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'set-up', path: setUpLink, reach: (page) => page.getByLabel('Your name').waitFor() },
  {
    name: 'invitation',
    path: invitation,
    reach: (page) => page.getByText('You are invited as an operator.').waitFor(),
  },
  {
    name: 'invitation with a short password',
    path: invitation,
    async reach(page) {
      await page.getByLabel('Your name').fill('Zoë');
      await page.getByLabel('Password').fill('short');
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByRole('alert').getByText('At least 12 characters').waitFor();
    },
  },
  {
    name: 'a link that is not valid',
    path: () => '/invitation#nonsense',
    reach: (page) => page.getByRole('link', { name: 'Sign in' }).waitFor(),
  },
  { name: 'new password', path: passwordLink, reach: (page) => page.getByLabel('New password').waitFor() },
  {
    name: 'nothing',
    path: () => '/nowhere',
    reach: (page) => page.getByRole('heading', { name: 'Not found' }).waitFor(),
  },
];

const wide = { width: 1280, height: 800 };
const narrow = { width: 320, height: 640 };
const looks = [
  { look: 'light', colorScheme: 'light', viewport: wide },
  { look: 'dark', colorScheme: 'dark', viewport: wide },
  { look: 'dark at 320 px', colorScheme: 'dark', viewport: narrow },
  { look: 'light at 320 px', colorScheme: 'light', viewport: narrow },
] as const;

async function keepPicture(page: Page, name: string): Promise<void> {
  if (pictures) await page.screenshot({ path: `${pictures}/${name.replaceAll(' ', '-')}.png`, fullPage: true });
}

describe.each(states)('the page in the state: $name', ({ name, path, reach }) => {
  it('has no fault of accessibility and fits the window, light and dark, wide and narrow', async () => {
    const { page, faults } = await openPage(stage.browser, new URL(await path(), stage.url).href);
    await reach(page);
    for (const { look, colorScheme, viewport } of looks) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      await keepPicture(page, `${name} ${look}`);
      expect(await violations(page), look).toEqual([]);
      expect(await overflow(page), look).toEqual([]);
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

describe('a form for a password', () => {
  it.each([
    { name: 'sign-in', path: async () => '/sign-in' },
    { name: 'an invitation', path: invitation },
    { name: 'a new password', path: passwordLink },
    { name: 'set-up', path: setUpLink },
  ])('tells a password manager whose it is: $name', async ({ path }) => {
    const { page } = await openPage(stage.browser, new URL(await path(), stage.url).href);
    const form = page.locator('form', { has: page.locator('[type=password]') });
    await form.waitFor();
    const fields = await form
      .locator('input')
      .evaluateAll((all) => all.map((input) => input.getAttribute('autocomplete')));
    expect(fields.filter((use) => use === 'username')).toHaveLength(1);
    expect(fields.indexOf('username')).toBeLessThan(fields.findIndex((use) => use?.endsWith('-password')));
    await page.context().close();
  });
});

describe.each(['de', 'es', 'ja'])('in %s', (locale) => {
  it.each([
    { name: 'sign-in', path: async () => '/sign-in' },
    { name: 'a broken link', path: async () => '/invitation#nonsense' },
    { name: 'an invitation', path: invitation },
    { name: 'a new password', path: passwordLink },
    { name: 'set-up', path: setUpLink },
  ])('says everything and fits 320 pixels: $name', async ({ path }) => {
    const { page, faults } = await openPage(stage.browser, new URL(await path(), stage.url).href, {
      locale,
      viewport: { width: 320, height: 640 },
    });
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(locale);
    await page.waitForLoadState('networkidle');
    const said = await page.locator('main :is(h1, p:not(.language), label, a, button):visible').allTextContents();
    expect(said.length).toBeGreaterThan(1);
    expect(said.filter((text) => english.has(text))).toEqual([]);
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

describe('the language', () => {
  it('is chosen on the sign-in page, with what went wrong, and the inbox keeps it', async () => {
    const { page } = await openPage(stage.browser, `${stage.url}/sign-in`);
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
    await page.context().close();
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
  it('is that of the device until a person chooses another one, which every window and page of the browser takes', async () => {
    const { page, faults } = await openPage(stage.browser, `${stage.url}/sign-in`);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByLabel('Appearance').waitFor();
    expect(await shownTheme(page)).toEqual({ scheme: 'light dark', bars: [light] });
    const other = await page.context().newPage();
    await other.emulateMedia({ colorScheme: 'light' });
    await other.goto(`${stage.url}/nowhere`);
    await page.getByLabel('Appearance').selectOption('Dark');
    expect(await shownTheme(page)).toEqual({ scheme: 'dark', bars: [dark] });
    expect(await violations(page)).toEqual([]);
    await other.reload();
    expect(await shownTheme(other)).toEqual({ scheme: 'dark', bars: [dark] });
    await other.goto(`${stage.url}/sign-in`);
    await other.getByLabel('Appearance').waitFor();
    await page.getByLabel('Appearance').selectOption('Like the device');
    await expect.poll(() => shownTheme(other)).toEqual({ scheme: 'light dark', bars: [light] });
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('is there before the page has its script, and remains what it is when something else was kept', async () => {
    const { page } = await openPage(stage.browser, `${stage.url}/sign-in`);
    await page.getByLabel('Appearance').selectOption('Dark');
    await page.route('**/accounts-*.js', (route) => route.abort());
    await page.reload();
    expect((await shownTheme(page)).scheme).toBe('dark');
    await page.evaluate(() => localStorage.setItem('inbox-theme', '<b>'));
    await page.reload();
    expect((await shownTheme(page)).scheme).toBe('light dark');
    await page.context().close();
  });
});

describe('with the keyboard alone', () => {
  const type = async (page: Page, ...keys: readonly string[]) => {
    for (const key of keys)
      await (key.length > 1 && key.startsWith('<') ? page.keyboard.press(key.slice(1, -1)) : page.keyboard.type(key));
  };
  const isInbox = (page: Page) => page.waitForURL(new RegExp(`^${stage.url}/(?!sign-in|invitation|new-password)`));

  async function open(path: string): Promise<OpenPage> {
    return openPage(stage.browser, stage.url + path);
  }

  it('lets a person take an invitation, sign out and sign in again', async () => {
    const { page, faults } = await open(await invitation());
    const email = `invited-${invited}@example.org`;
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('name');
    await type(page, 'Zoë', '<Tab>', '<Tab>', newPassword, '<Enter>');
    await isInbox(page);
    await page.goto(`${stage.url}/settings`);
    await page.getByRole('button', { name: 'Sign out', exact: true }).focus();
    await type(page, '<Enter>');
    await page.waitForURL(`${stage.url}/sign-in`);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('email');
    await type(page, email, '<Tab>', 'a wrong guess', '<Enter>');
    await page.getByRole('alert').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('password');
    await type(page, '<Control+a>', newPassword, '<Enter>');
    await isInbox(page);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('lets a person set a new password by a link, and change it', async () => {
    const { page, faults } = await open(await passwordLink());
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('password');
    await type(page, newPassword, '<Enter>');
    await isInbox(page);
    await page.goto(`${stage.url}/settings`);
    await page.getByLabel('Current password').focus();
    await type(page, newPassword, '<Tab>', `${newPassword} and one more`, '<Enter>');
    await page.getByText('Your password was changed.').first().waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('shows the password that is typed, and hides it again', async () => {
    const { page, faults } = await open(await passwordLink());
    const field = page.getByLabel('New password');
    const show = page.getByRole('button', { name: 'Show password' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('password');
    await type(page, newPassword, '<Tab>', '<Enter>');
    expect(await field.getAttribute('type')).toBe('text');
    expect(await show.getAttribute('aria-pressed')).toBe('true');
    expect(await field.inputValue()).toBe(newPassword);
    expect(await violations(page)).toEqual([]);
    await type(page, '<Enter>');
    expect(await field.getAttribute('type')).toBe('password');
    expect(await show.getAttribute('aria-pressed')).toBe('false');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('makes the first owner by the link of the first start', async () => {
    const fresh = await setInboxStage();
    await fresh.service.pool.query('truncate operators, operator_links, operator_sessions cascade');
    const token = await fresh.accounts.links.renewSetUp();
    const { page, faults } = await openPage(fresh.browser, `${fresh.url}/set-up#${token}`);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('name');
    await type(page, 'Ann', '<Tab>', 'not an address', '<Tab>', newPassword, '<Enter>');
    await page.getByRole('alert').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('email');
    await type(page, '<Control+a>', 'ann@example.org', '<Enter>');
    await page.waitForURL((url) => url.pathname !== '/set-up');
    expect(await fresh.accounts.operators.list()).toMatchObject([{ name: 'Ann', role: 'owner' }]);
    expect(faults).toEqual([]);
    await fresh.close();
  });
});

describe('an account page', () => {
  it('asks for nothing that is not there', async () => {
    const context = await stage.browser.newContext();
    const page = await context.newPage();
    const missing: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 404) missing.push(response.url());
    });
    for (const path of ['/sign-in', await invitation(), await passwordLink()]) {
      await page.goto(stage.url + path, { waitUntil: 'networkidle' });
    }
    expect(missing).toEqual([]);
    await context.close();
  });
});
