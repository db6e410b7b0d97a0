import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../../page/test/support/axe.ts';
import { smallPicture } from '../../page/test/support/files.ts';
import { type PhotoName, placedPhoto, placeIn } from '../../test/support/placed-photo.ts';
import { overflow } from './support/overflow.ts';
import { type InboxPageStage, setInboxStage } from './support/stage.ts';
import { until } from './support/until.ts';

let stage: InboxPageStage;

beforeAll(async () => {
  stage = await setInboxStage();
});

afterAll(() => stage.close());

/** Opens the only file of a new request in the large view. */
async function openFile(name: string, content: Uint8Array, options: Parameters<InboxPageStage['open']>[0] = {}) {
  const id = await stage.submit({ files: [{ name, type: 'application/octet-stream', content }] });
  const opened = await stage.open({ path: `/requests/${id}`, ...options });
  await opened.page.locator('.contact-sheet .frame').click();
  return { ...opened, id };
}

const withoutPlaceButton = (page: Page) => page.getByRole('button', { name: 'Save without place data' });

async function savedBy(page: Page, name: string): Promise<{ readonly name: string; readonly content: Buffer }> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  const saved = await saving;
  return { name: saved.suggestedFilename(), content: await readFile(await saved.path()) };
}

describe('a picture that tells where it was taken', () => {
  it.each<PhotoName>(['cat.jpeg', 'cat.png', 'cat.webp', 'cat.heic'])(
    'is saved without its place beside the original: %s',
    async (name) => {
      const content = await placedPhoto(name);
      const { page, faults, id } = await openFile(name, content);
      const without = await savedBy(page, 'Save without place data');
      expect(without.name).toBe(name);
      expect(await placeIn(name, content)).toContain('Bremen');
      expect(await placeIn(name, without.content)).toBe('');
      await page.getByText(`Saved without the place where it was taken: ${name}`).first().waitFor();
      expect((await savedBy(page, 'Save the original')).content).toEqual(content);
      const downloads = async () => (await stage.inbox.reader.events(id))?.filter(({ kind }) => kind === 'download');
      await until(async () => (await downloads())?.length).toBe(2);
      expect(faults).toEqual([]);
      await page.context().close();
    },
  );

  it('has the button in every language, without violations, on a narrow dark screen', async () => {
    const content = await placedPhoto('cat.jpeg');
    for (const [locale, words] of [
      ['de-DE', 'Ohne Ortsangaben speichern'],
      ['es-ES', 'Guardar sin datos del lugar'],
      ['ja-JP', '位置情報なしで保存'],
    ] as const) {
      const viewport = { width: 320, height: 640 };
      const { page } = await openFile('cat.jpeg', content, { locale, viewport, colorScheme: 'dark' });
      await page.getByRole('button', { name: words }).click();
      await page.locator('.toast').first().waitFor();
      expect(await violations(page)).toEqual([]);
      expect(await overflow(page)).toEqual([]);
      await page.context().close();
    }
  });
});

describe('another file', () => {
  it('is saved as it is when it tells no place, and the page says so', async () => {
    const { page } = await openFile('plain.png', smallPicture);
    expect((await savedBy(page, 'Save without place data')).content).toEqual(smallPicture);
    await page.getByText('plain.png does not tell where it was taken. It was saved as it is.').first().waitFor();
    await page.context().close();
  });

  it('is not offered without a place when no picture of that kind has one', async () => {
    const { page } = await openFile('contract.pdf', Buffer.from('%PDF-1.7'));
    await page.getByRole('button', { name: 'Save the original' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await withoutPlaceButton(page).count()).toBe(0);
    await page.context().close();
  });
});

describe('a picture too broken for the removal', () => {
  it.each([
    ['a file with a false name', async () => Buffer.from('%PDF-1.7 GPSLatitude')],
    ['EXIF of a wrong length', async () => withFalseLength(await placedPhoto('cat.webp'))],
  ])('says so, saves nothing, and still offers the original: %s', async (_, make) => {
    const content = await make();
    const { page, faults } = await openFile('cat.webp', content);
    const downloads: string[] = [];
    page.on('download', (download) => downloads.push(download.suggestedFilename()));
    await withoutPlaceButton(page).click();
    const sentence = 'The place could not be removed from cat.webp';
    await page.locator('.toast.bad').getByText(sentence).first().waitFor();
    await page.getByRole('dialog').getByRole('alert').getByText(sentence).waitFor();
    expect(downloads).toEqual([]);
    await until(() => page.locator('.coming').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    expect((await savedBy(page, 'Save the original')).content).toEqual(content);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

/** Returns a WebP whose EXIF says that it has no byte. */
function withFalseLength(webp: Buffer): Buffer {
  const lying = Buffer.from(webp);
  lying.writeUInt32LE(0, webp.lastIndexOf('EXIF') + 4);
  return lying;
}
