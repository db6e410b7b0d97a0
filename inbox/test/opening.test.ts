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
  await stage.service.pool.query('truncate studio_draft, studio_revisions');
});

const set = (opening: object) => publishStudio(stage, { opening });

/** Stores requests of these statuses. */
async function fill(requests: readonly (readonly [name: string, status: 'ACCEPTED' | 'WAITLISTED' | 'NEW'])[]) {
  const { store, editor, actor } = stage.inbox;
  for (const [index, [name, status]] of requests.entries()) {
    const id = await store({ name, typeId: 'portrait', createdAt: new Date(Date.UTC(2026, 10, 1, index)) });
    if (status !== 'NEW') await editor.change(id, 1, { status, unread: false }, actor);
  }
}

const panel = (page: Page) => page.locator('.opening > .place');
const stateOf = async (page: Page) => (await panel(page).innerText()).replace(/\s+/g, ' ');
const notice = (page: Page) => page.locator('.waiting-notice');
const orderOf = (page: Page) => page.locator('.order-list .order-who > bdi').allTextContents();

async function published(): Promise<unknown> {
  const { rows } = await stage.service.pool.query<{ mode: string }>(
    "select document->'opening'->>'mode' as mode from studio_revisions order by revision desc limit 1",
  );
  return rows[0]?.mode;
}

describe('a studio that never set when its form is open', () => {
  it('shows nothing of it', async () => {
    await fill([['Ann', 'WAITLISTED']]);
    const { page } = await stage.open({ path: '/?status=WAITLISTED' });
    await expect.poll(() => namesIn(page)).toEqual(['Ann']);
    expect(await page.locator('.opening, .waiting-notice').count()).toBe(0);
    expect(await page.locator('.sort option').allTextContents()).not.toContain('Order of the waiting list');
    await page.goto(`${stage.url}/board`);
    await page.locator('.board-card').waitFor();
    expect(await page.locator('.board-slots').count()).toBe(0);
    await page.context().close();
  });
});

