import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { dragTo } from './support/drag.ts';
import { clearStudio, publishedStudio } from './support/form-editor.ts';
import { publishStudio } from './support/published-studio.ts';
import { namesIn } from './support/rows.ts';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const hostile = '"><img src=x onerror=alert(1)>\u202e';

const stage = inboxOfFile();

beforeEach(async () => {
  await stage.clear();
  await clearStudio(stage);
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
const orderOf = (page: Page) => page.locator('.order-list .order-who > bdi').allTextContents();

const published = async () => (await publishedStudio(stage))?.opening?.mode;

describe('a studio that never set when its form is open', () => {
  it('shows no part of it', async () => {
    await fill([['Ann', 'WAITLISTED']]);
    const { page } = await stage.open({ path: '/?status=WAITLISTED' });
    await until(() => namesIn(page)).toEqual(['Ann']);
    expect(await page.locator('.opening, .waiting-notice').count()).toBe(0);
    expect(await page.locator('.sort option').allTextContents()).not.toContain('Order of the waiting list');
    await page.goto(`${stage.url}/board`);
    await page.locator('.board-card').waitFor();
    expect(await page.locator('.board-slots').count()).toBe(0);
  });
});

describe('the bar at the side', () => {
  it('says to a viewer whether the form is open, how many slots are taken, and why it is closed', async () => {
    await set({ slots: { total: 1 } });
    await fill([['Ann', 'ACCEPTED']]);
    const { page } = await stage.open({ role: 'viewer' });
    await until(() => stateOf(page)).toBe('Form: Closed Slots: 1 of 1');
    await panel(page).click();
    await page.getByText('All slots are taken.').waitFor();
    await page.getByText('1 of 1 slots taken').waitFor();
    expect(await page.locator('.opening-switch, .opening-facts button, .opening-facts a').count()).toBe(0);
  });

  it('closes and opens the form by one switch, also on a phone, and links to its settings', async () => {
    await set({ mode: 'open', requestLimit: 20 });
    const { page } = await stage.open();
    const toggle = page.getByRole('switch', { name: 'Open the form' });
    expect(await toggle.getAttribute('aria-checked')).toBe('true');
    await toggle.focus();
    await page.keyboard.press('Space');
    await until(() => stateOf(page)).toBe('Form: Closed');
    await until(published).toBe('closed');
    await toggle.click();
    await until(() => stateOf(page)).toBe('Form: Open');
    await until(published).toBe('open');
    await page.setViewportSize({ width: 390, height: 844 });
    await panel(page).click();
    await page.getByRole('button', { name: 'Close the form' }).click();
    await until(published).toBe('closed');
    await page.getByRole('link', { name: 'When it is open' }).click();
    await page.waitForURL('**/settings/form/opening');
    const field = page.getByLabel('Message while it is closed');
    await field.waitFor();
  });

  it('is off while the form waits for its date, opens it by a press until it closes, and undoes that', async () => {
    const dates = { opensAt: '2098-01-01T00:00:00Z', closesAt: '2099-01-01T00:00:00Z' };
    await set({ mode: 'scheduled', ...dates });
    const { page } = await stage.open();
    const toggle = page.getByRole('switch', { name: 'Open the form' });
    expect(await toggle.getAttribute('aria-checked')).toBe('false');
    await toggle.click();
    await until(() => toggle.getAttribute('aria-checked')).toBe('true');
    const opening = async () => (await publishedStudio(stage))?.opening;
    expect(await opening()).toMatchObject({ mode: 'scheduled', opensAt: null, closesAt: dates.closesAt });
    await page
      .getByText(/It no longer waits for .* Closes on /)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(opening).toMatchObject({ mode: 'scheduled', ...dates });
    await until(() => toggle.getAttribute('aria-checked')).toBe('false');
  });

  it('is off while the form is full, says so when it is pressed, and closes it by hand', async () => {
    await set({ slots: { total: 1 } });
    await fill([['Ann', 'ACCEPTED']]);
    const { page } = await stage.open();
    const toggle = page.getByRole('switch', { name: 'Open the form' });
    expect(await toggle.getAttribute('aria-checked')).toBe('false');
    await toggle.click();
    await page.getByText('All slots are taken.').waitFor();
    expect(await published()).toBe('open');
    await page.getByRole('button', { name: 'Close the form' }).click();
    await until(published).toBe('closed');
    await toggle.click();
    await page.getByText('The form is closed now. All slots are taken.').first().waitFor();
    expect(await published()).toBe('open');
  });

  it('says why a press did not work', async () => {
    await set({ mode: 'open' });
    const { page } = await stage.open();
    await page.route('**/studio/opening', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
    );
    await page.getByRole('switch', { name: 'Open the form' }).click();
    await page.locator('.toast.bad').waitFor();
  });
});

describe('a bulk acceptance', () => {
  it('asks with the number of free slots', async () => {
    await set({ slots: { byType: { portrait: 1 } } });
    await fill([
      ['Ann', 'WAITLISTED'],
      ['Ben', 'ACCEPTED'],
    ]);
    const { page } = await stage.open({ path: '/?status=WAITLISTED' });
    await until(() => namesIn(page)).toEqual(['Ann']);
    await page.locator('.bulk-bar input[type=checkbox]').check();
    await page.keyboard.press('a');
    await page.locator('dialog').getByText('Portrait: 0 slots are free.').waitFor();
  });
});

describe('a free slot', () => {
  it('shows the next person, and moves no request until somebody accepts', async () => {
    await set({ slots: { total: 2 } });
    await fill([
      ['Ann', 'ACCEPTED'],
      [`Ben ${hostile}`, 'WAITLISTED'],
      ['Cleo', 'WAITLISTED'],
    ]);
    const { page } = await stage.open();
    const notice = page.locator('.waiting-notice');
    await until(() => notice.innerText()).toMatch(/^One slot is free\. Next is Ben .*�/);
    await notice.getByRole('button', { name: /^Accept Ben/ }).click();
    await until(() => stateOf(page)).toContain('2 of 2');
    await until(() => notice.count()).toBe(0);
    const { rows } = await stage.service.pool.query(
      "select customer_name as name from commission_requests where status = 'WAITLISTED'",
    );
    expect(rows).toEqual([{ name: 'Cleo' }]);
  });
});

describe('the waiting list', () => {
  it('is in its order, which buttons and dragging change, and keeps it if a rank cannot be stored', async () => {
    await set({ slots: { total: 0 }, whenFull: 'waitlist' });
    await fill([
      ['Ann', 'WAITLISTED'],
      ['Ben', 'WAITLISTED'],
      ['Cleo', 'WAITLISTED'],
    ]);
    const { page } = await stage.open();
    await panel(page).waitFor();
    await page.getByRole('link', { name: /^Waiting list/ }).click();
    await until(() => namesIn(page)).toEqual(['Ann', 'Ben', 'Cleo']);
    await page.getByRole('button', { name: 'Change the order' }).click();
    await page.getByRole('button', { name: 'Move Cleo up' }).click();
    await until(() => orderOf(page)).toEqual(['Ann', 'Cleo', 'Ben']);
    await until(() => namesIn(page)).toEqual(['Ann', 'Cleo', 'Ben']);
    await dragTo(page, page.locator('.order-grip').last(), page.locator('.order-list li').first());
    await until(() => namesIn(page)).toEqual(['Ben', 'Ann', 'Cleo']);
    await page.route('**/place', (route) => route.abort());
    await page.getByRole('button', { name: 'Move Cleo up' }).click();
    await page.locator('dialog .fault', { hasText: 'The service cannot be reached.' }).waitFor();
    expect(await orderOf(page)).toEqual(['Ben', 'Ann', 'Cleo']);
  });
});

describe('the board', () => {
  it('shows the slots of each type and those taken too many', async () => {
    await set({ slots: { total: 5, byType: { portrait: 1 } } });
    await fill([
      ['Ann', 'ACCEPTED'],
      ['Ben', 'ACCEPTED'],
    ]);
    const { page } = await stage.open({ path: '/board' });
    await until(() => page.locator('.board-slots li').allInnerTexts()).toEqual([
      'Portrait 2 of 1 1 too many',
      'All types 2 of 5',
    ]);
  });
});
