import { beforeEach, describe, expect, it } from 'vitest';
import { noisyPicture } from '../../page/test/support/files.ts';
import { twoFrames } from '../../page/test/support/two-frames.ts';
import { namesIn, rowOf, rows } from './support/rows.ts';
import { inboxOfFile } from './support/stage.ts';

const stage = inboxOfFile();

const hourMs = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hourMs);

beforeEach(() => stage.clear());

const decide = (id: string) =>
  stage.inbox.editor.change(id, 1, { unread: false, status: 'ACCEPTED' }, stage.inbox.actor);

describe('the list', () => {
  it('shows unread requests first, and announces new ones without moving the list until a click', async () => {
    const [first = ''] = [
      await stage.inbox.store({ name: 'One', createdAt: ago(1) }),
      await stage.inbox.store({ name: 'Two', createdAt: ago(2) }),
      await stage.inbox.store({ name: 'Three', createdAt: ago(3) }),
    ];
    await stage.inbox.editor.change(first, null, { unread: false }, stage.inbox.actor);
    const { page } = await stage.open();
    await rowOf(page, 'Three').waitFor();
    const names = ['Two', 'Three', 'One'];
    expect(await namesIn(page)).toEqual(names);
    await expect.poll(() => page.title()).toBe('(2) Inbox – Commissions');
    await stage.submit({ payload: { customerName: 'Late one' } });
    await stage.submit({ payload: { customerName: 'Late two' } });
    const news = page.getByRole('button', { name: 'Show 2 new requests' });
    await news.waitFor();
    expect(await namesIn(page)).toEqual(names);
    expect(await page.title()).toBe('(4) Inbox – Commissions');
    await news.click();
    await rowOf(page, 'Late two').waitFor();
    expect(await namesIn(page)).toEqual(['Late two', 'Late one', ...names]);
    expect(await news.count()).toBe(0);
  });

  it('marks the requests of a repeat customer, each with its position', async () => {
    const email = 'rita@example.org';
    for (const name of ['Rita one', 'Rita two']) await stage.inbox.store({ name, email });
    const { page } = await stage.open();
    await rowOf(page, 'Rita two').getByText('Request 2 from this customer').waitFor({ state: 'attached' });
    expect(await rowOf(page, 'Rita one').locator('.repeat').count()).toBe(0);
  });

  it('says of a request its number, type, price, the beginning of its message, files, due date, labels and status', async () => {
    const id = await stage.inbox.store({
      name: 'Zoë Müller',
      message: '\n\nBonjour,\r\n\r\nTwo cats, in oil.\u2028The grey one is shy.',
      typeId: 'portrait',
      createdAt: ago(3),
      files: ['a.psd', 'b.png', 'c.png', 'd.png', 'e.png', 'f.png'],
    });
    await stage.inbox.editor.change(
      id,
      1,
      {
        status: 'ACCEPTED',
        dueOn: '2020-02-01',
        labels: ['oil', 'gift'],
        price: { amount: 49_600, currency: 'EUR' },
      },
      stage.inbox.actor,
    );
    const decided = await stage.inbox.store({ name: 'Ana' });
    await stage.inbox.editor.change(decided, 1, { status: 'DECLINED', dueOn: '2020-02-01' }, stage.inbox.actor);
    const { page } = await stage.open({ path: '/?status=all' });
    await rowOf(page, 'Ana').getByText('Due 1 Feb 2020', { exact: true }).waitFor();
    const row = rowOf(page, 'Zoë Müller');
    for (const text of [
      'Portrait',
      'Bonjour, Two cats, in oil. The grey one is shy.',
      'Accepted',
      '€496',
      'Overdue, 1 Feb 2020',
      'oil',
      'gift',
      '+2',
      '6 files',
    ])
      await row.getByText(text, { exact: true }).waitFor({ state: 'attached' });
    await row.locator('.picture.icon').getByText('psd').waitFor();
    expect(await row.locator('.number').textContent()).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect(await row.locator('time').textContent()).toMatch(/^3 hr? ago$/);
  });

  it('shows pictures that a lost connection has kept away when it is back', async () => {
    await stage.submit({ files: [{ name: 'sketch.png', type: 'image/png', content: noisyPicture(60, 40) }] });
    const { page } = await stage.open({ path: '/healthz' });
    await page.route('**/preview?*', (route) => route.abort());
    await page.goto(stage.url);
    await rowOf(page, 'Zoë').locator('.picture.icon').waitFor();
    await page.context().setOffline(true);
    await page.unroute('**/preview?*');
    await page.context().setOffline(false);
    await rowOf(page, 'Zoë').locator('img.picture').waitFor();
  });

  it('loads on as one scrolls, also after a fault when asked, and is where it was when one comes back from a request', async () => {
    // The full stop ends the name. The time of day follows, and 'Customer 4' at 9:05 must not match 'Customer 49'.
    for (let number = 0; number < 120; number += 1)
      await stage.inbox.store({ name: `Customer ${number}.`, createdAt: ago(number) });
    const { page } = await stage.open({ viewport: { width: 800, height: 700 } });
    await rowOf(page, 'Customer 49.').waitFor({ state: 'attached' });
    expect(await rows(page).count()).toBe(50);
    await page.route('**/requests?*cursor*', (route) => route.abort());
    await rowOf(page, 'Customer 49.').scrollIntoViewIfNeeded();
    const notice = page.getByRole('alert').filter({ hasText: 'The service cannot be reached' });
    await notice.waitFor();
    await page.unroute('**/requests?*cursor*');
    await notice.getByRole('button', { name: 'Try again' }).click();
    await rowOf(page, 'Customer 99.').waitFor({ state: 'attached' });
    expect(await notice.count()).toBe(0);
    await rowOf(page, 'Customer 80.').scrollIntoViewIfNeeded();
    const top = () => page.locator('.rows').evaluate((element) => element.scrollTop);
    const before = await top();
    await rowOf(page, 'Customer 80.').getByRole('link').click();
    await page.getByRole('heading', { name: 'Customer 80' }).waitFor();
    await page.goBack();
    await rowOf(page, 'Customer 80.').waitFor();
    expect(Math.abs((await top()) - before)).toBeLessThan(100);
    expect(new Set(await namesIn(page)).size).toBe(await rows(page).count());
  });

  it('has the open request in sight, also after a reload', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 40; number += 1)
      ids.push(await stage.inbox.store({ name: `Customer ${number}.`, createdAt: ago(number), files: ['a.png'] }));
    const { page } = await stage.open({ path: `/requests/${ids[30]}`, viewport: { width: 1440, height: 900 } });
    const row = rowOf(page, 'Customer 30.');
    await row.waitFor();
    const isInSight = () =>
      row.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        const list = element.closest('.rows')?.getBoundingClientRect();
        return list !== undefined && top >= list.top - 1 && bottom <= list.bottom + 1;
      });
    await expect.poll(isInSight).toBe(true);
    // The service has no bytes of the pictures.
    await row.locator('.picture.icon').waitFor();
    await twoFrames(page);
    expect(await isInSight()).toBe(true);
  });

  it('has a request once that another window marks as read while the list loads', async () => {
    const id = await stage.inbox.store({ name: 'Zoë' });
    const { page } = await stage.open({ path: '/healthz' });
    let isListed = false;
    await page.route(/\/requests\?.*unread=true.*limit=50/, async (route) => {
      await route.fulfill({ response: await route.fetch() });
      isListed = true;
    });
    await page.route(/\/requests\?.*unread=false/, async (route) => {
      await expect.poll(() => isListed).toBe(true);
      await stage.inbox.editor.change(id, null, { unread: false }, stage.inbox.actor);
      await route.continue();
    });
    await page.goto(stage.url);
    await rowOf(page, 'Zoë').first().waitFor();
    expect(await namesIn(page)).toEqual(['Zoë']);
  });

  it('is loaded before the open request is marked as read, which would move it between the parts', async () => {
    const id = await stage.inbox.store({ name: 'Zoë' });
    const { page } = await stage.open({ path: '/healthz' });
    const calls: string[] = [];
    await page.route(/\/requests\?.*unread=false/, async (route) => {
      await page.getByRole('heading', { name: 'Zoë' }).waitFor();
      await twoFrames(page);
      calls.push('list');
      await route.continue();
    });
    await page.route(`**/requests/${id}`, async (route) => {
      if (route.request().method() === 'PATCH') calls.push('read');
      await route.continue();
    });
    await page.goto(`${stage.url}/requests/${id}`);
    await expect.poll(() => calls).toEqual(['list', 'read']);
    await expect.poll(() => namesIn(page)).toEqual(['Zoë']);
  });

  it('has room for the message at a middle width, and rows as high after a decision as before', async () => {
    const message = 'A watercolour of my dog on the beach';
    const files = ['a.png', 'b.png', 'c.png', 'd.png'];
    await stage.inbox.store({ name: 'Zoë', typeId: 'portrait', message, files });
    const { page } = await stage.open({ viewport: { width: 820, height: 700 } });
    const row = rowOf(page, 'Zoë');
    const line = row.locator('.first-line');
    await line.waitFor();
    expect(await line.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    const heightAt = async (width: number) => {
      await page.setViewportSize({ width, height: 800 });
      return row.evaluate((element) => element.getBoundingClientRect().height);
    };
    const heights = async () => [await heightAt(320), await heightAt(900), await heightAt(1280)];
    const before = await heights();
    await page.keyboard.press('j');
    await page.keyboard.press('w');
    await row.getByText('Waiting list').waitFor();
    expect(await heights()).toEqual(before);
  });

  it('shows nine rows with pictures of 64 pixels on a small notebook', async () => {
    for (let number = 0; number < 12; number += 1)
      await stage.submit({
        payload: { customerName: `Customer ${number}`, message: 'A portrait of us both.\n\n'.repeat(30) },
        files: [{ name: 'sketch.png', type: 'image/png', content: noisyPicture(60, 40) }],
      });
    const { page } = await stage.open({ viewport: { width: 1280, height: 720 } });
    await rows(page).nth(11).waitFor({ state: 'attached' });
    const whole = await rows(page).evaluateAll(
      (all) => all.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length,
    );
    expect(whole).toBe(9);
    const picture = await page.locator('.row .picture').first().boundingBox();
    expect([picture?.width, picture?.height]).toEqual([64, 64]);
    const lines = await page
      .locator('.row-text')
      .first()
      .evaluate((text) => text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight));
    expect(lines).toBeCloseTo(2, 0);
  });

  it('names the shown list in the title of the tab, with the number of unread requests', async () => {
    await stage.inbox.store({ name: 'Unread' });
    await stage.inbox.store({ name: 'Zoë Müller' });
    const { page } = await stage.open();
    const title = () => page.title();
    await expect.poll(title).toBe('(2) Inbox – Commissions');
    await rowOf(page, 'Zoë Müller').click();
    await expect.poll(title).toBe('(1) Zoë Müller – Commissions');
    await page.getByRole('link', { name: 'Inbox 1 Unread' }).waitFor();
    await rowOf(page, 'Unread').click();
    await expect.poll(title).toBe('Unread – Commissions');
    await page.getByRole('link', { name: 'Board' }).click();
    await expect.poll(title).toBe('Board – Commissions');
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect.poll(title).toBe('Opening – Commissions');
    await page.getByRole('link', { name: /^Inbox/ }).click();
    await expect.poll(title).toBe('Inbox – Commissions');
    await rowOf(page, 'Zoë Müller').click();
    await expect.poll(title).toBe('Zoë Müller – Commissions');
    await page.getByRole('link', { name: 'To the inbox' }).click();
    await expect.poll(title).toBe('Inbox – Commissions');
  });
});

