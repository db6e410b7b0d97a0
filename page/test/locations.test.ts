import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smallPicture } from './support/files.ts';
import { latitudeBytes, locatedPhoto } from './support/located-photo.ts';
import { attach, attachmentNames, fillIn, receipt, type Stage, sendButton, setStage } from './support/stage.ts';
import { holdPlaceWorkers, worstPicture } from './support/worst-picture.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await setStage();
});

afterAll(() => stage.close());

const photo = async (name: string, format: 'jpeg' | 'png' | 'webp') =>
  stage.folder.write(name, await locatedPhoto(format));

/** Counts the files that the browser keeps, and those with GPS data. */
const keptFiles = (page: Page) =>
  page.evaluate(async (mark) => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('commission-draft', 1);
      request.onsuccess = () => resolve(request.result);
    });
    const files = await new Promise<File[]>((resolve) => {
      const request = database.transaction('files').objectStore('files').getAll();
      request.onsuccess = () => resolve(request.result);
    });
    const texts = files.map(async (file) => new TextDecoder('latin1').decode(await file.arrayBuffer()));
    const withPlace = (await Promise.all(texts)).filter((text) => text.includes(mark));
    return { all: files.length, withPlace: withPlace.length };
  }, latitudeBytes);

const unread = 'It could not be checked whether these files tell where they were taken: worst.png';

describe('the page', () => {
  it('says which pictures tell a place, and removes it where the customer wants it', async () => {
    const { page, faults } = await stage.open();
    await attach(page, [
      await photo('cat.jpeg', 'jpeg'),
      await stage.folder.write('plain.png', smallPicture),
      await photo('bird.png', 'png'),
      await photo('dog.webp', 'webp'),
    ]);
    await page
      .getByText(/where they were taken: cat.jpeg, bird.png,? and dog.webp/)
      .first()
      .waitFor();
    // They could be sent as they are.
    await expect.poll(() => keptFiles(page)).toEqual({ all: 4, withPlace: 3 });
    await page.getByRole('button', { name: 'Remove the location' }).click();
    const note = page.getByText(/The location was removed from: cat.jpeg, bird.png,? and dog.webp/).first();
    await note.waitFor();
    expect(await attachmentNames(page)).toEqual(['cat.jpeg', 'plain.png', 'bird.png', 'dog.webp']);
    await expect.poll(() => keptFiles(page)).toEqual({ all: 4, withPlace: 0 });
    await fillIn(page);
    await sendButton(page).click();
    await receipt(page).waitFor();
    expect(faults).toEqual([]);
  });

  it('says which file could not be read for a place, once its reader is over its bounds, and sends it', async () => {
    const { page, faults } = await stage.open();
    const worker = page.waitForEvent('worker');
    await attach(page, [
      await stage.folder.write('worst.png', worstPicture()),
      await photo('cat.jpeg', 'jpeg'),
      await stage.folder.write('plain.png', smallPicture),
    ]);
    expect((await worker).url()).toMatch(/assets\/place-worker-[\w-]+\.js$/);
    await page.getByText(unread, { exact: true }).first().waitFor();
    await page.getByText('These pictures tell where they were taken: cat.jpeg').first().waitFor();
    await page.getByRole('button', { name: 'Remove the location' }).click();
    await page.getByText('The location was removed from: cat.jpeg').first().waitFor();
    await page.getByText(unread, { exact: true }).first().waitFor();
    await expect.poll(() => page.workers()).toEqual([]);
    await fillIn(page);
    await sendButton(page).click();
    await receipt(page).waitFor();
    expect(faults).toEqual([]);
  });

  it('answers while a file is read, ends its reader after ten seconds, and says so', async () => {
    const { page } = await stage.open();
    await page.clock.install();
    await holdPlaceWorkers(page);
    await page.reload();
    await attach(page, [await stage.folder.write('worst.png', worstPicture())]);
    await expect.poll(() => page.workers()).toHaveLength(1);
    await fillIn(page);
    expect(await page.getByText(unread).count()).toBe(0);
    await page.clock.fastForward(10_000);
    await page.getByText(unread, { exact: true }).first().waitFor();
    await expect.poll(() => page.workers()).toEqual([]);
  });
});
