import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smallPicture } from './support/files.ts';
import { startSite } from './support/site.ts';
import { attach, attachmentNames, fillIn, receipt, type Stage, sendButton, setStage } from './support/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await setStage();
});

afterAll(() => stage.close());

const write = (name: string, bytes = 3) => stage.folder.write(name, new Uint8Array(bytes));
const status = (page: Page) => page.getByRole('status').filter({ hasText: /./ });

/** Hands files to the page as the system does that drops or pastes them. */
function transfer(page: Page, event: 'drop' | 'paste', selector: string, names: readonly string[], text?: string) {
  return page.locator(selector).evaluate(
    (target, { event, names, text }) => {
      const data = new DataTransfer();
      for (const name of names) data.items.add(new File(['bytes'], name, { type: 'image/png' }));
      if (text !== undefined) data.setData('text/plain', text);
      const init = { bubbles: true, cancelable: true, composed: true };
      if (event === 'drop') {
        target.dispatchEvent(new DragEvent('dragover', { ...init, dataTransfer: data }));
        return target.dispatchEvent(new DragEvent('drop', { ...init, dataTransfer: data }));
      }
      return target.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: data }));
    },
    { event, names, text },
  );
}

describe('files', () => {
  it('are attached by button, with name, size and a small picture', async () => {
    const { page, faults } = await stage.open();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose files' }).click(),
    ]);
    await chooser.setFiles([await stage.folder.write('cat.png', smallPicture), await write('notes.pdf', 2048)]);
    await expect.poll(() => attachmentNames(page)).toEqual(['cat.png', 'notes.pdf']);
    const items = page.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
    expect(await items.nth(1).textContent()).toContain('2 KiB');
    await items.nth(0).locator('canvas:not([hidden])').waitFor();
    expect(await items.nth(1).locator('.thumbnail').textContent()).toBe('PDF');
    expect(faults).toEqual([]);
  });

  it('are attached when they are dropped anywhere on the form', async () => {
    const { page } = await stage.open();
    await transfer(page, 'drop', '#message', ['a.png', 'b.png']);
    await expect.poll(() => attachmentNames(page)).toEqual(['a.png', 'b.png']);
    expect(await page.locator('.drop-zone.over').count()).toBe(0);
    expect(await status(page).textContent()).toBe('2 files added, 2 in all.');
  });

  it('are attached when they are pasted, but not beside pasted text', async () => {
    const { page } = await stage.open();
    await transfer(page, 'paste', '#message', ['shot.png']);
    await expect.poll(() => attachmentNames(page)).toEqual(['shot.png']);
    const isLeftToField = await transfer(page, 'paste', '#message', ['picture of the text.png'], 'the text');
    expect(isLeftToField).toBe(true);
    expect(await attachmentNames(page)).toEqual(['shot.png']);
  });

  it('over the limits are refused at once, by name', async () => {
    const { page } = await stage.open();
    const paths = await Promise.all(Array.from({ length: 9 }, (_, index) => write(`${index}.txt`)));
    await attach(page, paths);
    await attach(page, [await write('large.tif', 10_485_761), await write('tenth.txt'), await write('eleventh.txt')]);
    await expect.poll(() => attachmentNames(page)).toHaveLength(10);
    const complaints = await page.locator('.complaint').allTextContents();
    expect(complaints).toEqual([
      'large.tif is too large: it has 10.1 MiB, a file may have up to 10 MiB.',
      'At most 10 files can be attached. Not added: eleventh.txt.',
    ]);
    expect(await page.getByRole('alert').textContent()).toBe(complaints.join(' '));
  });

  it('are put in order and removed by keyboard, with the focus kept and the change said', async () => {
    const { page } = await stage.open();
    await attach(page, [await write('a'), await write('b'), await write('c')]);
    const focused = () =>
      page.evaluate(() =>
        document.querySelector('commission-form')?.shadowRoot?.activeElement?.getAttribute('aria-label'),
      );
    await page.getByRole('button', { name: 'Move c up' }).focus();
    await page.keyboard.press('Enter');
    expect(await attachmentNames(page)).toEqual(['a', 'c', 'b']);
    expect(await focused()).toBe('Move c up');
    await page.keyboard.press('Space');
    expect(await attachmentNames(page)).toEqual(['c', 'a', 'b']);
    expect(await status(page).textContent()).toBe('c is now number 1 of 3.');
    await page.keyboard.press('Enter');
    expect(await attachmentNames(page)).toEqual(['c', 'a', 'b']);
    await page.getByRole('button', { name: 'Remove c' }).press('Enter');
    expect(await attachmentNames(page)).toEqual(['a', 'b']);
    expect(await focused()).toBe('Remove a');
    expect(await status(page).textContent()).toBe('c removed.');
  });

  it('reach the service in the order that the customer gave them', async () => {
    const { page } = await stage.open();
    await attach(page, [await write('first'), await write('second')]);
    await page.getByRole('button', { name: 'Move second up' }).click();
    await fillIn(page);
    await sendButton(page).click();
    await receipt(page).waitFor();
    const { rows } = await stage.service.pool.query(
      'select original_file from commission_request_files order by position',
    );
    expect(rows.map(({ original_file }) => original_file)).toEqual(['second', 'first']);
  });

  it.each([
    ['too many', Array.from({ length: 11 }, (_, index) => [`${index}.txt`, 1] as const), /There are too many files/],
    [
      'too large',
      [
        ['a.txt', 1],
        ['large.tif', 10_485_761],
      ] as const,
      /large\.tif is too large\. Please remove it\./,
    ],
  ])('that are %s for the service in spite of the page are named, and nothing is lost', async (_name, files, said) => {
    // What a page allows whose script was changed by hand.
    const limits = { files: { maxCount: 99, maxBytes: 99_000_000 }, request: { maxBytes: 990_000_000 } };
    const site = await startSite({ service: stage.service.address, limits });
    const before = await stage.service.stored();
    const { page } = await stage.open();
    await page.goto(site.url);
    await attach(page, await Promise.all(files.map(([name, bytes]) => write(name, bytes))));
    await fillIn(page);
    await sendButton(page).click();
    await page.getByText(said).waitFor();
    expect(await attachmentNames(page)).toEqual(files.map(([name]) => name));
    expect(await page.getByLabel('Name').inputValue()).toBe('Zoë Müller');
    expect(await stage.service.stored()).toEqual(before);
    await site.close();
  });
});
