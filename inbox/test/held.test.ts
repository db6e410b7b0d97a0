import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { smallPicture } from '../../page/test/support/files.ts';
import { publishStudio } from './support/published-studio.ts';
import { namesIn } from './support/rows.ts';
import { inboxOfFile } from './support/stage.ts';

const hostile = '"><img src=x onerror=alert(1)>\u202e';

const stage = inboxOfFile();

beforeEach(async () => {
  await stage.clear();
  await stage.service.pool.query('truncate studio_draft, studio_revisions, guard_blocks');
});

const holdMode = () => publishStudio(stage, { guard: { mode: 'hold' } });

/** Stores a request that the guard holds, as its verdict does. */
async function hold(name: string, kinds: readonly string[] = ['many-links'], message = 'Buy now'): Promise<string> {
  const id = await stage.inbox.store({ name, email: 'mallory@example.org', message });
  const { pool } = stage.service;
  await pool.query("delete from request_events where request_id = $1 and kind = 'created'", [id]);
  await pool.query("update commission_requests set hold = 'held' where id = $1", [id]);
  await pool.query(
    "insert into request_search (request_id, text, grams) values ($1, '', '{}') on conflict do nothing",
    [id],
  );
  await pool.query(
    'insert into request_signals (request_id, kind, held) select $1, kind, true from unnest($2::text[]) as kind',
    [id, kinds],
  );
  return id;
}

const heldLink = (page: Page) => page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^Held/ });
const heldRows = (page: Page) => page.locator('.held-list > li');

