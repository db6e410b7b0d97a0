import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noisyPicture, smallPicture } from './support/files.ts';
import { contrastIn, lineArt } from './support/line-art.ts';
import { attach, attachmentNames, fillIn, receipt, type Stage, sendButton, setStage } from './support/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await setStage();
});

afterAll(() => stage.close());

const write = (name: string, bytes = 3) => stage.folder.write(name, new Uint8Array(bytes).fill(0x78));
const status = (page: Page) => page.getByRole('status').filter({ hasText: /./ });

/** Opens the page with these limits instead of the service's. */
async function openWithLimits(limits: object): Promise<Page> {
  const { page } = await stage.open();
  await page.route(stage.site.url, async (route) => {
    const response = await route.fetch();
    const stated = JSON.stringify(limits).replaceAll('"', '&quot;');
    await route.fulfill({ response, body: (await response.text()).replace(/ limits="[^"]*"/, ` limits="${stated}"`) });
  });
  await page.reload();
  await sendButton(page).waitFor();
  // While anything is routed, each upload passes through the debugger.
  await page.unrouteAll();
  return page;
}

/** Drops files from disk with native drag events. */
async function drop(page: Page, target: Locator, paths: readonly string[]): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('What files are dropped on can be seen');
  const session = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', {
      type,
      x: box.x + 2,
      y: box.y + 2,
      data: { items: [], files: [...paths], dragOperationsMask: 1 },
    });
  }
}

/** Copies a picture to the clipboard, with a text if given. */
async function copyPicture(page: Page, text?: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(
    async ([png, words]) => {
      const bytes = Uint8Array.from(atob(png ?? ''), (character) => character.charCodeAt(0));
      const types: Record<string, Blob> = { 'image/png': new Blob([bytes], { type: 'image/png' }) };
      if (words !== undefined) types['text/plain'] = new Blob([words], { type: 'text/plain' });
      await navigator.clipboard.write([new ClipboardItem(types)]);
    },
    [smallPicture.toString('base64'), text],
  );
}

/** Drags a file's picture over another one, and holds it there. */
async function dragTile(page: Page, from: number, to: number): Promise<void> {
  const middleOf = async (index: number) => {
    const box = await page.locator('.attachments .thumbnail').nth(index).boundingBox();
    if (!box) throw new Error('Every file has a picture');
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  await page.locator('.attachments').scrollIntoViewIfNeeded();
  await page.mouse.move(...(await middleOf(from)));
  await page.mouse.down();
  await page.mouse.move(...(await middleOf(to)), { steps: 4 });
}

describe('black line art without a background', () => {
  it('can be seen small and large, on a light page and on a dark one', async () => {
    const { page } = await stage.open({ reducedMotion: 'reduce' });
    await attach(page, [await stage.folder.write('lines.png', await lineArt())]);
    const small = page.locator('.thumbnail canvas');
    const large = page.getByRole('dialog', { name: 'lines.png' }).getByRole('img');
    await small.waitFor();
    for (const picture of [small, large]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expect.poll(() => contrastIn(picture)).toBeGreaterThan(3);
      }
      if (picture === small) await small.click();
    }
  });
});

