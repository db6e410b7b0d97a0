import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { studioCatalogue } from './support/catalogue.ts';
import { attach, attachmentNames, fillIn, receipt, type Stage, sendButton, setStage } from './support/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await setStage({ catalogue: studioCatalogue });
});

afterAll(() => stage.close());

async function write(page: Page): Promise<void> {
  await fillIn(page);
  await page.getByRole('radio', { name: 'Portrait' }).check();
  await page.getByRole('checkbox', { name: 'Oak frame' }).check();
  await attach(page, [
    await stage.folder.write('a.txt', new Uint8Array(2000)),
    await stage.folder.write('b.txt', new Uint8Array(1)),
  ]);
  await page.getByRole('button', { name: 'Move b.txt earlier' }).click();
  await expect.poll(() => attachmentNames(page)).toEqual(['b.txt', 'a.txt']);
}

async function writeAndKeep(page: Page): Promise<void> {
  await write(page);
  await untilKept(page);
}

/** Waits until the files are stored. A busy browser stores them some time after it shows them. */
async function untilKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(countKeptFiles)).toBe(2);
}

/** Runs in the page. */
function countKeptFiles(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('commission-draft', 1);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const counting = opening.result.transaction('files').objectStore('files').count();
      counting.onerror = () => reject(counting.error);
      counting.onsuccess = () => {
        opening.result.close();
        resolve(counting.result);
      };
    };
  });
}

async function expectAllBack(page: Page): Promise<void> {
  await page
    .getByText(/Your entries from .* are back/)
    .first()
    .waitFor();
  expect(await page.getByLabel('Message').inputValue()).toBe('Two cats 🐈🐈, in oil');
  expect(await page.getByRole('radio', { name: 'Portrait' }).isChecked()).toBe(true);
  expect(await page.getByRole('checkbox', { name: 'Oak frame' }).isChecked()).toBe(true);
}

describe('a draft', () => {
  it('survives a reload, files and their order too', async () => {
    const { page } = await stage.open();
    await writeAndKeep(page);
    await page.reload();
    await expectAllBack(page);
    await expect.poll(() => attachmentNames(page)).toEqual(['b.txt', 'a.txt']);
    await sendButton(page).click();
    await receipt(page).waitFor();
    const { rows } = await stage.service.pool.query(
      'select original_file, file_size::int from commission_request_files order by position',
    );
    expect(rows).toEqual([
      { original_file: 'b.txt', file_size: 1 },
      { original_file: 'a.txt', file_size: 2000 },
    ]);
  });

  it('survives a crash in the middle of a submission, which is then not stored twice', async () => {
    const { page } = await stage.open();
    await writeAndKeep(page);
    const { requests } = await stage.service.stored();
    stage.site.keys.length = 0;
    stage.site.faults.push(...Array.from({ length: 10 }, () => ({ answer: 'lost' }) as const));
    await sendButton(page).click();
    await page.getByText('Trying again automatically').first().waitFor();
    await page.goto('chrome://crash').catch(() => {});
    const next = await page.context().newPage();
    await next.goto(stage.site.url);
    await expectAllBack(next);
    await expect.poll(() => attachmentNames(next)).toEqual(['b.txt', 'a.txt']);
    const sentBefore = stage.site.keys.length;
    expect(sentBefore).toBeGreaterThan(0);
    stage.site.faults.length = 0;
    await sendButton(next).click();
    await receipt(next).waitFor();
    expect(stage.site.keys).toHaveLength(sentBefore + 1);
    expect(new Set(stage.site.keys).size).toBe(1);
    expect((await stage.service.stored()).requests).toBe(requests + 1);
  });

  it('is forgotten once it is accepted', async () => {
    const { page } = await stage.open();
    await write(page);
    await sendButton(page).click();
    await receipt(page).waitFor();
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft'))))
      .toEqual([]);
    await page.getByRole('button', { name: 'Send another request' }).click();
    expect(await page.getByLabel('Message').inputValue()).toBe('');
    await page.reload();
    await sendButton(page).waitFor();
    expect(await page.getByLabel('Message').inputValue()).toBe('');
    expect(await page.getByText('are back').count()).toBe(0);
  });

  it('comes back when the customer undoes the clearing, files and their order too', async () => {
    const { page } = await stage.open();
    await write(page);
    await page.getByLabel('Name').focus();
    await page.getByRole('button', { name: 'Clear the form' }).click();
    expect(await page.getByLabel('Message').inputValue()).toBe('');
    expect(await page.locator('[aria-invalid=true]').count()).toBe(0);
    const undo = page.getByRole('button', { name: 'Undo' });
    expect(await undo.evaluate((one) => one === (one.getRootNode() as ShadowRoot).activeElement)).toBe(true);
    await undo.click();
    expect(await page.getByLabel('Message').inputValue()).toBe('Two cats 🐈🐈, in oil');
    await expect.poll(() => attachmentNames(page)).toEqual(['b.txt', 'a.txt']);
    await untilKept(page);
    await page.reload();
    await expectAllBack(page);
    await expect.poll(() => attachmentNames(page)).toEqual(['b.txt', 'a.txt']);
  });

  it('is cleared, and brought back with a notice to the customer', async () => {
    const { page } = await stage.open();
    await writeAndKeep(page);
    const [send, clear] = await Promise.all([
      sendButton(page).boundingBox(),
      page.getByRole('button', { name: 'Clear the form' }).boundingBox(),
    ]);
    // A finger that misses the one does not press the other.
    expect((clear?.y ?? 0) - ((send?.y ?? 0) + (send?.height ?? 0))).toBeGreaterThan(40);
    await page.reload();
    await expectAllBack(page);
    const notice = page.locator('.notice');
    await notice.getByRole('button', { name: 'Clear the form' }).click();
    expect(await page.getByLabel('Message').inputValue()).toBe('');
    expect(await notice.textContent()).toMatch(/^The form is empty now\./);
    const undo = notice.getByRole('button', { name: 'Undo' });
    expect(await undo.evaluate((one) => one === (one.getRootNode() as ShadowRoot).activeElement)).toBe(true);
    await undo.click();
    await expectAllBack(page);
    await expect.poll(() => attachmentNames(page)).toEqual(['b.txt', 'a.txt']);
    await notice.getByRole('button', { name: 'Clear the form' }).click();
    await page.reload();
    await sendButton(page).waitFor();
    expect(await page.getByLabel('Message').inputValue()).toBe('');
    expect(await page.getByRole('list', { name: 'Attached files' }).count()).toBe(0);
  });

  it('is still sent when the browser stores no drafts', async () => {
    const { page } = await stage.open();
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'indexedDB'] as const) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('Denied', 'SecurityError');
          },
        });
      }
    });
    await page.reload();
    await write(page);
    await sendButton(page).click();
    await receipt(page).waitFor();
  });
});
