import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Route } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { noisyPicture, smallPicture } from '../../page/test/support/files.ts';
import { requestNumberOf } from '../../src/intake/submission/request-number.ts';
import { openField } from './support/composer.ts';
import { namesIn, rowOf } from './support/rows.ts';
import { type InboxPageStage, inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile();

beforeEach(() => stage.clear());

const picture = { name: 'evening at the lake.png', type: 'image/png', content: smallPicture };

async function openRequest(id: string, options: Parameters<InboxPageStage['open']>[0] = {}) {
  const opened = await stage.open({ path: `/requests/${id}`, ...options });
  await opened.page.locator('article.request').waitFor();
  return opened;
}

const stored = (id: string) => stage.inbox.reader.find(id);

describe('an open request', () => {
  it('shows all that the customer sent, exactly', async () => {
    const message = 'Two cats\n\n  in oil 🐈‍⬛ & <b>bold</b>\r\nمرحبا، قطتان\n\ttabs\u00a0and  blanks ';
    const id = await stage.submit({
      payload: {
        customerName: 'Zoë Müller',
        customerEmail: 'zoe@example.org',
        customerSocials: '@zoe on a social site',
        typeId: 'portrait',
        optionId: 'of another time',
        extraIds: ['frame'],
        customCardId: 'a card',
        message,
      },
      files: [picture],
    });
    const { page } = await openRequest(id);
    await page.getByRole('heading', { name: 'Zoë Müller' }).waitFor();
    const text = page.locator('.request-sent .exact-text').first();
    expect(await text.evaluate((element) => element.textContent)).toBe(message);
    expect(await text.getAttribute('dir')).toBe('auto');
    expect(await page.locator('.order dd').allInnerTexts()).toEqual([
      'Portrait',
      'of another time',
      'a card',
      '+ Oak frame',
    ]);
    const contact = await page.getByRole('region', { name: 'Contact' }).innerText();
    for (const fact of ['zoe@example.org', '@zoe on a social site']) expect(contact).toContain(fact);
    expect(await page.locator('.picture-strip .file-name').allTextContents()).toEqual(['evening at the lake.png']);
  });

  it('is printed whole, beyond the height of the window', async () => {
    const message = Array.from({ length: 300 }, (_, line) => `Line ${line}`).join('\n');
    const { page } = await openRequest(await stage.submit({ payload: { message } }));
    const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g);
    expect(pages?.length).toBeGreaterThan(4);
  });

  it('begins a mail in the language of the customer, and leads to the other requests from the address in every status', async () => {
    const earlier = await stage.submit({ payload: { customerName: 'Lee, earlier', customerEmail: 'Lee@example.org' } });
    await stage.inbox.editor.change(earlier, 1, { status: 'DECLINED' }, stage.inbox.actor);
    const id = await stage.inbox.store({ name: 'Lee', email: 'lee@example.org', language: 'fr' });
    await stage.inbox.index();
    const { page } = await openRequest(id);
    const mail = await page.getByRole('link', { name: 'Write an e-mail' }).getAttribute('href');
    expect(decodeURIComponent(mail ?? '')).toMatch(
      /^mailto:lee@example\.org\?subject=Votre demande de commande [0-9A-Z-]{9}&body=Bonjour Lee,\r\n/,
    );
    expect(await page.locator('.facts').first().innerText()).toMatch(/Writes in\s+French/);
    await page.getByRole('button', { name: '2nd request' }).click();
    const others = page.locator('.menu:popover-open');
    await others.getByText('2 requests from this person').waitFor();
    await others.getByRole('link').filter({ hasText: 'Declined' }).click();
    await page.waitForURL(`**/requests/${earlier}*`);
    await page.getByRole('button', { name: '1st request of 2' }).waitFor();
    await page.getByRole('link', { name: 'Search for this address' }).click();
    await until(async () => (await namesIn(page)).sort()).toEqual(['Lee', 'Lee, earlier']);
    expect((await page.getByRole('searchbox').inputValue()).toLowerCase()).toBe('lee@example.org');
  });

  it('says where an address of a stranger leads before it opens, and sends no referrer', async () => {
    const id = await stage.submit({
      payload: { message: 'See https://bank.example@evil.example/%00?x=1 and javascript:alert(1)' },
    });
    const { page } = await openRequest(id);
    expect(await page.locator('.exact-text a').count()).toBe(0);
    await page.getByRole('button', { name: /bank\.example/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Where this link leads' });
    expect(await dialog.locator('.link-host').textContent()).toBe('evil.example');
    await dialog.getByText('the part before the @ is not the address').waitFor();
    const link = dialog.getByRole('link', { name: 'Open in a new tab' });
    expect(await link.getAttribute('rel')).toContain('noreferrer');
    expect(await link.getAttribute('target')).toBe('_blank');
    expect(page.context().pages()).toHaveLength(1);
  });

  it('keeps a note that is being written over a reload and a fault, and adds it once', async () => {
    const id = await stage.submit({});
    const { page } = await openRequest(id);
    const field = await openField(page, 'New note');
    await field.fill('Ask her\nabout the frame');
    await page.reload();
    await until(() => field.inputValue()).toBe('Ask her\nabout the frame');
    await page.route('**/notes', (route) => route.abort());
    await page.getByRole('button', { name: 'Add the note' }).click();
    await page.locator('.composer .fault').waitFor();
    expect(await field.inputValue()).toBe('Ask her\nabout the frame');
    await page.unroute('**/notes');
    await page.getByRole('button', { name: 'Add the note' }).click();
    const note = page.locator('.written-note .exact-text');
    await note.waitFor();
    expect(await note.evaluate((element) => element.textContent)).toBe('Ask her\nabout the frame');
    await until(() => field.inputValue()).toBe('');
    await page.reload();
    await note.waitFor();
    expect(await field.count()).toBe(0);
    const events = await stage.inbox.reader.events(id);
    expect(events?.filter(({ kind }) => kind === 'note')).toHaveLength(1);
  });

  it('takes keys for tabs and for text in its fields, and for a decision alone while a picture is large', async () => {
    const id = await stage.submit({ files: [picture] });
    const { page } = await openRequest(id);
    await page.keyboard.press('n');
    await page.keyboard.type('awdujkx?/');
    const note = page.getByRole('textbox', { name: 'New note' });
    expect(await note.inputValue()).toBe('awdujkx?/');
    await page.getByRole('tab', { name: 'Note' }).press('ArrowRight');
    await page.getByRole('textbox', { name: 'Message on the status page' }).waitFor();
    await page.getByRole('tab', { name: 'begun, not sent' }).click();
    expect(await note.inputValue()).toBe('awdujkx?/');
    await page.locator('.picture-strip .frame').click();
    await page.getByRole('dialog').waitFor();
    for (const key of ['u', 'x', '/', '?', 'Control+a', 'Alt+d']) await page.keyboard.press(key);
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect((await stored(id))?.status).toBe('NEW');
    expect(new URL(page.url()).pathname).toBe(`/requests/${id}`);
    await page.keyboard.press('w');
    await until(async () => (await stored(id))?.status).toBe('WAITLISTED');
  });

  it('keeps its due date while another is typed in part or with a short year, and says so', async () => {
    const id = await stage.submit({});
    const { page } = await openRequest(id);
    const due = page.locator('.due input');
    await due.fill('2027-03-14');
    await due.press('Enter');
    await until(async () => (await stored(id))?.dueOn).toBe('2027-03-14');
    await due.focus();
    await page.keyboard.type('051227');
    await due.blur();
    await page.locator('.due').getByText('Write the whole date, with all four digits of the year.').waitFor();
    expect([await due.inputValue(), (await stored(id))?.dueOn]).toEqual([
      expect.stringMatching(/^0027-/),
      '2027-03-14',
    ]);
    await due.fill('2027-12-05');
    await due.press('Enter');
    await until(async () => (await stored(id))?.dueOn).toBe('2027-12-05');
    expect(await page.locator('.due .fault').count()).toBe(0);
  });

  it('takes a due date, labels and a message for the customer, and shows them in its history', async () => {
    const id = await stage.submit({});
    const { page } = await openRequest(id);
    await page.locator('.due input').fill('2027-03-14');
    await page.locator('.due input').press('Enter');
    await until(async () => (await stored(id))?.dueOn).toBe('2027-03-14');
    await page.locator('.labels input').fill('gift, late');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('A label has no comma.').waitFor();
    for (const label of ['gift', 'late']) {
      await page.locator('.labels input').fill(label);
      await page.locator('.labels input').press('Enter');
      await page.getByRole('button', { name: `Remove ${label}` }).waitFor();
    }
    await page.getByRole('button', { name: 'Remove gift' }).click();
    await until(async () => (await stored(id))?.labels).toEqual(['late']);
    await (await openField(page, 'Message on the status page')).fill('We begin\nin March.');
    await page.getByRole('button', { name: 'Show the message' }).click();
    await until(async () => (await stored(id))?.publicMessage).toBe('We begin\nin March.');
    await until(() => page.getByRole('button', { name: 'Show the message' }).count()).toBe(0);
    const timeline = page.getByRole('list', { name: 'Messages and changes' });
    for (const sentence of [
      'Zoë Müller sent the request.',
      'set the due date to 14 Mar 2027.',
      'added the label gift.',
      'changed the message on the status page.',
      'We begin\nin March.',
    ]) {
      await timeline.getByText(sentence).waitFor();
    }
  });

  it('shows that it was erased while it is open, and keeps no data of it', async () => {
    const id = await stage.submit({});
    const { page } = await openRequest(id, { role: 'operator' });
    await (await openField(page, 'New note')).fill('About a person who asked to be forgotten');
    const owner = await openRequest(id, { role: 'owner' });
    await owner.page.getByRole('button', { name: 'Erase this request' }).click();
    const confirmation = owner.page.getByLabel('to confirm');
    await confirmation.fill('something else');
    await confirmation.press('Enter');
    expect(await stored(id)).not.toBeNull();
    await confirmation.fill(requestNumberOf(id).toLowerCase().replace('-', ' '));
    await owner.page.getByRole('button', { name: 'Erase permanently' }).click();
    await owner.page.locator('.toast').getByText('was erased').waitFor();
    await page.getByText('no longer exists').waitFor();
    await until(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain('forgotten');
    expect(await stored(id)).toBeNull();
  });

  it('is marked as read by one call for each opening, and stays unread when that fails', async () => {
    const id = await stage.submit({ payload: { customerName: 'Unread' } });
    const { page } = await stage.open();
    const failures = [(route: Route) => route.fulfill({ status: 503, body: '{}' }), (route: Route) => route.abort()];
    let calls = 0;
    await page.route(`**/requests/${id}`, async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      calls += 1;
      await failures[calls - 1]?.(route);
    });
    const row = rowOf(page, 'Unread').first();
    for (const opening of [1, 2]) {
      await row.getByRole('link').click();
      await page.getByRole('heading', { name: 'Unread' }).waitFor();
      await until(() => calls).toBe(opening);
      await row.getByRole('img', { name: 'Unread' }).waitFor();
      await page.keyboard.press('Escape');
      await until(() => page.getByRole('heading', { name: 'Unread' }).count()).toBe(0);
    }
    expect(calls).toBe(2);
  });

  it('leads to the next request, but not at both ends', async () => {
    for (const number of [1, 2, 3]) await stage.submit({ payload: { customerName: `Customer ${number}` } });
    const { page } = await stage.open();
    const next = page.getByRole('button', { name: 'Next request' });
    await page.getByText('Customer 3').first().click();
    await page.getByRole('heading', { name: 'Customer 3' }).waitFor();
    await until(() => next.getAttribute('aria-disabled')).toBe('false');
    expect(await page.getByRole('button', { name: 'Previous request' }).getAttribute('aria-disabled')).toBe('true');
    for (const number of [2, 1]) {
      await next.click();
      await page.getByRole('heading', { name: `Customer ${number}` }).waitFor();
    }
    await until(() => next.getAttribute('aria-disabled')).toBe('true');
  });
});

describe('a file', () => {
  it('is saved whole under its own name, alone or with all others as one zip', async () => {
    const content = noisyPicture(40, 30);
    const files = ['ناظر <1>.png', 'b.png'].map((name) => ({ name, type: 'text/html', content }));
    const { page } = await openRequest(await stage.submit({ files }));
    const savingZip = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save all 2 files as a zip' }).click();
    const zip = await readFile(await (await savingZip).path());
    expect(zip.includes('manifest.json')).toBe(true);
    expect(zip.includes(content)).toBe(true);
    await page.locator('.picture-strip .frame').first().click();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the original' }).click();
    const saved = await saving;
    expect(await readFile(await saved.path())).toEqual(content);
    expect(saved.suggestedFilename()).toContain('ناظر');
  });

  it('is not saved when it is altered or missing, and the page says why', async () => {
    const content = noisyPicture(41, 31);
    const id = await stage.submit({ files: [{ name: 'a.png', type: 'image/png', content }] });
    const { page } = await openRequest(id);
    await page.locator('.picture-strip .frame').click();
    const path = await pathOf(content);
    await writeFile(path, Buffer.from(content.map((byte) => byte ^ 1)));
    const save = page.getByRole('button', { name: 'Save the original' });
    await save.click();
    const fault = page.getByRole('dialog').locator('.fault');
    await fault.getByText('the stored file differs from the file that the customer sent').waitFor();
    await rm(path);
    await save.click();
    const sentence = 'the service cannot find or read the file';
    await fault.getByText(sentence).waitFor();
    await page.getByRole('dialog').getByRole('alert').getByText(sentence).waitFor();
  });

  it('is enlarged, turned and closed by keys and by buttons, and names files that cannot be shown', async () => {
    const files = [
      { name: 'first.png', type: 'image/png', content: noisyPicture(300, 200) },
      { name: 'second.pdf', type: 'application/pdf', content: Buffer.from('%PDF-1.7') },
      { name: 'broken.jpg', type: 'image/jpeg', content: Buffer.from('no picture at all') },
    ];
    const { page } = await openRequest(await stage.submit({ files }));
    const damaged = 'The picture is damaged and cannot be read.';
    await page.locator('.picture-strip').getByText(damaged).waitFor();
    await page.keyboard.press('p');
    const shown = page.locator('.stage img');
    await until(() => shown.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBe(300);
    const width = async () => (await shown.boundingBox())?.width ?? 0;
    const fitting = await width();
    await page.keyboard.press('+');
    await until(width).toBeCloseTo(fitting * 1.5, 0);
    await page.getByRole('button', { name: 'Larger' }).click();
    await until(width).toBeCloseTo(fitting * 2.25, 0);
    await page.keyboard.press('0');
    await until(width).toBe(fitting);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog', { name: 'second.pdf' }).waitFor();
    await page.getByText('This file has no preview.').waitFor();
    await until(() => page.getByRole('button', { name: 'Larger' }).count()).toBe(0);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog').getByText(damaged).waitFor();
    // After the last file the key does nothing.
    await page.keyboard.press('ArrowRight');
    const previous = page.getByRole('button', { name: 'Previous' }).last();
    await previous.click();
    await page.getByRole('dialog', { name: 'second.pdf' }).waitFor();
    await previous.click();
    await page.getByRole('dialog', { name: 'first.png' }).waitFor();
    await page.keyboard.press('Escape');
    await until(() => page.getByRole('dialog').count()).toBe(0);
    expect(new URL(page.url()).pathname).toMatch(/^\/requests\//);
  });
});

/** Returns the path of these bytes in the file store. */
async function pathOf(content: Buffer): Promise<string> {
  const entries = await readdir(join(stage.service.dataDirectory, 'objects'), { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    if ((await readFile(path)).equals(content)) return path;
  }
  throw new Error('The file store has no such file');
}