describe('filters', () => {
  it('have a count each, and the address has the chosen one', async () => {
    const [accepted = ''] = [
      await stage.inbox.store({ name: 'Accepted one' }),
      await stage.inbox.store({ name: 'New one' }),
    ];
    await stage.inbox.editor.change(accepted, 1, { status: 'ACCEPTED', labels: ['oil'] }, stage.inbox.actor);
    const { page } = await stage.open();
    await page.getByRole('link', { name: 'New 1', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Accepted 1', exact: true }).click();
    await expect.poll(() => namesIn(page)).toEqual(['Accepted one']);
    expect(new URL(page.url()).search).toBe('?status=ACCEPTED');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('combobox', { name: 'Label', exact: true }).selectOption('oil');
    await expect.poll(() => new URL(page.url()).search).toBe('?status=ACCEPTED&label=oil');
    await page.getByRole('navigation', { name: 'Pages' }).getByText('In this search').waitFor();
    await page.getByRole('link', { name: 'Inbox 1', exact: true }).waitFor();
    // Named after the filter with every choice.
    for (const name of ['Due date', 'Type', 'Label']) {
      await page.getByRole('combobox', { name, exact: true }).waitFor();
    }
    await page.reload();
    await rowOf(page, 'Accepted one').waitFor();
    const chosen = page.getByRole('link', { name: 'Accepted 1', exact: true });
    expect(await chosen.getAttribute('aria-current')).toBe('page');
    // A status without requests has no number.
    await page.getByRole('link', { name: 'In progress', exact: true }).waitFor();
  });

  it('are chips while they are chosen, each of which removes its own, and all kept when chosen within one frame', async () => {
    await stage.inbox.store({ name: 'Zoë', createdAt: ago(49), files: ['a.png'], typeId: 'portrait' });
    await stage.inbox.store({ name: 'Ana', createdAt: ago(1) });
    const { page } = await stage.open();
    await rowOf(page, 'Ana').waitFor();
    const chips = page.getByRole('list', { name: 'Filter' }).getByRole('button');
    expect(await chips.count()).toBe(0);
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.locator('.filter-menu').evaluate((menu) => {
      for (const box of menu.querySelectorAll<HTMLInputElement>('input[type=checkbox]')) box.click();
    });
    await expect.poll(() => new URL(page.url()).search).toBe('?unread=true&hasFiles=true');
    await page.getByRole('combobox', { name: 'Type', exact: true }).selectOption('portrait');
    await page.getByLabel('Received from').fill('2020-01-31');
    await page.getByLabel('Received until').fill(ago(25).toLocaleDateString('sv'));
    await expect.poll(() => namesIn(page)).toEqual(['Zoë']);
    await page.keyboard.press('Escape');
    expect((await chips.allInnerTexts()).slice(0, 4)).toEqual(['Unread', 'With files', 'Portrait', 'From 31 Jan 2020']);
    while ((await chips.count()) > 1) {
      const left = await chips.count();
      await chips.first().click();
      await expect.poll(() => chips.count()).toBe(left - 1);
    }
    await page.getByRole('button', { name: /^Remove the filter Until/ }).click();
    await rowOf(page, 'Ana').waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  it('search as one types, with three characters and more, and leave a blank that was typed before the search began', async () => {
    await stage.inbox.store({ name: 'Zoë', message: 'Two grey cats' });
    await stage.inbox.store({ name: 'Ana', message: 'A dog' });
    await stage.inbox.index();
    const { page } = await stage.open({ path: '/?q=ab' });
    await page.getByText('A search needs three characters').first().waitFor();
    await rowOf(page, 'Ana').waitFor();
    await page.getByRole('link', { name: 'New 2', exact: true }).waitFor();
    const search = page.getByRole('searchbox');
    const { x } = (await search.boundingBox()) ?? {};
    await search.fill('xyz');
    await page.getByText('Nothing found for “xyz”.').waitFor();
    expect((await search.boundingBox())?.x).toBe(x);
    expect(await page.getByRole('button', { name: 'Export' }).isDisabled()).toBe(true);
    await search.fill('xy');
    await rowOf(page, 'Ana').waitFor();
    await search.fill('');
    await page.keyboard.type('grey ');
    await rowOf(page, 'Ana').waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('status').allTextContents()).toContain('1 request');
    await expect.poll(() => page.getByRole('status').allTextContents()).not.toContain('1 request');
    await page.keyboard.type('cats');
    await page.waitForURL('**/?q=grey+cats');
    expect(await search.inputValue()).toBe('grey cats');
    await expect.poll(() => namesIn(page)).toEqual(['Zoë']);
    await page.keyboard.press('Enter');
    await page.keyboard.press('j');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Zoë');
  });

  it('show above the last results that a search failed, and try it again', async () => {
    for (let number = 0; number < 55; number += 1) await stage.inbox.store({ name: `Customer ${number}` });
    await stage.inbox.store({ name: 'Zoë', message: 'Two grey cats' });
    await stage.inbox.index();
    const { page } = await stage.open({ viewport: { width: 320, height: 640 } });
    await rowOf(page, 'Zoë').waitFor();
    await page.route('**/requests?*grey*', (route) => route.abort());
    await page.getByRole('searchbox').fill('grey cat');
    const notice = page.getByRole('alert').filter({ hasText: 'The service cannot be reached' });
    await notice.waitFor();
    expect(await notice.evaluate((element) => element.getBoundingClientRect().bottom < window.innerHeight)).toBe(true);
    await page.unroute('**/requests?*grey*');
    await notice.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => namesIn(page)).toEqual(['Zoë']);
    expect(await notice.count()).toBe(0);
  });

  it('are kept under a name, for every window of the browser, and removed', async () => {
    await stage.inbox.store({ name: 'Zoë', files: ['a.png'] });
    await stage.inbox.store({ name: 'Ana' });
    const { page, another } = await stage.open();
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByLabel('With files').check();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByLabel('Save this view').fill('Pictures');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Pictures', exact: true }).waitFor();
    const other = await another();
    await rowOf(other, 'Ana').waitFor();
    await other.getByRole('button', { name: 'Views' }).click();
    await other.getByRole('button', { name: 'Pictures', exact: true }).click();
    await rowOf(other, 'Ana').waitFor({ state: 'detached' });
    expect(new URL(other.url()).search).toBe('?hasFiles=true');
    await other.getByRole('button', { name: 'Pictures', exact: true }).click();
    await other.getByRole('button', { name: 'Remove the view Pictures' }).click();
    await page.getByRole('button', { name: 'Views' }).waitFor();
  });

  it('show an empty result, offer decided requests with the same search, and are left out when the address is wrong', async () => {
    await decide(await stage.inbox.store({ name: 'Zoë' }));
    const id = await stage.inbox.store({ name: 'Zoë' });
    await stage.inbox.editor.change(id, 1, { status: 'DECLINED' }, stage.inbox.actor);
    await stage.inbox.index();
    const { page } = await stage.open({ path: '/?status=SPAM&q=zoe' });
    await page.getByText('Nothing found for “zoe”.').waitFor();
    await page.getByRole('link', { name: 'Show 2 in all statuses' }).click();
    await rows(page).nth(1).waitFor();
    expect(new URL(page.url()).search).toBe('?status=all&q=zoe');
    await page.getByRole('searchbox').fill('nobody');
    await page.getByText('Nothing found for “nobody”.').waitFor();
    expect(await page.getByRole('link', { name: 'in all statuses' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await rows(page).nth(1).waitFor();
    expect(new URL(page.url()).search).toBe('?status=all');
    await page.goto(`${stage.url}/?status=all&unread=true&q=nobody`);
    await page.getByText('No request matches these filters.').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await rowOf(page, 'Zoë').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.goto(`${stage.url}/?status=SPAM`);
    await page.getByText('No request has the status Spam.').waitFor();
    await page.goto(`${stage.url}/?status=EVERY&sort=by-colour&due=never&unread=maybe&x=%00`);
    await rowOf(page, 'Zoë').waitFor();
  });

  it('are all in one row beside the names, by status also beside an open request', async () => {
    const id = await stage.inbox.store({ name: 'Zoë' });
    const { page } = await stage.open({ path: `/requests/${id}?status=SPAM`, viewport: { width: 1280, height: 800 } });
    await page.getByRole('heading', { name: 'Zoë', exact: true }).waitFor();
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
    await page.getByRole('link', { name: 'Spam', exact: true }).waitFor();
    for (const link of await links.all()) expect(await link.isVisible()).toBe(true);
    await page.getByRole('link', { name: 'New', exact: true }).click();
    await rowOf(page, 'Zoë').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });
});