describe('files', () => {
  it('say that they are empty, also to a screen reader, and are sent all the same', async () => {
    const { page } = await stage.open();
    await fillIn(page);
    await attach(page, [await write('full.txt'), await write('IMG_0001.HEIC', 0)]);
    const empty = page.getByRole('listitem').filter({ hasText: 'IMG_0001.HEIC' });
    await empty.getByText('This file is empty').waitFor();
    await page.getByRole('alert').getByText('IMG_0001.HEIC: This file is empty').waitFor();
    expect(await page.getByRole('list', { name: 'Attached files' }).getByText('is empty').count()).toBe(1);
    await sendButton(page).click();
    await receipt(page).getByText('0 bytes').waitFor();
  });

  it('keep their small pictures while the form is away', async () => {
    const { page } = await stage.open();
    await fillIn(page);
    await attach(page, [await stage.folder.write('cat.png', smallPicture)]);
    const small = page.locator('.thumbnail button:not([hidden])');
    await small.waitFor();
    await page.evaluate(() => {
      window.createImageBitmap = () => Promise.reject(new Error('Decoded again'));
    });
    stage.site.faults.push({ status: 503, body: {}, headers: { 'retry-after': '60' } });
    await sendButton(page).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await small.waitFor();
    stage.site.faults.length = 0;
  });

  it('are attached by button, with name, size and a small picture, which opens large by keyboard too', async () => {
    const { page, faults } = await stage.open();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose files' }).click(),
    ]);
    await chooser.setFiles([
      await stage.folder.write('wide.png', noisyPicture(600, 300)),
      await write('notes.pdf', 2048),
    ]);
    await expect.poll(() => attachmentNames(page)).toEqual(['wide.png', 'notes.pdf']);
    const items = page.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
    expect(await items.nth(1).textContent()).toContain('2 kB');
    expect(await items.nth(1).locator('.thumbnail').textContent()).toBe('PDF');
    const small = page.getByRole('button', { name: 'Show wide.png large' });
    await small.press('Enter');
    const large = page.getByRole('dialog', { name: 'wide.png' }).getByRole('img');
    await expect.poll(async () => (await large.boundingBox())?.width).toBeGreaterThan(500);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await small.evaluate((one) => one === (one.getRootNode() as ShadowRoot).activeElement)).toBe(true);
    expect(faults).toEqual([]);
  });

  it('are attached when they are dropped on the form, but not beside it, and are asked for in a folder', async () => {
    const { page } = await stage.open();
    await page.evaluate(() =>
      addEventListener('drop', (event) => document.body.setAttribute('data-kept', String(event.defaultPrevented))),
    );
    await drop(page, page.locator('body'), [await write('a.txt')]);
    await page.locator('body[data-kept=true]').waitFor();
    expect(await page.getByRole('list', { name: 'Attached files' }).count()).toBe(0);
    await drop(page, page.getByRole('heading', { name: 'About you' }), [await write('a.txt'), await write('b.txt')]);
    await expect.poll(() => attachmentNames(page)).toEqual(['a.txt', 'b.txt']);
    expect(await page.locator('.drop-zone.over').count()).toBe(0);
    expect(await status(page).textContent()).toBe('2 files added, 2 in all.');
    await drop(page, page.locator('.drop-zone'), [await stage.folder.folder('holiday'), await write('c.txt')]);
    await expect.poll(() => attachmentNames(page)).toEqual(['a.txt', 'b.txt', 'c.txt']);
    expect(await page.locator('.complaint .error').allTextContents()).toEqual([
      'A folder cannot be attached. Please choose the files in it: holiday.',
    ]);
  });

  it('are attached when they are pasted anywhere, but not beside pasted text', async () => {
    const { page } = await stage.open();
    await sendButton(page).waitFor();
    await copyPicture(page);
    await page.locator('body').click({ position: { x: 2, y: 2 } });
    await page.keyboard.press('ControlOrMeta+V');
    await expect.poll(() => attachmentNames(page)).toEqual(['image.png']);
    await page.getByLabel('Message').press('ControlOrMeta+V');
    await expect.poll(() => attachmentNames(page)).toEqual(['image.png', 'image.png']);
    await copyPicture(page, 'the text');
    await page.getByLabel('Message').press('ControlOrMeta+V');
    await expect.poll(() => page.getByLabel('Message').inputValue()).toBe('the text');
    expect(await attachmentNames(page)).toHaveLength(2);
  });

  it('are refused at once by name when they are over the limits of the service', async () => {
    const limits = { files: { maxCount: 2, maxBytes: 1000 }, request: { maxBytes: 10_000_000 } };
    const page = await openWithLimits(limits);
    await page.getByText('Up to 2 files, each up to 1,000 bytes.').waitFor();
    await attach(page, [await write('large', 1001), await write('a', 1000), await write('b'), await write('c')]);
    await expect.poll(() => attachmentNames(page)).toEqual(['a', 'b']);
    const complaints = await page.locator('.complaint .error').allTextContents();
    expect(complaints).toEqual([
      'large is too large: it is 1,001 bytes, and a file may be up to 1,000 bytes.',
      'At most 2 files can be attached. Not added: c.',
    ]);
    expect(await page.getByRole('alert').textContent()).toBe(complaints.join(' '));
  });

  it('are attached as a smaller copy on request when they are pictures over the limit', async () => {
    const { page, faults } = await stage.open();
    const original = noisyPicture(2000, 1800);
    expect(original.length).toBeGreaterThan(10 * 1024 * 1024);
    await attach(page, [await stage.folder.write('noise.png', original), await write('broken.png', 10_485_761)]);
    await page.getByText('noise.png is too large').first().waitFor();
    await page.getByText('Fine detail, transparency and camera data').first().waitFor();
    const offer = page.getByRole('button', { name: 'Attach a smaller copy' });
    await offer.first().press('Enter');
    await expect.poll(() => attachmentNames(page)).toEqual(['noise.jpg']);
    await page
      .getByText(/^noise\.jpg is attached: .* The original is 10\.\d MB, 2,000 × 1,800 pixels\.$/)
      .first()
      .waitFor();
    await offer.press('Enter');
    await page.getByText('This browser cannot make broken.png smaller.').first().waitFor();
    await fillIn(page);
    await sendButton(page).press('Enter');
    await receipt(page).waitFor();
    const { rows } = await stage.service.pool.query(
      "select file_type, file_size::int from commission_request_files where original_file = 'noise.jpg'",
    );
    expect(rows).toEqual([{ file_type: 'image/jpeg', file_size: expect.any(Number) }]);
    expect(rows[0].file_size).toBeLessThan(10 * 1024 * 1024);
    expect(faults).toEqual([]);
  });

  it('are pointed out when they are attached twice, and their order once there are two', async () => {
    const { page } = await stage.open();
    await attach(page, [await write('a.txt')]);
    await expect.poll(() => attachmentNames(page)).toEqual(['a.txt']);
    expect(await page.getByText('They are sent in this order.').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Move a.txt earlier' }).count()).toBe(0);
    await attach(page, [await write('a.txt'), await write('b.txt')]);
    await page.getByText('They are sent in this order.').waitFor();
    const items = page.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
    expect(await items.locator('.hint').allTextContents()).toEqual(['3 bytes', 'duplicate · 3 bytes', '3 bytes']);
  });

  it('are put in order and removed by keyboard, with the focus kept and the change said', async () => {
    const { page } = await stage.open();
    await attach(page, [await write('a.txt'), await write('b.txt'), await write('c.txt')]);
    const focused = () =>
      page.evaluate(() =>
        document.querySelector('commission-form')?.shadowRoot?.activeElement?.getAttribute('aria-label'),
      );
    await page.getByRole('button', { name: 'Move c.txt earlier' }).focus();
    await page.keyboard.press('Enter');
    expect(await attachmentNames(page)).toEqual(['a.txt', 'c.txt', 'b.txt']);
    expect(await focused()).toBe('Move c.txt earlier');
    await page.keyboard.press('Space');
    expect(await attachmentNames(page)).toEqual(['c.txt', 'a.txt', 'b.txt']);
    expect(await status(page).textContent()).toBe('c.txt is now number 1 of 3.');
    await page.keyboard.press('Enter');
    expect(await attachmentNames(page)).toEqual(['c.txt', 'a.txt', 'b.txt']);
    await page.getByRole('button', { name: 'Remove c.txt' }).press('Enter');
    expect(await attachmentNames(page)).toEqual(['a.txt', 'b.txt']);
    expect(await focused()).toBe('Remove a.txt');
    expect(await status(page).textContent()).toBe('c.txt removed.');
  });

  it('are put in order by dragging their pictures, unless Escape ends the drag', async () => {
    const { page } = await stage.open();
    await attach(page, [await stage.folder.write('a.png', smallPicture), await write('b'), await write('c')]);
    await page.getByRole('button', { name: 'Show a.png large' }).waitFor();
    await dragTile(page, 2, 0);
    await page.locator('.attachments .before').waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await page.locator('.attachments .dragged').count()).toBe(0);
    expect(await attachmentNames(page)).toEqual(['a.png', 'b', 'c']);
    await dragTile(page, 0, 2);
    await page.mouse.up();
    await expect.poll(() => attachmentNames(page)).toEqual(['b', 'c', 'a.png']);
    expect(await status(page).textContent()).toBe('a.png is now number 3 of 3.');
    // A drag opens no picture. A press does.
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'Show a.png large' }).click();
    await page.getByRole('dialog', { name: 'a.png' }).waitFor();
  });

  it('are named when the service refuses them in spite of the page, and no entry is lost', async () => {
    // As a page whose script was changed by hand.
    const limits = { files: { maxCount: 99, maxBytes: 99_000_000 }, request: { maxBytes: 990_000_000 } };
    const page = await openWithLimits(limits);
    const before = await stage.service.stored();
    await attach(page, [await write('0.txt'), await write('large.tif', 10_485_761)]);
    await fillIn(page);
    await sendButton(page).click();
    await page.getByText('large.tif is too large. Please remove it.').waitFor();
    await page.getByRole('button', { name: 'Remove large.tif' }).click();
    const more = Array.from({ length: 10 }, (_, index) => `${index + 1}.txt`);
    await attach(page, await Promise.all(more.map((name) => write(name))));
    await sendButton(page).click();
    await page.getByText('There are too many files').waitFor();
    expect(await attachmentNames(page)).toEqual(['0.txt', ...more]);
    expect(await page.getByLabel('Name').inputValue()).toBe('Zoë Müller');
    expect(await stage.service.stored()).toEqual(before);
  });
});
