import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { smallPicture } from '../../page/test/support/files.ts';
import { holdLocationWorkers, worstPicture } from '../../page/test/support/location-pictures.ts';
import { locationIn, phonePhoto } from '../../test/support/phone-photo.ts';
import { inboxOfFile, type Submitted } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile();

/** Opens the first file of a new request in the large view. */
async function openFiles(files: NonNullable<Submitted['files']>) {
  const id = await stage.submit({ files });
  const opened = await stage.open({ path: `/requests/${id}` });
  await opened.page.locator('.picture-strip .frame').first().click();
  return { ...opened, id };
}

const openFile = (name: string, content: Uint8Array) =>
  openFiles([{ name, type: 'application/octet-stream', content }]);

async function savedBy(page: Page, name: string): Promise<{ readonly name: string; readonly content: Buffer }> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  const saved = await saving;
  return { name: saved.suggestedFilename(), content: await readFile(await saved.path()) };
}

describe('a picture with GPS data', () => {
  // The removal of GPS data from each kind of picture is tested with the service.
  it('is saved without its GPS data beside the original', async () => {
    const content = await phonePhoto('cat.heic');
    const { page, id } = await openFile('cat.heic', content);
    const without = await savedBy(page, 'Save without location data');
    await page.getByText('Saved without its location: cat.heic').first().waitFor();
    expect(without.name).toBe('cat.heic');
    expect(await locationIn('cat.heic', content)).toContain('Bremen');
    expect(await locationIn('cat.heic', without.content)).toBe('');
    expect((await savedBy(page, 'Save the original')).content).toEqual(content);
    const downloads = async () => (await stage.inbox.reader.events(id))?.filter(({ kind }) => kind === 'download');
    await until(async () => (await downloads())?.length).toBe(2);
  });
});

describe('another file', () => {
  it('saves the picture alone, and offers no removal for a kind without GPS data', async () => {
    const files = [
      { name: 'plain.png', type: 'image/png', content: smallPicture },
      { name: 'contract.pdf', type: 'application/pdf', content: Buffer.from('%PDF-1.7') },
    ];
    const { page } = await openFiles(files);
    expect((await savedBy(page, 'Save without location data')).content).toEqual(smallPicture);
    await page.getByText('No location was found in plain.png. It was saved with the picture alone.').first().waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog', { name: 'contract.pdf' }).waitFor();
    expect(await page.getByRole('button', { name: 'Save without location data' }).count()).toBe(0);
  });
});

describe('a picture too broken for the removal', () => {
  it('shows the fault, saves no file, and still offers the original', async () => {
    const photo = await phonePhoto('cat.jpeg');
    const exif = photo.subarray(photo.indexOf('Exif') + 6);
    // Where pixels are.
    const hidden = Buffer.concat([photo.subarray(0, -2), exif, photo.subarray(-2)]);
    for (const [content, sentence] of [
      [Buffer.from('%PDF-1.7 GPSLatitude'), 'It could not be checked whether cat.jpeg tells where it was taken.'],
      [hidden, 'The location could not be removed from cat.jpeg'],
    ] as const) {
      const { page } = await openFile('cat.jpeg', content);
      const downloads: string[] = [];
      page.on('download', (download) => downloads.push(download.suggestedFilename()));
      await page.getByRole('button', { name: 'Save without location data' }).click();
      await page.locator('.toast.bad').getByText(sentence).first().waitFor();
      await page.getByRole('dialog').getByRole('alert').getByText(sentence).waitFor();
      expect(downloads).toEqual([]);
      expect((await savedBy(page, 'Save the original')).content).toEqual(content);
    }
  });
});

describe('a picture made to keep its reader at work', () => {
  const sentence =
    'It could not be checked whether worst.png tells where it was taken. Nothing was saved. You can save the original.';

  async function press() {
    const { page } = await openFile('worst.png', worstPicture());
    const downloads: string[] = [];
    page.on('download', (download) => downloads.push(download.suggestedFilename()));
    return { page, downloads, button: page.getByRole('button', { name: 'Save without location data' }) };
  }

  it('is reported as unread, and no file is saved', async () => {
    const { page, downloads, button } = await press();
    const worker = page.waitForEvent('worker');
    await button.click();
    expect((await worker).url()).toMatch(/inbox-assets\/location-worker-[\w-]+\.js$/);
    await page.locator('.toast.bad').getByText(sentence).first().waitFor();
    await expect.poll(() => page.workers()).toEqual([]);
    expect(downloads).toEqual([]);
  });

  it('leaves the inbox answering, and its reader is ended after ten seconds', async () => {
    const { page, downloads, button } = await press();
    await page.clock.install();
    await holdLocationWorkers(page);
    await button.click();
    await expect.poll(() => page.workers()).toHaveLength(1);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.clock.fastForward(10_000);
    await page.locator('.toast.bad').getByText(sentence).first().waitFor();
    await expect.poll(() => page.workers()).toEqual([]);
    expect(downloads).toEqual([]);
  });
});
