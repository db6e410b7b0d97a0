import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { violations } from '../../page/test/support/axe.ts';
import { overflow } from './support/overflow.ts';
import { publishStudio } from './support/published-studio.ts';
import { namesIn } from './support/rows.ts';
import { type InboxPageStage, setInboxStage } from './support/stage.ts';

const hostile = '"><img src=x onerror=alert(1)>\u202e';

let stage: InboxPageStage;

beforeAll(async () => {
  stage = await setInboxStage();
});

afterAll(() => stage.close());

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
    'insert into request_signals (request_id, kind, held) select $1, kind, true from unnest($2::text[]) as kind',
    [id, kinds],
  );
  return id;
}

const place = (page: Page) => page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^Held/ });
const heldRows = (page: Page) => page.locator('.held-list > li');

describe('a studio without a guard', () => {
  it('shows nothing of it', async () => {
    const id = await stage.inbox.store({ name: 'Ann' });
    const { page } = await stage.open({ role: 'owner', path: `/requests/${id}` });
    await page.getByRole('heading', { name: 'Ann' }).waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Health' }).waitFor();
    expect(await place(page).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Blocked senders' }).count()).toBe(0);
    await page.context().close();
  });
});

describe('what the guard holds', () => {
  it('is in a place of its own with its reasons as sentences, and in no list', async () => {
    await holdMode();
    await hold(`Mallory ${hostile}`, ['many-links', 'proof-missing'], hostile);
    await stage.inbox.store({ name: 'Ann' });
    const { page, faults } = await stage.open();
    await expect.poll(() => namesIn(page)).toEqual(['Ann']);
    await expect.poll(() => place(page).innerText()).toMatch(/^Held\s+1$/);
    await place(page).click();
    await heldRows(page).first().waitFor();
    expect(await heldRows(page).innerText()).toContain('�');
    expect(await heldRows(page).locator('.held-signals li').allTextContents()).toEqual([
      'The text has many links',
      'It came without the proof of a browser',
    ]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('is released one by one or many at once, and is then in the inbox', async () => {
    await holdMode();
    for (const name of ['Ann', 'Ben', 'Cleo']) await hold(name);
    const { page } = await stage.open({ path: '/held' });
    await page.getByRole('button', { name: 'Not spam: Ben' }).click();
    await expect.poll(() => heldRows(page).count()).toBe(2);
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: 'Not spam (2)' }).click();
    await page.getByText('Nothing is held.').waitFor();
    await page.getByRole('link', { name: /^Inbox/ }).click();
    await expect.poll(() => namesIn(page)).toEqual(['Cleo', 'Ben', 'Ann']);
    await page.context().close();
  });

  it('is erased by owners, once its number was typed', async () => {
    await holdMode();
    for (const name of ['Ann', 'Ben']) await hold(name);
    const { page } = await stage.open({ path: '/held', role: 'owner' });
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: 'Erase (2)…' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('2');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing is held.').waitFor();
    const { rows } = await stage.service.pool.query("select id from commission_requests where customer_email <> ''");
    expect(rows).toEqual([]);
    await page.context().close();
  });

  it('can be read but not decided until it is released', async () => {
    await holdMode();
    const id = await hold('Ann', ['blocked']);
    const { page } = await stage.open({ path: `/requests/${id}` });
    await page.getByText('The sender is blocked').waitFor();
    expect(await page.locator('.decisions, .composer').count()).toBe(0);
    await page.getByRole('button', { name: 'Not spam' }).click();
    await page.locator('.composer').waitFor();
    await page.getByText('The guard saw:').first().waitFor();
    await page.context().close();
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
    await page.getByText('The text has many links: 1').waitFor();
    await page.context().close();
  });
});

describe('a block', () => {
  it('is made from a request by two clicks, and taken back from the message', async () => {
    await holdMode();
    const id = await stage.inbox.store({ name: 'Ann', email: 'ann@example.org' });
    const { page } = await stage.open({ path: `/requests/${id}` });
    const blocked = async () => (await stage.service.pool.query('select kind, value from guard_blocks')).rows;
    await page.getByRole('button', { name: 'Block…' }).click();
    await page.getByRole('button', { name: 'the address ann@example.org' }).click();
    await expect.poll(blocked).toEqual([{ kind: 'email', value: 'ann@example.org' }]);
    await page.getByRole('button', { name: 'Unblock' }).click();
    await expect.poll(blocked).toEqual([]);
    await page.context().close();
  });

  it('is listed in the settings, where it is made and removed too', async () => {
    await holdMode();
    const { page } = await stage.open({ path: '/settings/blocks' });
    const form = page.locator('.block-form');
    await form.getByLabel('What').selectOption('domain');
    await form.getByLabel('Value').fill('spam.example');
    await form.getByLabel('Until').fill('2099-01-01');
    await form.getByRole('button', { name: 'Block' }).click();
    const row = page.locator('.entries > li');
    await expect.poll(() => row.innerText()).toMatch(/spam\.example\s+Domain · until 1 Jan 2099/);
    await page.getByRole('button', { name: 'Unblock spam.example' }).click();
    await page.getByText('Nobody is blocked.').waitFor();
    await page.context().close();
  });
});

describe('a file that came before', () => {
  it('leads to the request that it came with', async () => {
    const first = await stage.inbox.store({ name: 'Ann', files: ['cat.png'] });
    const second = await stage.inbox.store({ name: 'Ben', files: ['cat.png'] });
    await stage.service.pool.query("update commission_request_files set sha256 = 'same'");
    const { page } = await stage.open({ path: `/requests/${second}` });
    await page.getByRole('link', { name: /^The same file came with .*, New\.$/ }).click();
    await expect.poll(() => page.url()).toContain(first);
    await page.context().close();
  });
});

describe.each(['light', 'dark'] as const)('the held requests, when they are %s', (colorScheme) => {
  it.each([1280, 390])('can be used by everybody at %d px', async (width) => {
    await holdMode();
    // More than the window shows.
    for (let count = 1; count < 9; count += 1) await hold(`Person ${count}`);
    const id = await hold('Zoë Müller', ['many-links', 'same-text'], 'wide'.repeat(80));
    const options = { role: 'owner', colorScheme, viewport: { width, height: 844 } } as const;
    const { page } = await stage.open({ path: '/held', ...options });
    await heldRows(page).first().waitFor();
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toEqual([]);
    const erase = await page.getByRole('button', { name: 'Erase (9)…' }).boundingBox();
    const first = await heldRows(page).first().boundingBox();
    expect((erase?.y ?? 0) + (erase?.height ?? 0)).toBeLessThanOrEqual(first?.y ?? 0);
    await page.goto(`${stage.url}/requests/${id}`);
    await page.locator('.held-notice').waitFor();
    await page.getByRole('button', { name: 'Block…' }).click();
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toEqual([]);
    await page.goto(`${stage.url}/settings/blocks`);
    await page.locator('.block-form').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });
});
