import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PhotoName, placedPhoto } from '../../test/support/placed-photo.ts';
import { violations } from './support/axe.ts';
import { smallPicture } from './support/files.ts';
import { attach, attachmentNames, fillIn, receipt, type Stage, sendButton, setStage } from './support/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await setStage();
});

afterAll(() => stage.close());

const photo = async (name: PhotoName) => stage.folder.write(name, await placedPhoto(name));

/** Resolves with the bytes of the attached files, as the browser keeps them. */
const keptFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('commission-draft', 1);
      request.onsuccess = () => resolve(request.result);
    });
    const files = await new Promise<File[]>((resolve) => {
      const request = database.transaction('files').objectStore('files').getAll();
      request.onsuccess = () => resolve(request.result);
    });
    return Promise.all(files.map(async (file) => new TextDecoder('latin1').decode(await file.arrayBuffer())));
  });

describe('the page', () => {
  it('says which pictures tell a place, and removes it where the customer wants it', async () => {
    const { page, faults } = await stage.open();
    await attach(page, [
      await photo('cat.jpeg'),
      await stage.folder.write('plain.png', smallPicture),
      await photo('bird.png'),
      await photo('dog.webp'),
    ]);
    await page
      .getByText(/where they were taken: cat.jpeg, bird.png,? and dog.webp/)
      .first()
      .waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove the place' }).click();
    const note = page.getByText(/The place was removed from: cat.jpeg, bird.png,? and dog.webp/).first();
    await note.waitFor();
    expect(await attachmentNames(page)).toEqual(['cat.jpeg', 'plain.png', 'bird.png', 'dog.webp']);
    await expect.poll(async () => (await keptFiles(page)).length).toBe(4);
    for (const content of await keptFiles(page)) expect(content).not.toMatch(/GPS|Bremen/);
    await fillIn(page);
    await sendButton(page).click();
    await receipt(page).waitFor();
    expect(faults).toEqual([]);
  });

  it('sends a picture with its place when the customer leaves it', async () => {
    const { page } = await stage.open();
    await attach(page, [await photo('cat.jpeg')]);
    await page.getByText('These pictures tell where they were taken: cat.jpeg').first().waitFor();
    await fillIn(page);
    await sendButton(page).click();
    await receipt(page).waitFor();
  });

  it('says nothing of pictures without a place', async () => {
    const { page } = await stage.open();
    const chunk = page.waitForResponse(/places-notice/);
    await attach(page, [await stage.folder.write('plain.png', smallPicture)]);
    await chunk;
    await page.locator('canvas').waitFor();
    expect(await page.getByText('where they were taken').count()).toBe(0);
  });
});