describe('the bar at the side', () => {
  it('says whether the form is open, how many slots are taken, and what has closed it', async () => {
    await set({ slots: { total: 1 } });
    await fill([['Ann', 'ACCEPTED']]);
    const { page } = await stage.open();
    await expect.poll(() => stateOf(page)).toBe('Form: Closed Slots: 1 of 1');
    await panel(page).click();
    await page.getByText('All slots are taken.').waitFor();
    await page.getByText('1 of 1 slots taken').waitFor();
    await page.context().close();
  });

  it('closes and opens the form by one switch', async () => {
    await set({ mode: 'open', requestLimit: 20 });
    const { page } = await stage.open();
    const toggle = page.getByRole('switch', { name: 'Open the form' });
    expect(await toggle.getAttribute('aria-checked')).toBe('true');
    await toggle.focus();
    await page.keyboard.press('Space');
    await expect.poll(() => stateOf(page)).toBe('Form: Closed');
    await expect.poll(published).toBe('closed');
    await toggle.click();
    await expect.poll(() => stateOf(page)).toBe('Form: Open');
    await expect.poll(published).toBe('open');
    await page.context().close();
  });

  it('has no switch for viewers', async () => {
    await set({ mode: 'closed' });
    const { page } = await stage.open({ role: 'viewer' });
    await expect.poll(() => stateOf(page)).toBe('Form: Closed');
    await panel(page).click();
    await page.getByText('Closed by you.').waitFor();
    expect(await page.locator('.opening-switch, .opening-facts button, .opening-facts a').count()).toBe(0);
    await page.context().close();
  });

  it('leads to where it is set, and has the switch on a phone too', async () => {
    await set({ mode: 'open' });
    const { page } = await stage.open({ viewport: { width: 390, height: 844 } });
    await panel(page).click();
    await page.getByRole('button', { name: 'Close the form' }).click();
    await expect.poll(published).toBe('closed');
    await page.getByRole('link', { name: 'When it is open' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/settings/form');
    await page.context().close();
  });
});

describe('a free slot', () => {
  it('says who is next, and moves nobody until somebody accepts', async () => {
    await set({ slots: { total: 2 } });
    await fill([
      ['Ann', 'ACCEPTED'],
      [`Ben ${hostile}`, 'WAITLISTED'],
      ['Cleo', 'WAITLISTED'],
    ]);
    const { page, faults } = await stage.open();
    await expect.poll(() => notice(page).innerText()).toMatch(/^One slot is free\. Next is Ben .*�/);
    await notice(page)
      .getByRole('button', { name: /^Accept Ben/ })
      .click();
    await expect.poll(() => stateOf(page)).toContain('2 of 2');
    await expect.poll(() => notice(page).count()).toBe(0);
    const { rows } = await stage.service.pool.query(
      "select customer_name as name from commission_requests where status = 'WAITLISTED'",
    );
    expect(rows).toEqual([{ name: 'Cleo' }]);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

describe('the waiting list', () => {
  beforeEach(async () => {
    await set({ slots: { total: 0 }, whenFull: 'waitlist' });
    await fill([
      ['Ann', 'WAITLISTED'],
      ['Ben', 'WAITLISTED'],
      ['Cleo', 'WAITLISTED'],
    ]);
  });

  it('is in its order, which buttons and dragging change', async () => {
    const { page } = await stage.open();
    await panel(page).waitFor();
    await page.getByRole('link', { name: /^Waiting list/ }).click();
    await expect.poll(() => namesIn(page)).toEqual(['Ann', 'Ben', 'Cleo']);
    await page.getByRole('button', { name: 'Change the order' }).click();
    await page.getByRole('button', { name: 'Move Cleo up' }).click();
    await expect.poll(() => orderOf(page)).toEqual(['Ann', 'Cleo', 'Ben']);
    await expect.poll(() => namesIn(page)).toEqual(['Ann', 'Cleo', 'Ben']);
    const grip = await page.locator('.order-grip').last().boundingBox();
    const first = await page.locator('.order-list li').first().boundingBox();
    if (!grip || !first) throw new Error('The rows are shown');
    await page.mouse.move(grip.x + 5, grip.y + 5);
    await page.mouse.down();
    await page.mouse.move(grip.x + 5, first.y + 2, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => namesIn(page)).toEqual(['Ben', 'Ann', 'Cleo']);
    await page.context().close();
  });

  it('keeps its order, and says so, if a place cannot be stored', async () => {
    const { page } = await stage.open({ path: '/?status=WAITLISTED&sort=rank' });
    await page.getByRole('button', { name: 'Change the order' }).click();
    await page.route('**/place', (route) => route.abort());
    await page.getByRole('button', { name: 'Move Cleo up' }).click();
    await page.locator('dialog .fault', { hasText: 'The service cannot be reached.' }).waitFor();
    expect(await orderOf(page)).toEqual(['Ann', 'Ben', 'Cleo']);
    await page.context().close();
  });
});

describe('the board', () => {
  it('shows the slots of each type and what is over them', async () => {
    await set({ slots: { total: 5, byType: { portrait: 1 } } });
    await fill([
      ['Ann', 'ACCEPTED'],
      ['Ben', 'ACCEPTED'],
    ]);
    const { page } = await stage.open({ path: '/board' });
    await expect
      .poll(() => page.locator('.board-slots li').allInnerTexts())
      .toEqual(['Portrait 2 of 1 1 too many', 'All types 2 of 5']);
    await page.context().close();
  });
});

describe.each(['light', 'dark'] as const)('what is open, full or waiting, when it is %s', (colorScheme) => {
  it.each([
    [1280, '/'],
    [390, '/?status=WAITLISTED&sort=rank'],
    [390, '/board'],
  ])('can be used by everybody at %d px, at %s', async (width, path) => {
    await set({ slots: { total: 1, byType: { portrait: 2 } } });
    await fill([
      ['Zoë Müller-Featherstonehaugh of the Lower Meadows', 'WAITLISTED'],
      ['Ben', 'WAITLISTED'],
    ]);
    const { page } = await stage.open({ path, colorScheme, viewport: { width, height: 844 } });
    await panel(page).waitFor();
    await page
      .locator(path === '/board' ? '.board-slots li' : '.waiting-notice p')
      .first()
      .waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toEqual([]);
    if (path === '/board') return page.context().close();
    await panel(page).click();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    if (!path.includes('WAITLISTED')) return page.context().close();
    await page.getByRole('button', { name: 'Change the order' }).click();
    await page.locator('.order-list li').first().waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toEqual([]);
    await page.context().close();
  });
});
