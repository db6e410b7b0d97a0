import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smallPicture } from './support/files.ts';
import { holdLocationWorkers, latitudeBytes, locatedPhoto, worstPicture } from './support/location-pictures.ts';
import { attach, attachmentNames, fillIn, receipt, type Stage, sendButton, setStage } from './support/stage.ts';

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
    const located = (await Promise.all(texts)).filter((text) => text.includes(mark));
    return { all: files.length, located: located.length };
  }, latitudeBytes);

const unread = 'It could not be checked whether these files tell where they were taken: worst.png';

describe('the page', () => {
  it('names the pictures that have a location, and removes it if the customer asks', async () => {
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
    await expect.poll(() => keptFiles(page)).toEqual({ all: 4, located: 3 });
    await page.getByRole('button', { name: 'Remove the location' }).click();
    const note = page.getByText(/The location was removed from: cat.jpeg, bird.png,? and dog.webp/).first();
    await note.waitFor();
    expect(await attachmentNames(page)).toEqual(['cat.jpeg', 'plain.png', 'bird.png', 'dog.webp']);
    await expect.poll(() => keptFiles(page)).toEqual({ all: 4, located: 0 });
    await fillIn(page);
    await sendButton(page).click();
    await receipt(page).waitFor();
    expect(faults).toEqual([]);
  });

  it('names a file whose reader went over its bounds, and sends it', async () => {
    const { page, faults } = await stage.open();
    const worker = page.waitForEvent('worker');
    await attach(page, [
      await stage.folder.write('worst.png', worstPicture()),
      await photo('cat.jpeg', 'jpeg'),
      await stage.folder.write('plain.png', smallPicture),
    ]);
    expect((await worker).url()).toMatch(/assets\/location-worker-[\w-]+\.js$/);
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

  it('stays usable while a file is read, and says that its reader was ended after ten seconds', async () => {
    const { page } = await stage.open();
    await page.clock.install();
    await holdLocationWorkers(page);
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