describe('a studio without a guard', () => {
  it('shows no part of it', async () => {
    const id = await stage.inbox.store({ name: 'Ann' });
    const { page } = await stage.open({ role: 'owner', path: `/requests/${id}` });
    await page.getByRole('heading', { name: 'Ann' }).waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Health' }).waitFor();
    expect(await heldLink(page).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Blocked senders' }).count()).toBe(0);
  });
});

describe('a request that the guard holds', () => {
  it('is on a page of its own with its reasons as sentences, and in no other list until its release, one or many at once', async () => {
    await holdMode();
    for (const name of ['Ben', 'Cleo']) await hold(name);
    await hold(`Mallory ${hostile}`, ['many-links', 'proof-missing'], hostile);
    await stage.inbox.store({ name: 'Ann' });
    const { page } = await stage.open();
    await expect.poll(() => namesIn(page)).toEqual(['Ann']);
    await expect.poll(() => heldLink(page).innerText()).toMatch(/^Held\s+3$/);
    await heldLink(page).click();
    const mallory = heldRows(page).filter({ hasText: 'Mallory "' });
    await mallory.waitFor();
    expect(await mallory.innerText()).toContain('�');
    expect(await mallory.locator('.held-signals li').allTextContents()).toEqual([
      'Many links in the text',
      'Not sent from your form (a script?)',
    ]);
    const unsearched = "select from request_search where text = ''";
    await expect.poll(async () => (await stage.service.pool.query(unsearched)).rowCount).toBe(0);
    await page.getByRole('searchbox').fill('cleo');
    await page.keyboard.press('Enter');
    await expect.poll(() => heldRows(page).count()).toBe(1);
    await page.getByRole('searchbox').fill('');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Not spam: Ben' }).click();
    await expect.poll(() => heldRows(page).count()).toBe(2);
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: 'Not spam (2)' }).click();
    await page.getByText('Nothing is held.').waitFor();
    await page.getByRole('link', { name: /^Inbox/ }).click();
    await expect.poll(async () => (await namesIn(page)).length).toBe(4);
  });

  it('is erased by owners, once its number was typed', async () => {
    await holdMode();
    // More than the window shows.
    for (let count = 1; count < 10; count += 1) await hold(`Person ${count}`);
    const { page } = await stage.open({ path: '/held', role: 'owner', viewport: { width: 390, height: 844 } });
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    const erase = page.getByRole('button', { name: 'Erase (9)…' });
    const [button, first] = [await erase.boundingBox(), await heldRows(page).first().boundingBox()];
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(first?.y ?? 0);
    await erase.click();
    await page.getByRole('dialog').getByRole('textbox').fill('9');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing is held.').waitFor();
    const { rows } = await stage.service.pool.query("select id from commission_requests where customer_email <> ''");
    expect(rows).toEqual([]);
  });

  it('shows its pictures, and goes to the inbox or is erased by one key', async () => {
    await holdMode();
    for (const name of ['Ben', 'Cleo']) await hold(name);
    const id = await stage.submit({
      payload: { customerName: 'Ann' },
      files: [{ name: 'a.png', type: 'image/png', content: smallPicture }],
    });
    await stage.service.pool.query("update commission_requests set hold = 'held' where id = $1", [id]);
    const { page } = await stage.open({ path: '/held', role: 'owner' });
    await heldRows(page).filter({ hasText: 'Ann' }).locator('img').waitFor();
    const names = () => heldRows(page).getByRole('link').allTextContents();
    await page.clock.install();
    await page.keyboard.press('j');
    await page.keyboard.press('#');
    await expect.poll(names).toEqual(['Cleo', 'Ben']);
    await page.locator('.toast').getByText('The request of Ann is erased in 15 seconds.').waitFor();
    await page.keyboard.press('u');
    await expect.poll(names).toEqual(['Ann', 'Cleo', 'Ben']);
    await page.keyboard.press('#');
    await expect.poll(names).toEqual(['Ann', 'Ben']);
    await page.keyboard.press('i');
    await expect.poll(names).toEqual(['Ann']);
    const stored = async () =>
      (await stage.service.pool.query('select customer_name as name, hold from commission_requests order by 1')).rows;
    await page.clock.fastForward(16_000);
    await expect.poll(stored).toEqual([
      { name: 'Ann', hold: 'held' },
      { name: 'Ben', hold: null },
    ]);
  });

  it('can be read but not decided until it is released', async () => {
    await holdMode();
    const id = await hold('Ann', ['blocked']);
    const { page } = await stage.open({ path: `/requests/${id}` });
    await page.getByText('Blocked sender').waitFor();
    expect(await page.locator('.decisions, .composer').count()).toBe(0);
    expect(await heldLink(page).getAttribute('aria-current')).toBe('page');
    expect(await page.locator('.list-pane, .turns').filter({ visible: true }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await heldRows(page).getByRole('link', { name: 'Ann' }).click();
    await page.getByRole('link', { name: 'Held' }).and(page.locator('.request-tools *')).waitFor();
    await page.getByRole('button', { name: 'Not spam' }).click();
    await page.locator('.composer').waitFor();
    await page.locator('.list-pane').waitFor();
    expect(await heldLink(page).getAttribute('aria-current')).toBeNull();
    await page.getByText('Looked like junk:').first().waitFor();
  });

  it('is summed up where the guard only watches', async () => {
    await publishStudio(stage, { guard: { mode: 'watch' } });
    const id = await stage.inbox.store({ name: 'Ann' });
    await stage.service.pool.query(
      "insert into request_signals (request_id, kind, held) values ($1, 'many-links', false)",
      [id],
    );
    const { page } = await stage.open({ path: '/held' });
    await page.getByText('This month 1 request would have been held.').click();
    await page.getByText('Many links in the text: 1').waitFor();
  });
});

describe('a block', () => {
  it('is made from a request by two clicks, and taken back from the message, or made and removed in the settings', async () => {
    await holdMode();
    const id = await stage.inbox.store({ name: 'Ann', email: 'ann@example.org' });
    const { page } = await stage.open({ path: `/requests/${id}` });
    const blocked = async () => (await stage.service.pool.query('select kind, value from guard_blocks')).rows;
    await page.getByRole('button', { name: 'Block…' }).click();
    await page.getByRole('button', { name: 'the address ann@example.org' }).click();
    await expect.poll(blocked).toEqual([{ kind: 'email', value: 'ann@example.org' }]);
    await page.getByRole('button', { name: 'Unblock' }).click();
    await expect.poll(blocked).toEqual([]);
    await page.goto(`${stage.url}/settings/blocks`);
    await page.getByRole('button', { name: 'Block somebody' }).click();
    const form = page.locator('.block-form');
    await form.getByRole('radio', { name: 'Anyone at a domain' }).check();
    await form.getByLabel('Domain', { exact: true }).fill('spam.example');
    await form.getByLabel('Until').fill('2099-01-01');
    await form.getByRole('button', { name: 'Block' }).click();
    const row = page.locator('.entries > li');
    await expect.poll(() => row.innerText()).toContain('Anyone at spam.example, until 1 Jan 2099');
    await page.getByRole('button', { name: 'Unblock: Anyone at spam.example' }).click();
    await page.getByText('Nobody is blocked.').waitFor();
  });

  it('is made at the address of its page while it is unknown whether anything is held', async () => {
    await holdMode();
    const { page } = await stage.open({ path: '/' });
    await page.route('**/held/summary', () => {});
    await page.goto(`${stage.url}/settings/blocks`);
    await page.getByRole('button', { name: 'Block somebody' }).waitFor();
    await page.unrouteAll();
  });
});

describe('a file that came before', () => {
  it('leads to the request that it came with', async () => {
    const first = await stage.inbox.store({ name: 'Ann', files: ['cat.png'] });
    const second = await stage.inbox.store({ name: 'Ben', files: ['cat.png'] });
    await stage.service.pool.query("update commission_request_files set sha256 = 'same'");
    const { page } = await stage.open({ path: `/requests/${second}` });
    await page.locator('summary').getByText('Also sent with Ann’s request').click();
    await page.getByRole('link', { name: 'Also sent with Ann’s request' }).click();
    await expect.poll(() => page.url()).toContain(first);
  });
});
