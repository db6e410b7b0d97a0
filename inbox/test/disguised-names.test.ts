import { beforeAll, describe, expect, it } from 'vitest';
import { smallPicture } from '../../page/test/support/files.ts';
import { rows } from './support/rows.ts';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile();
let id: string;

/** Without the sign for the override it would show as `Annexe.png`. */
const shown = { customer: 'Ann�gnp.exe', file: 'photo�gnp.exe' };

beforeAll(async () => {
  id = await stage.submit({
    payload: { customerName: 'Ann\u202egnp.exe' },
    files: [
      { name: 'photo\u202egnp.exe', type: 'application/octet-stream', content: Buffer.from('MZ') },
      { name: '\u200fصورة\u200f (2).png', type: 'image/png', content: smallPicture },
    ],
  });
});

describe('a name that turns its own letters around', () => {
  it('is marked in the list, the title, notifications, at its file and on the board', async () => {
    const { page } = await stage.open({ path: `/requests/${id}` });
    await page.getByRole('heading', { name: shown.customer }).waitFor();
    await until(() => page.title()).toContain(shown.customer);
    const row = rows(page).first();
    await until(() => row.locator('.name').textContent()).toBe(shown.customer);
    expect(await row.locator('.name').getAttribute('title')).toBe(shown.customer);
    await row.getByRole('checkbox', { name: shown.customer }).waitFor();
    await page.locator('.decisions .waitlist').click();
    await page.locator('.toast').getByText(shown.customer).waitFor();
    await page.keyboard.press('u');
    await page.locator('.toast').getByText('Undone').getByText(shown.customer).waitFor();
    const names = page.locator('.picture-strip .file-name');
    await until(() => names.allTextContents()).toEqual([shown.file, '\u200fصورة\u200f (2).png']);
    await page.getByRole('button', { name: `Show ${shown.file} large` }).click();
    const dialog = page.getByRole('dialog', { name: shown.file });
    expect(await dialog.locator('.file-name').textContent()).toBe(shown.file);
    expect(await dialog.locator('.customer').textContent()).toBe(shown.customer);
    await page.keyboard.press('Escape');
    await page.locator('.toast').getByRole('button', { name: 'Dismiss' }).click();
    const colleague = await stage.open({ role: 'owner', path: `/requests/${id}` });
    await colleague.page.locator('.decisions .waitlist').click();
    await page.locator('.toast').getByText(shown.customer).waitFor();
    await page.goto(`${stage.url}/board`);
    await until(() => page.locator('.board-card .name').textContent()).toBe(shown.customer);
    await page.getByRole('button', { name: shown.customer }).waitFor();
  });
});
