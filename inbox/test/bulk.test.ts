import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { smallPicture } from '../../page/test/support/files.ts';
import { rowOf } from './support/rows.ts';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile();

beforeEach(() => stage.clear());

const statuses = async () => (await stage.inbox.list()).map(({ status }) => status);
const dialog = (page: Page) => page.getByRole('dialog');
const tick = (page: Page, name: string) => rowOf(page, name).getByRole('checkbox').check();

async function openList(...names: readonly string[]) {
  const ids: string[] = [];
  for (const name of names) ids.push(await stage.inbox.store({ name }));
  const opened = await stage.open();
  await rowOf(opened.page, names[0] ?? '').waitFor();
  return { ...opened, ids };
}

describe('the box above the list', () => {
  it('shows whether no, some or all requests are selected, selects the rest, and with Shift a range', async () => {
    const { page } = await openList('Ann', 'Ben');
    const box = page.getByRole('region', { name: 'Many at once' }).getByRole('checkbox');
    const state = () =>
      box.evaluate((input: HTMLInputElement) => (input.indeterminate ? 'some' : input.checked ? 'all' : 'none'));
    await until(state).toBe('none');
    await tick(page, 'Ann');
    await until(state).toBe('some');
    await box.click();
    await until(state).toBe('all');
    await rowOf(page, 'Ben').getByRole('checkbox').uncheck();
    await until(state).toBe('some');
    await rowOf(page, 'Ann').getByRole('checkbox').uncheck();
    await until(state).toBe('none');
    const names = ['Cleo', 'Dora', 'Ed'];
    for (const name of names) await stage.inbox.store({ name });
    await page.reload();
    await rowOf(page, 'Cleo').waitFor();
    const all = page.locator('.row').getByRole('checkbox');
    const ticked = () => all.evaluateAll((boxes: HTMLInputElement[]) => boxes.map(({ checked }) => checked));
    await all.nth(3).click();
    await all.nth(1).click({ modifiers: ['Shift'] });
    await until(ticked).toEqual([false, true, true, true, false]);
    await all.nth(2).click({ modifiers: ['Shift'] });
    await until(ticked).toEqual([false, false, false, true, false]);
  });
});

describe('the menus of many at once', () => {
  it('are closed by Escape, and no request moves or is deselected', async () => {
    await stage.inbox.store({ name: 'Ann' });
    const { page } = await stage.open({ role: 'owner' });
    await tick(page, 'Ann');
    const corners = () =>
      page
        .locator('.bulk-bar button:visible, .row')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x + one.getBoundingClientRect().y));
    for (const name of ['Labels', 'Export']) {
      const menu = page.getByRole('button', { name, exact: true });
      const before = await corners();
      await menu.click();
      const opened = page.locator('.bulk-bar :popover-open');
      await opened.waitFor();
      const [box, button] = [await opened.boundingBox(), await menu.boundingBox()];
      expect(Math.abs((box?.x ?? 0) - (button?.x ?? 0))).toBeLessThan(2);
      expect((await corners()).filter((corner) => before.includes(corner))).toEqual(before);
      await page.keyboard.press('Escape');
      await opened.waitFor({ state: 'detached' });
      expect(await menu.evaluate((one) => one === document.activeElement)).toBe(true);
    }
    await page.getByRole('button', { name: 'Erase…' }).click();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    expect(await rowOf(page, 'Ann').getByRole('checkbox').isChecked()).toBe(true);
  });
});

