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

const panel = (page: Page) => page.locator('.opening > .side-item');
const stateOf = async (page: Page) => (await panel(page).innerText()).replace(/\s+/g, ' ');
const orderOf = (page: Page) => page.locator('.order-list .order-name > bdi').allTextContents();

const opening = async () => (await publishedStudio(stage))?.opening;
const control = (page: Page) => page.locator('.opening-popover');
const choice = (page: Page, name: RegExp | string) => control(page).getByRole('button', { name });
const undo = (page: Page) => page.locator('.toast').getByRole('button', { name: 'Undo' });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

describe('a studio that never set when its form is open', () => {
  it('shows a viewer no part of it', async () => {
    await fill([['Ann', 'WAITLISTED']]);
    const { page } = await stage.open({ role: 'viewer', path: '/?status=WAITLISTED' });
    await until(() => namesIn(page)).toEqual(['Ann']);
    expect(await page.locator('.opening, .waiting-notice').count()).toBe(0);
    expect(await page.locator('.sort option').allTextContents()).not.toContain('Order of the waiting list');
    await page.goto(`${stage.url}/board`);
    await page.locator('.board-card').waitFor();
    expect(await page.locator('.board-slots').count()).toBe(0);
  });

  it('is closed by an operator in the time zone of the browser, and is as before after an undo', async () => {
    const { page } = await stage.open();
    await until(() => stateOf(page)).toBe('Form: Open');
    await panel(page).click();
    await choice(page, /^Closed$/).click();
    const timeZone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
    await until(opening).toMatchObject({ mode: 'closed', timeZone });
    await undo(page).click();
    await until(opening).toBeNull();
    await until(() => stateOf(page)).toBe('Form: Open');
  });

  it('is closed and opened by commands of the palette', async () => {
    const { page } = await stage.open();
    await until(() => stateOf(page)).toBe('Form: Open');
    const options = page.getByRole('listbox').getByRole('option');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('close');
    await until(() => options.first().textContent()).toBe('Close the form');
    expect((await options.allTextContents()).join()).not.toContain('FormSettings');
    await page.keyboard.press('Enter');
    await until(() => stateOf(page)).toBe('Form: Closed');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('requests open');
    await page.keyboard.press('Enter');
    await until(() => stateOf(page)).toBe('Form: Open');
  });
});

describe('the control of the opening', () => {
  it('says to a viewer whether the form is open, how many slots are taken, and why it is closed', async () => {
    await set({ slots: { total: 1 } });
    await fill([['Ann', 'ACCEPTED']]);
    const { page } = await stage.open({ role: 'viewer' });
    await until(() => stateOf(page)).toBe('Form: Full 1 of 1 slots');
    await panel(page).click();
    await control(page).getByText('All slots are taken.').waitFor();
    await control(page).getByText('1 of 1 slots taken').waitFor();
    expect(await control(page).locator('button, a, input, textarea').count()).toBe(0);
  });

  it('closes for two weeks by two clicks, and brings the exact former opening back', async () => {
    await set({ mode: 'scheduled', closesAt: '2099-01-01T00:00:00Z', slots: { total: 3 }, requestLimit: 20 });
    const former = await opening();
    const { page } = await stage.open();
    await until(() => stateOf(page)).toMatch(/^Form: Open until .*2099 0 of 3 slots$/);
    await page.evaluate(() => {
      const clicks: Event[] = [];
      Object.assign(window, { clicks });
      document.addEventListener('click', (event) => clicks.push(event), true);
    });
    await panel(page).click();
    await choice(page, /^Closed until .* in 2 weeks$/).click();
    await until(async () => (await opening())?.opensAt).not.toBeNull();
    expect(await page.evaluate(() => Reflect.get(window, 'clicks').length)).toBe(2);
    const waitMs = Date.parse((await opening())?.opensAt ?? '') - Date.now();
    expect(Math.abs(waitMs / 86_400_000 - 14)).toBeLessThan(1);
    expect(await opening()).toEqual({ ...former, opensAt: expect.any(String) });
    await until(() => stateOf(page)).toMatch(/^Form: Closed until /);
    await undo(page).click();
    await until(opening).toEqual(former);
  });

  it('keeps dates and slots when the form is closed and opened again, by the keyboard too', async () => {
    const dates = { opensAt: '2020-01-01T00:00:00Z', closesAt: '2099-01-01T00:00:00Z' };
    await set({ mode: 'scheduled', ...dates, slots: { total: 3 } });
    const former = await opening();
    const { page } = await stage.open();
    await panel(page).focus();
    await page.keyboard.press('Enter');
    await choice(page, /^Closed$/).focus();
    await page.keyboard.press('Space');
    await until(opening).toEqual({ ...former, mode: 'closed' });
    await until(() => choice(page, /^Closed$/).getAttribute('aria-pressed')).toBe('true');
    await choice(page, 'Open').press('Enter');
    await until(opening).toEqual(former);
  });

  it('opens a form early that waits for its date, says so, and undoes that', async () => {
    const dates = { opensAt: '2098-01-01T00:00:00Z', closesAt: '2099-01-01T00:00:00Z' };
    await set({ mode: 'scheduled', ...dates });
    const { page } = await stage.open();
    await until(() => stateOf(page)).toMatch(/^Form: Closed until .*2098$/);
    await panel(page).click();
    expect(await choice(page, /^Closed until .*2098/).getAttribute('aria-pressed')).toBe('true');
    await choice(page, 'Open').click();
    await until(opening).toMatchObject({ mode: 'scheduled', opensAt: null, closesAt: dates.closesAt });
    await page.locator('.toast').getByText('It no longer waits for').waitFor();
    await undo(page).click();
    await until(opening).toMatchObject({ mode: 'scheduled', ...dates });
  });

  it('closes until a day that is typed, and not until one that has passed', async () => {
    await set({ mode: 'open' });
    const { page } = await stage.open();
    await panel(page).click();
    await choice(page, 'Date…').click();
    const day = page.getByLabel('Opens again on');
    await day.fill('2020-02-03');
    expect(await choice(page, 'Close until then').getAttribute('aria-disabled')).toBe('true');
    await day.press('Enter');
    expect(await opening()).toMatchObject({ mode: 'open' });
    await day.fill('2098-02-03');
    await day.press('Enter');
    await until(async () => (await opening())?.opensAt?.slice(0, 10)).toBe('2098-02-03');
  });

  it('shows a full form as open by its setting, and closes it by hand', async () => {
    await set({ slots: { total: 1 } });
    await fill([['Ann', 'ACCEPTED']]);
    const { page } = await stage.open();
    await panel(page).click();
    await control(page).getByText('All slots are taken.').waitFor();
    expect(await choice(page, 'Open').getAttribute('aria-pressed')).toBe('true');
    await choice(page, /^Closed$/).click();
    await until(async () => (await opening())?.mode).toBe('closed');
    await until(() => choice(page, /^Closed$/).getAttribute('aria-pressed')).toBe('true');
    await choice(page, 'Open').click();
    await page.locator('.toast').getByText('Form: Full. All slots are taken.').waitFor();
  });

  it('saves the message in a language of the studio and the slots when a field is left, on a phone too', async () => {
    const slots = { byType: { portrait: 2 } };
    await publishStudio(stage, { title: { en: 'Studio', de: 'Atelier' }, opening: { slots } });
    const { page } = await stage.open();
    await page.setViewportSize({ width: 390, height: 844 });
    await panel(page).click();
    await choice(page, 'Deutsch').click();
    await page.getByLabel('Message while closed').fill('Bis Februar.');
    await page.keyboard.press('Escape');
    await until(async () => (await opening())?.message).toEqual({ en: 'Bis Februar.', de: 'Bis Februar.' });
    await panel(page).click();
    await page.getByLabel('Slots', { exact: true }).fill('5');
    await page.keyboard.press('Tab');
    await until(async () => (await opening())?.slots).toEqual({ total: 5, byType: { portrait: 2 } });
    await page.getByRole('link', { name: 'All about opening' }).click();
    await page.waitForURL('**/settings/opening');
    await until(() => page.getByLabel('Slots in all').inputValue()).toBe('5');
  });

  it('reports that no answer to a press has arrived, and then shows the state after the press', async () => {
    await set({ mode: 'open' });
    const { page } = await stage.open();
    let sent = 0;
    await page.route('**/studio/opening', async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      sent += 1;
      await route.fetch();
      return route.abort();
    });
    await panel(page).click();
    await choice(page, /^Closed$/).click();
    await page.locator('.toast.bad').waitFor();
    await until(() => stateOf(page)).toBe('Form: Closed');
    expect(sent).toBe(1);
  });
});

