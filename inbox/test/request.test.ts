import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noisyPicture, smallPicture } from '../../page/test/support/files.ts';
import { requestNumberOf } from '../../src/customers/submission/request-number.ts';
import { goodPassword } from '../../test/accounts/stage.ts';
import { openField } from './support/composer.ts';
import { namesIn, rowOf } from './support/rows.ts';
import { type InboxPageStage, setInboxStage } from './support/stage.ts';
import { until } from './support/until.ts';

let stage: InboxPageStage;

beforeAll(async () => {
  stage = await setInboxStage();
});

afterAll(() => stage.close());

const picture = { name: 'evening at the lake.png', type: 'image/png', content: smallPicture };

async function openRequest(id: string, options: Parameters<InboxPageStage['open']>[0] = {}) {
  const opened = await stage.open({ path: `/requests/${id}`, ...options });
  await opened.page.locator('article.request').waitFor();
  return opened;
}

const stored = (id: string) => stage.inbox.reader.find(id);
const toast = (page: Page) => page.getByRole('region', { name: 'Notifications' });

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
    const { page, faults } = await openRequest(id);
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
    expect(await page.locator('.contact-sheet .file-name').allTextContents()).toEqual(['evening at the lake.png']);
    const mail = await page.getByRole('link', { name: 'Write an e-mail' }).getAttribute('href');
    expect(mail).toMatch(
      /^mailto:zoe@example\.org\?subject=Your%20commission%20request%20[0-9A-Z-]{9}&body=Hello%20Zo%C3%AB/,
    );
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('searches for its address in every status', async () => {
    const customerEmail = 'lee+art@example.org';
    const id = await stage.submit({ payload: { customerName: 'Lee', customerEmail } });
    const earlier = await stage.submit({ payload: { customerName: 'Lee, earlier', customerEmail } });
    await stage.inbox.editor.change(earlier, 1, { status: 'DECLINED' }, stage.inbox.actor);
    await stage.inbox.index();
    const { page } = await openRequest(id);
    await page.getByRole('link', { name: 'Search for this address' }).click();
    await until(async () => (await namesIn(page)).sort()).toEqual(['Lee', 'Lee, earlier']);
    expect(await page.getByRole('searchbox').inputValue()).toBe(customerEmail);
    await page.context().close();
  });

  it('begins a mail in the language that the customer writes in, and names it', async () => {
    const id = await stage.inbox.store({ name: 'Zoé', email: 'zoe@example.org', language: 'fr' });
    const { page, faults } = await openRequest(id, { locale: 'de-DE' });
    const mail = await page.getByRole('link', { name: 'E-Mail schreiben' }).getAttribute('href');
    expect(decodeURIComponent(mail ?? '')).toMatch(/\?subject=Votre demande de commande .{9}&body=Bonjour Zoé,\r\n/);
    expect(await page.locator('.facts').first().innerText()).toMatch(/Schreibt auf\s+Französisch/);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('says where an address of a stranger leads before it opens, and who asks is not told', async () => {
    const id = await stage.submit({
      payload: { message: 'See https://bank.example@evil.example/%00?x=1 and javascript:alert(1)' },
    });
    const { page, faults } = await openRequest(id);
    expect(await page.locator('.exact-text a').count()).toBe(0);
    await page.getByRole('button', { name: /bank\.example/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Where this link leads' });
    expect(await dialog.locator('.link-host').textContent()).toBe('evil.example');
    await dialog.getByText('the part before the @ is not the address').waitFor();
    const link = dialog.getByRole('link', { name: 'Open in a new tab' });
    expect(await link.getAttribute('rel')).toContain('noreferrer');
    expect(await link.getAttribute('target')).toBe('_blank');
    expect(page.context().pages()).toHaveLength(1);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('keeps a note that is being written over a reload, and adds it once', async () => {
    const id = await stage.submit({});
    const { page } = await openRequest(id);
    await page.getByLabel('New note').fill('Ask her\nabout the frame');
    await page.reload();
    await until(() => page.getByLabel('New note').inputValue()).toBe('Ask her\nabout the frame');
    await page.getByRole('button', { name: 'Add the note' }).click();
    const note = page.locator('.written-note .exact-text');
    await note.waitFor();
    expect(await note.evaluate((element) => element.textContent)).toBe('Ask her\nabout the frame');
    await until(() => page.getByLabel('New note').inputValue()).toBe('');
    await page.reload();
    await note.waitFor();
    expect(await page.getByLabel('New note').inputValue()).toBe('');
    const events = await stage.inbox.reader.events(id);
    expect(events?.filter(({ kind }) => kind === 'note')).toHaveLength(1);
    await page.context().close();
  });

  it('keeps what was written when the note could not be added', async () => {
    const id = await stage.submit({});
    const { page } = await openRequest(id);
    await page.route('**/notes', (route) => route.abort());
    await page.getByLabel('New note').fill('Not lost');
    await page.getByRole('button', { name: 'Add the note' }).click();
    await page.locator('.composer .fault').waitFor();
    expect(await page.getByLabel('New note').inputValue()).toBe('Not lost');
    await page.unroute('**/notes');
    await page.getByRole('button', { name: 'Add the note' }).click();
    await page.locator('.written-note').waitFor();
    await page.context().close();
  });

  it('asks to sign in again where the session has ended, and then adds what was written', async () => {
    const id = await stage.submit({});
    const { page, faults } = await openRequest(id);
    await page.getByLabel('New note').fill('Written before the session ended');
    const add = await page.getByRole('button', { name: 'Add the note' }).elementHandle();
    const people = await stage.accounts.operators.list();
    for (const { id: person } of people) await stage.accounts.sessions.endAll(person);
    // Any other call of the page may open the dialog first, over the button.
    await add?.dispatchEvent('click');
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password').fill(goodPassword);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.locator('.written-note').getByText('Written before the session ended').waitFor();
    const events = await stage.inbox.reader.events(id);
    expect(events?.filter(({ kind }) => kind === 'note')).toHaveLength(1);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('takes keys for text in its fields, and for a decision alone while a picture is large', async () => {
    const id = await stage.submit({ files: [picture] });
    const { page } = await openRequest(id);
    await page.getByLabel('New note').focus();
    await page.keyboard.type('awdujkx?/');
    expect(await page.getByLabel('New note').inputValue()).toBe('awdujkx?/');
    await page.locator('.contact-sheet .frame').click();
    await page.getByRole('dialog').waitFor();
    for (const key of ['u', 'x', '/', '?', 'Control+a', 'Alt+d']) await page.keyboard.press(key);
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect((await stored(id))?.status).toBe('NEW');
    expect(new URL(page.url()).pathname).toBe(`/requests/${id}`);
    await page.keyboard.press('w');
    await until(async () => (await stored(id))?.status).toBe('WAITLISTED');
    await page.context().close();
  });

  it('takes a due date, labels and a message for the customer, and tells them in its history', async () => {
    const id = await stage.submit({});
    const { page } = await openRequest(id);
    await page.locator('.due input').fill('2027-03-14');
    await page.locator('.due input').press('Enter');
    await until(async () => (await stored(id))?.dueOn).toBe('2027-03-14');
    await page
      .getByRole('textbox', { name: 'New label' })
      .or(page.getByRole('combobox', { name: 'New label' }))
      .fill('gift, late');
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
    ]) {
      await timeline.getByText(sentence).waitFor();
    }
    await timeline.getByText('We begin\nin March.').waitFor();
    await page.context().close();
  });

  it('asks whose change stays where another person has changed the same', async () => {
    const id = await stage.submit({});
    // This window receives no events from the stream.
    const opened = await stage.open({ path: '/board' });
    await opened.page.route('**/api/operator/v1/stream', (route) => route.abort());
    const read = opened.page.waitForResponse((response) => response.request().method() === 'PATCH');
    await opened.page.goto(`${stage.url}/requests/${id}`);
    // The response contains the current request.
    await read;
    const { page } = opened;
    await page.locator('article.request').waitFor();
    await stage.inbox.editor.change(id, 1, { dueOn: '2027-01-01', labels: ['theirs'] }, stage.inbox.actor);
    await page.locator('.due input').fill('2027-02-02');
    await page.locator('.due input').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'The request was changed meanwhile' });
    await dialog.getByText('1 Jan 2027').waitFor();
    await dialog.getByRole('button', { name: 'Keep it as it is now' }).click();
    await until(() => page.locator('.due input').inputValue()).toBe('2027-01-01');
    expect((await stored(id))?.dueOn).toBe('2027-01-01');
    await page.locator('.labels').getByText('theirs').waitFor();
    await page.context().close();
  });

  it('says so when it is erased while it is open, and keeps nothing of it', async () => {
    const id = await stage.submit({});
    const { page } = await openRequest(id, { role: 'operator' });
    await page.getByLabel('New note').fill('About a person who asked to be forgotten');
    const owner = await openRequest(id, { role: 'owner' });
    await owner.page.getByRole('button', { name: 'Erase this request' }).click();
    const confirmation = owner.page.getByLabel('to confirm');
    await confirmation.fill('something else');
    await confirmation.press('Enter');
    expect(await stored(id)).not.toBeNull();
    await confirmation.fill(requestNumberOf(id).toLowerCase().replace('-', ' '));
    await owner.page.getByRole('button', { name: 'Erase permanently' }).click();
    await toast(owner.page).getByText('was erased').waitFor();
    await page.getByText('no longer exists').waitFor();
    await until(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain('forgotten');
    expect(await stored(id)).toBeNull();
    await page.context().close();
    await owner.page.context().close();
  });

  it.each([
    ['the service answers 503', (route: Route) => route.fulfill({ status: 503, body: '{}' })],
    ['the network fails', (route: Route) => route.abort()],
  ])('is marked as read by one call for each opening when %s, and stays unread', async (_, fail) => {
    const id = await stage.submit({ payload: { customerName: 'Unread' } });
    const { page } = await stage.open();
    let calls = 0;
    await page.route(`**/requests/${id}`, async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      calls += 1;
      await fail(route);
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
    await page.context().close();
  });

  it('gives the link to the status page, and a new one', async () => {
    const id = await stage.submit({});
    const { page } = await openRequest(id);
    await page.getByRole('button', { name: 'Link to the status page' }).click();
    const first = await page.locator('.secret').inputValue();
    expect(first).toMatch(/\/requests\//);
    await page.getByRole('button', { name: 'Create a new link' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create a new link' }).click();
    await page.getByText('The previous link no longer works.').waitFor();
    expect(await page.locator('.secret').inputValue()).not.toBe(first);
    await page.context().close();
  });
});

describe('a file', () => {
  it('is saved whole under its own name', async () => {
    const content = noisyPicture(40, 30);
    const id = await stage.submit({ files: [{ name: 'ناظر <1>.png', type: 'text/html', content }] });
    const { page, faults } = await openRequest(id);
    await page.locator('.contact-sheet .frame').click();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the original' }).click();
    const saved = await saving;
    expect(await readFile(await saved.path())).toEqual(content);
    expect(saved.suggestedFilename()).toContain('ناظر');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it.each([
    ['missing', (path: string) => rm(path), 'the service cannot find or read the file'],
    [
      'altered',
      async (path: string) =>
        writeFile(
          path,
          Buffer.from(await readFile(path)).map((byte) => byte ^ 1),
        ),
      'the stored file differs from the file that the customer sent',
    ],
  ])('is not saved when it is %s, and the page says why', async (_, spoil, sentence) => {
    const content = noisyPicture(41, 31);
    const id = await stage.submit({ files: [{ name: 'a.png', type: 'image/png', content }] });
    await spoil(await pathOf(content));
    const { page } = await openRequest(id);
    await page.locator('.contact-sheet .frame').click();
    await page.getByRole('button', { name: 'Save the original' }).click();
    await page.getByRole('dialog').locator('.fault').getByText(sentence).waitFor();
    await page.getByRole('dialog').getByRole('alert').getByText(sentence).waitFor();
    await page.context().close();
  });
});

describe('a picture that is broken', () => {
  it('says so at its place', async () => {
    const files = [{ name: 'broken.jpg', type: 'image/jpeg', content: Buffer.from('no picture at all') }];
    const { page } = await openRequest(await stage.submit({ files }));
    await page.locator('.contact-sheet').getByText('The picture is damaged and cannot be read.').waitFor();
    await page.context().close();
  });
});

describe('who it is', () => {
  it('is told by the other requests from the same address, one click away', async () => {
    const earlier = await stage.submit({ payload: { customerEmail: 'Again@example.org', typeId: 'landscape' } });
    const id = await stage.submit({ payload: { customerName: 'Comes again', customerEmail: 'again@example.org' } });
    const { page, faults } = await openRequest(id);
    await page.getByText('Request 2 of 2 from this person').waitFor();
    await page.locator('.same-customer').getByRole('link', { name: 'Landscape' }).click();
    await page.getByText('Request 1 of 2 from this person').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/requests/${earlier}`);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

describe('the keys for writing', () => {
  it('open a tab and its field, and the arrows of the tabs go on', async () => {
    const { page } = await openRequest(await stage.submit({}));
    await page.keyboard.press('n');
    await page.keyboard.type('For us');
    const note = page.getByRole('textbox', { name: 'New note' });
    expect(await note.inputValue()).toBe('For us');
    await page.getByRole('tab', { name: 'Note' }).press('ArrowRight');
    await page.getByRole('textbox', { name: 'Message on the status page' }).waitFor();
    await page.getByRole('tab', { name: 'begun, not sent' }).click();
    expect(await note.inputValue()).toBe('For us');
    await page.context().close();
  });
});

describe('all files', () => {
  it('are saved as one zip', async () => {
    const content = noisyPicture(30, 20);
    const files = ['a.png', 'b.png'].map((name) => ({ name, type: 'image/png', content }));
    const { page } = await openRequest(await stage.submit({ files }));
    const saving = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save all 2 files as a zip' }).click();
    const zip = await readFile(await (await saving).path());
    expect(zip.includes('manifest.json')).toBe(true);
    expect(zip.includes(content)).toBe(true);
    await page.context().close();
  });
});

describe('a file without a picture, at large', () => {
  it('has nothing to enlarge', async () => {
    const files = [
      { name: 'a.png', type: 'image/png', content: noisyPicture(30, 20) },
      { name: 'b.pdf', type: 'application/pdf', content: Buffer.from('%PDF-1.7') },
    ];
    const { page } = await openRequest(await stage.submit({ files }));
    await page.keyboard.press('p');
    const larger = page.getByRole('button', { name: 'Larger' });
    await larger.waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText('This file has no preview.').waitFor();
    await until(() => larger.count()).toBe(0);
    await page.keyboard.press('ArrowLeft');
    await larger.waitFor();
    await page.context().close();
  });
});

describe('a picture at large', () => {
  it('is enlarged, turned and closed by keys and by buttons', async () => {
    const files = ['first.png', 'second.png'].map((name) => ({
      name,
      type: 'image/png',
      content: noisyPicture(300, 200),
    }));
    const { page, faults } = await openRequest(await stage.submit({ files }));
    await page.keyboard.press('p');
    const picture = page.locator('.stage img');
    await until(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBe(300);
    const width = async () => (await picture.boundingBox())?.width ?? 0;
    const fitting = await width();
    await page.keyboard.press('+');
    await until(width).toBeCloseTo(fitting * 1.5, 0);
    await page.getByRole('button', { name: 'Larger' }).click();
    await until(width).toBeCloseTo(fitting * 2.25, 0);
    await page.keyboard.press('0');
    await until(width).toBe(fitting);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog', { name: 'second.png' }).waitFor();
    // After the last file the key does nothing.
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Previous' }).last().click();
    await page.getByRole('dialog', { name: 'first.png' }).waitFor();
    await page.keyboard.press('Escape');
    await until(() => page.getByRole('dialog').count()).toBe(0);
    expect(new URL(page.url()).pathname).toMatch(/^\/requests\//);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

/** Returns the path of these bytes in the file store. */
async function pathOf(content: Buffer): Promise<string> {
  const entries = await readdir(stage.service.dataDirectory, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    if ((await readFile(path)).equals(content)) return path;
  }
  throw new Error('The file store has no such file');
}

describe('the way on', () => {
  it('leads to the next request, at both ends to none', async () => {
    const own = await setInboxStage();
    for (const number of [1, 2, 3])
      await own.submit({ payload: { customerName: `Customer ${number}` }, files: [picture] });
    const { page } = await own.open();
    await page.getByText('Customer 3').first().click();
    await page.getByRole('heading', { name: 'Customer 3' }).waitFor();
    await until(() => page.getByRole('button', { name: 'Next request' }).getAttribute('aria-disabled')).toBe('false');
    expect(await page.getByRole('button', { name: 'Previous request' }).getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('button', { name: 'Next request' }).click();
    await page.getByRole('heading', { name: 'Customer 2' }).waitFor();
    await page.getByRole('button', { name: 'Next request' }).click();
    await page.getByRole('heading', { name: 'Customer 1' }).waitFor();
    await until(() => page.getByRole('button', { name: 'Next request' }).getAttribute('aria-disabled')).toBe('true');
    await own.close();
  });

  it('is the small one until it has come', async () => {
    const id = await stage.submit({ files: [{ name: 'a.png', type: 'image/png', content: noisyPicture(300, 200) }] });
    const { page, faults } = await openRequest(id);
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route('**/preview?size=large', (route) => held.then(() => route.continue()));
    await page.keyboard.press('p');
    const shown = page.getByRole('region', { name: 'a.png' });
    const seen = () => shown.locator('img:visible').getAttribute('src');
    await until(seen).toContain('size=small');
    letThrough();
    await until(seen).toContain('size=large');
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