describe('many at once', () => {
  it('changes the selected requests, reports their number, and takes it back', async () => {
    const { page, ids } = await openList('Ann', 'Ben', 'Cleo');
    await tick(page, 'Ann');
    await tick(page, 'Cleo');
    await page.getByLabel('Set the status').selectOption('ACCEPTED');
    await dialog(page).getByText('This changes 2 requests').waitFor();
    // The confirming button has the focus.
    await page.keyboard.press('Enter');
    await dialog(page).getByText('2 requests changed.').waitFor();
    expect(await statuses()).toEqual(['ACCEPTED', 'NEW', 'ACCEPTED']);
    await dialog(page).getByRole('button', { name: 'Undo' }).click();
    await dialog(page).getByText('2 requests are as they were.').waitFor();
    expect(await statuses()).toEqual(['NEW', 'NEW', 'NEW']);
    const events = await stage.inbox.reader.events(ids[0] ?? '');
    expect(events?.map(({ kind, to }) => [kind, to])).toEqual([
      ['created', null],
      ['status', 'ACCEPTED'],
      ['status', 'NEW'],
    ]);
    await dialog(page).getByRole('button', { name: 'Close' }).last().click();
    await until(() => page.getByRole('checkbox', { checked: true }).count()).toBe(0);
  });

  it('changes all results of the filter, those not loaded too, and no others', async () => {
    await stage.service.pool.query(
      `insert into commission_requests (id, created_at, status, customer_name, customer_email, message, extra_ids)
       select gen_random_uuid(), now(), case when n <= 230 then 'NEW' else 'WAITLISTED' end, 'Customer ' || n,
         'a@example.org', 'Hello', '{}' from generate_series(1, 240) n`,
    );
    const { page } = await stage.open({ path: '/?status=NEW' });
    await rowOf(page, 'Customer').first().waitFor();
    await page.getByRole('checkbox', { name: 'Select all shown requests' }).check();
    await page.getByRole('button', { name: 'Select all 230 requests of the filter' }).click();
    await page.getByRole('button', { name: 'Labels' }).click();
    await page.getByRole('combobox', { name: 'Label' }).fill('autumn');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog(page).getByText('This changes 230 requests').waitFor();
    await dialog(page).getByRole('button', { name: 'Change 230 requests' }).click();
    await dialog(page).getByText('230 requests changed.').waitFor();
    const { rows } = await stage.service.pool.query(
      'select status, labels, count(*)::int from commission_requests group by 1, 2 order by 1',
    );
    expect(rows).toEqual([
      { status: 'NEW', labels: ['autumn'], count: 230 },
      { status: 'WAITLISTED', labels: [], count: 10 },
    ]);
  });

  it('leaves requests that a colleague has changed meanwhile, reports them, and changes them when asked again', async () => {
    const { page, ids } = await openList('Ann', 'Ben', 'Cleo');
    for (const name of ['Ann', 'Ben', 'Cleo']) await tick(page, name);
    await page.getByLabel('Set the status').selectOption('DECLINED');
    await dialog(page).getByText('This changes 3 requests').waitFor();
    const { editor, actor } = stage.inbox;
    await editor.change(ids[1] ?? '', 1, { status: 'COMPLETED' }, actor);
    await stage.service.pool.query('delete from commission_requests where id = $1', [ids[2]]);
    await dialog(page).getByRole('button', { name: 'Change 3 requests' }).click();
    await dialog(page).getByText('1 request changed.').waitFor();
    const skipped = await dialog(page).locator('.skipped li').allInnerTexts();
    expect(skipped.map((text) => text.replace(/^\S+ /, '')).sort()).toEqual([
      'Ben: changed by somebody else meanwhile, now Completed',
      'Cleo: erased meanwhile',
    ]);
    expect((await stage.inbox.reader.find(ids[1] ?? ''))?.status).toBe('COMPLETED');
    await dialog(page).getByRole('button', { name: 'Change these requests too' }).click();
    await until(async () => (await stage.inbox.reader.find(ids[1] ?? ''))?.status).toBe('DECLINED');
  });

  it('goes on by itself when the connection is lost after the service has done a part, and can be stopped', async () => {
    const { page, ids } = await openList('Ann', 'Ben');
    let losses = 2;
    await page.route('**/requests/bulk', async (route) => {
      if (losses === 0) return route.continue();
      losses -= 1;
      await route.fetch();
      return route.abort();
    });
    for (const name of ['Ann', 'Ben']) await tick(page, name);
    await page.getByLabel('Set the status').selectOption('ACCEPTED');
    await dialog(page).getByRole('button', { name: 'Change 2 requests' }).click();
    await dialog(page).getByText('The change continues when the connection is back.').waitFor();
    await dialog(page).getByText('2 requests changed.').waitFor();
    expect(await statuses()).toEqual(['ACCEPTED', 'ACCEPTED']);
    for (const id of ids) {
      const events = await stage.inbox.reader.events(id);
      expect(events?.filter(({ kind }) => kind === 'status')).toHaveLength(1);
    }
    await dialog(page).getByRole('button', { name: 'Close' }).last().click();
    await page.route('**/requests/bulk', (route) => route.abort());
    for (const name of ['Ann', 'Ben']) await tick(page, name);
    await page.getByLabel('Set the status').selectOption('DECLINED');
    await dialog(page).getByRole('button', { name: 'Change 2 requests' }).click();
    await dialog(page).getByText('The change continues when the connection is back.').waitFor();
    await dialog(page).getByRole('button', { name: 'Stop' }).click();
    await dialog(page).getByText('2 requests were not processed.').waitFor();
    expect(await statuses()).toEqual(['ACCEPTED', 'ACCEPTED']);
  });

  it('exports the ticked requests, all of the filter, and files as a zip, and says when there are no files', async () => {
    const { page } = await openList('Ann', 'Ben', 'Without files');
    const save = async (form: string) => {
      const saving = page.waitForEvent('download');
      await page.getByRole('link', { name: form }).click();
      return readFile(await (await saving).path(), 'utf8');
    };
    await page.getByRole('button', { name: 'Export' }).click();
    expect((await save('Data (JSON Lines)')).trim().split('\n')).toHaveLength(3);
    await tick(page, 'Ben');
    await page.getByRole('button', { name: 'Export' }).click();
    const lines = (await save('Data (JSON Lines)')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).customerName)).toEqual(['Ben']);
    expect(await save('Table (CSV)')).toContain('Ben');
    await stage.submit({
      payload: { customerName: 'With files' },
      files: [{ name: 'a.png', type: 'image/png', content: smallPicture }],
    });
    await page.reload();
    await tick(page, 'Without files');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: 'Files (zip)' }).click();
    await page.getByText('No files.').waitFor();
    await rowOf(page, 'Without files').getByRole('checkbox').uncheck();
    await tick(page, 'With files');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: 'Files (zip)' }).click();
    const saving = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Zip 1 of 1: 1 file' }).click();
    const zip = await readFile(await (await saving).path());
    expect(zip.subarray(0, 2).toString()).toBe('PK');
    expect(zip.includes(smallPicture)).toBe(true);
  });
});