describe('the page of the opening', () => {
  it('follows the control, and keeps edits until they are saved', async () => {
    await set({ mode: 'open', slots: { total: 3 } });
    const { page } = await stage.open({ path: '/settings/opening' });
    const slots = page.getByLabel('Slots in all');
    await slots.fill('7');
    await page.locator('main').getByRole('button', { name: 'Closed', exact: true }).click();
    await until(opening).toMatchObject({ mode: 'closed', slots: { total: 3 } });
    expect(await slots.inputValue()).toBe('7');
    await save(page).click();
    await until(opening).toMatchObject({ mode: 'closed', slots: { total: 7 } });
    await slots.fill('8');
    await page.getByRole('link', { name: 'Your account' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay here' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await until(() => slots.inputValue()).toBe('7');
  });

  it('plans the opening of a form that is closed by hand', async () => {
    await set({ mode: 'closed' });
    const { page } = await stage.open({ path: '/settings/opening' });
    await page.getByLabel('Opens', { exact: true }).fill('2098-02-03T09:00');
    await save(page).click();
    await until(async () => (await opening())?.mode).toBe('scheduled');
    await until(() => stateOf(page)).toMatch(/^Form: Closed until .*2098$/);
    await page.getByLabel('Closes', { exact: true }).fill('2097-02-03T09:00');
    await save(page).click();
    await page.getByText('It must close later than it opens.').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
  });
});

describe('a page that saves at once', () => {
  it('changes the guard or the queue, and nothing of a draft', async () => {
    const { page } = await stage.open({ role: 'owner', path: '/settings/junk' });
    await page.getByLabel('Suspicious requests').selectOption('hold');
    await page.getByLabel('At most … mails a minute').fill('5');
    await save(page).click();
    await until(async () => (await publishedStudio(stage))?.guard).toMatchObject({ mode: 'hold', toldPerMinute: 5 });
    await save(page).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Queue', exact: true }).click();
    await page.getByLabel('Show the queue page').check();
    await save(page).click();
    await until(async () => (await publishedStudio(stage))?.queue).toEqual({ isShown: true, asksName: false });
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
    await notice.getByRole('button', { name: 'Hide until somebody else is next' }).click();
    await until(() => notice.count()).toBe(0);
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await until(() => notice.innerText()).toMatch(/^One slot is free\. Next is Ben .*�/);
    await notice.getByRole('button', { name: /^Accept Ben/ }).click();
    await until(() => stateOf(page)).toContain('2 of 2 slots');
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
