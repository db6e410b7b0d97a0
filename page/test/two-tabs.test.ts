import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { waitLimitMs } from '../../test/support/wait-limit.ts';
import { violations } from './support/axe.ts';
import { studioCatalogue } from './support/catalogue.ts';
import { type Site, startSite } from './support/site.ts';
import { attach, attachmentNames, fillIn, receipt, type Stage, sendButton, setStage } from './support/stage.ts';

let stage: Stage;
let host: Site;
let context: BrowserContext;
let picture: string;

beforeAll(async () => {
  stage = await setStage({ catalogue: studioCatalogue, allowedOrigins: '*' });
  picture = await stage.folder.write('a.png', new Uint8Array(2000));
  host = await startSite({ service: 'http://127.0.0.1:1' });
  host.policy = `script-src ${stage.site.origin}; connect-src ${stage.site.origin}`;
  host.pages.set(
    '/shop.html',
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
     <commission-form endpoint="${stage.site.url}" prefill="message=Two+cats"></commission-form>
     <script src="${stage.site.url}embed.js"></script></html>`,
  );
});

beforeEach(async () => {
  context = await stage.browser.newContext({ locale: 'en-GB' });
  context.setDefaultTimeout(waitLimitMs);
});

afterEach(async () => {
  stage.site.faults.length = 0;
  await context.close();
});

afterAll(async () => {
  await host.close();
  await stage.close();
});

/** Opens another tab of the same browser. */
async function openTab(url = stage.site.url): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await sendButton(page).waitFor();
  return page;
}

/** Opens a tab without messages of other tabs, as if everything happened in the same moment. */
async function openDeafTab(): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    for (const type of ['storage', 'focusin']) {
      window.addEventListener(type, (event) => event.stopImmediatePropagation(), true);
    }
  });
  await page.goto(stage.site.url);
  await sendButton(page).waitFor();
  return page;
}

const message = (page: Page) => page.getByLabel('Message').inputValue();
const otherVersion = (page: Page) => page.locator('.notice').filter({ hasText: 'The other version' });

/** Writes a letter with a file, and waits until both are stored. */
async function write(page: Page): Promise<void> {
  await fillIn(page);
  await attach(page, [picture]);
  await expect.poll(() => stored(page)).toMatchObject({ isWhole: true, fileIds: [expect.any(String)] });
}

const stored = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('commission-draft '));
    return key === undefined ? null : JSON.parse(localStorage.getItem(key) ?? 'null');
  });

describe('a form that is open in two tabs', () => {
  it('is taken over with its files by a tab without changes, whose first letter then deletes no entry', async () => {
    const first = await openTab();
    const second = await openTab();
    await write(first);
    await expect.poll(() => message(second)).toBe('Two cats 🐈🐈, in oil');
    await expect.poll(() => attachmentNames(second)).toEqual(['a.png']);
    await second
      .getByText(/Your entries from .* are back/)
      .first()
      .waitFor();
    await second.getByLabel('Name').fill('Z');
    await expect.poll(() => first.getByLabel('Name').inputValue()).toBe('Z');
    await first.getByRole('radio', { name: 'Portrait' }).check();
    await expect.poll(() => second.getByRole('radio', { name: 'Portrait' }).isChecked()).toBe(true);
    await first.reload();
    await expect.poll(() => attachmentNames(first)).toEqual(['a.png']);
    expect(await message(first)).toBe('Two cats 🐈🐈, in oil');
    expect(await first.getByLabel('Name').inputValue()).toBe('Z');
    await second.getByRole('button', { name: 'Remove a.png' }).click();
    await expect.poll(() => first.getByRole('button', { name: 'Remove a.png' }).count()).toBe(0);
    for (const page of [first, second]) expect(await otherVersion(page).count()).toBe(0);
  });

  it('shows the receipt in both once one has sent it, and the draft is deleted', async () => {
    const first = await openTab();
    const second = await openTab();
    await write(first);
    await expect.poll(() => attachmentNames(second)).toEqual(['a.png']);
    await sendButton(first).click();
    await receipt(first).waitFor();
    await receipt(second).waitFor();
    expect(await stored(second)).toBeNull();
    await second.getByRole('button', { name: 'Send another request' }).click();
    expect(await message(second)).toBe('');
    expect(await second.getByRole('list', { name: 'Attached files' }).count()).toBe(0);
  });

  it('is cleared in both, and back in both when that is undone', async () => {
    const first = await openTab();
    const second = await openTab();
    await write(first);
    await expect.poll(() => attachmentNames(second)).toEqual(['a.png']);
    await second.getByLabel('E-mail').fill('zoe');
    await second.getByLabel('Message').focus();
    await second.locator('[aria-invalid=true]').waitFor();
    await first.getByRole('button', { name: 'Clear the form' }).last().click();
    await expect.poll(() => message(second)).toBe('');
    await expect.poll(() => second.locator('[aria-invalid=true]').count()).toBe(0);
    await first.getByRole('button', { name: 'Undo' }).first().click();
    await expect.poll(() => attachmentNames(second)).toEqual(['a.png']);
    expect(await message(second)).toBe('Two cats 🐈🐈, in oil');
  });

  it('keeps changes of the other tab for the next request while one sends it', async () => {
    const first = await openTab();
    const second = await openTab();
    await write(first);
    await expect.poll(() => attachmentNames(second)).toEqual(['a.png']);
    stage.site.faults.push(...Array.from({ length: 10 }, () => ({ answer: 'lost' }) as const));
    await sendButton(first).click();
    await first.getByText('Trying again automatically').first().waitFor();
    await second.getByLabel('Message').fill('Three cats');
    stage.site.faults.length = 0;
    await receipt(first).waitFor();
    expect(await message(second)).toBe('Three cats');
    await first.getByRole('button', { name: 'Send another request' }).click();
    expect(await message(first)).toBe('Three cats');
    await expect.poll(() => attachmentNames(first)).toEqual(['a.png']);
  });

  it('keeps both versions when neither tab has heard of the other, and shows either', async () => {
    const first = await openTab();
    const second = await openDeafTab();
    await write(first);
    await second.getByLabel('Message').fill('One dog');
    for (const page of [first, second]) {
      await otherVersion(page).waitFor();
      await expect.poll(() => message(page)).toBe('One dog');
    }
    expect(await violations(first)).toEqual([]);
    await first.reload();
    await otherVersion(first).getByRole('button', { name: 'Show the other version' }).click();
    await expect.poll(() => attachmentNames(first)).toEqual(['a.png']);
    expect(await message(first)).toBe('Two cats 🐈🐈, in oil');
    await otherVersion(first).getByRole('button', { name: 'Show the other version' }).click();
    await expect.poll(() => message(first)).toBe('One dog');
    await first.getByLabel('Name').fill('Zoë');
    await otherVersion(first).getByRole('button', { name: 'Show the other version' }).click();
    await expect.poll(() => attachmentNames(first)).toEqual(['a.png']);
    await otherVersion(first).getByRole('button', { name: 'Delete the other version' }).click();
    expect(await otherVersion(first).count()).toBe(0);
    await first.reload();
    await expect.poll(() => attachmentNames(first)).toEqual(['a.png']);
    expect(await otherVersion(first).count()).toBe(0);
  });

  it('is looked up before it is changed in a tab that no event has reached', async () => {
    const first = await openTab();
    const second = await context.newPage();
    await second.addInitScript(() =>
      window.addEventListener('storage', (event) => event.stopImmediatePropagation(), true),
    );
    await second.goto(stage.site.url);
    await sendButton(second).waitFor();
    await write(first);
    expect(await message(second)).toBe('');
    await second.getByLabel('Name').pressSequentially('!');
    expect(await message(second)).toBe('Two cats 🐈🐈, in oil');
    expect(await otherVersion(second).count()).toBe(0);
  });

  it('is emptied in a tab that comes back from the history after another has sent it', async () => {
    const first = await openTab();
    const second = await openDeafTab();
    await write(first);
    await second.reload();
    await expect.poll(() => attachmentNames(second)).toEqual(['a.png']);
    await sendButton(first).click();
    await receipt(first).waitFor();
    expect(await message(second)).toBe('Two cats 🐈🐈, in oil');
    await second.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await receipt(second).waitFor();
  });

  it('stays in a tab that cannot store it, against changes of another tab', async () => {
    const first = await openTab();
    const second = await openTab();
    await second.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('Full', 'QuotaExceededError');
      };
    });
    await second.getByLabel('Message').fill('A long letter that was never stored');
    await write(first);
    await first.getByLabel('Name').fill('Somebody else');
    // The event of this change arrives after all the others.
    await first.evaluate(() => localStorage.setItem('last', 'event'));
    await second.waitForFunction(() => localStorage.getItem('last') === 'event');
    expect(await message(second)).toBe('A long letter that was never stored');
  });

  it('is taken over on the page of another site too, instead of values that the page prefilled', async () => {
    const first = await openTab(`${host.origin}/shop.html`);
    const second = await openTab(`${host.origin}/shop.html`);
    expect(await message(second)).toBe('Two cats');
    await write(first);
    await expect.poll(() => attachmentNames(second)).toEqual(['a.png']);
    expect(await message(second)).toBe('Two cats 🐈🐈, in oil');
    await sendButton(first).click();
    await receipt(second).waitFor();
  });
});
