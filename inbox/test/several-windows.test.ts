import type { Request } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { lanHost } from '../../page/test/support/browser.ts';
import type { RequestChange } from '../../src/requests/inbox/request-change-shape.ts';
import { openField } from './support/composer.ts';
import { rowOf } from './support/rows.ts';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile();
let id: string;

beforeEach(async () => {
  await stage.clear();
  id = await stage.inbox.store({ name: 'Zoë' });
});

const stored = () => stage.inbox.reader.find(id);

describe('two windows', () => {
  it('agree after a change in either, and have one stream between them, which passes on', async () => {
    const { page, another } = await stage.open();
    await rowOf(page, 'Zoë').waitFor();
    const streams: string[] = [];
    page.context().on('request', (request) => {
      if (request.url().endsWith('/stream')) streams.push(request.url());
    });
    const other = await another();
    await rowOf(other, 'Zoë').waitFor();
    await page.bringToFront();
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    await rowOf(other, 'Zoë').getByText('Accepted').waitFor();
    await other.getByRole('link', { name: 'Accepted 1', exact: true }).waitFor();
    await other.bringToFront();
    await other.keyboard.press('j');
    await other.keyboard.press('d');
    await rowOf(page, 'Zoë').getByText('Declined').waitFor();
    expect(streams).toEqual([]);
    await page.close();
    await until(() => streams.length).toBe(1);
    await stage.inbox.editor.change(id, (await stored())?.version ?? 0, { status: 'ACCEPTED' }, stage.inbox.actor);
    await rowOf(other, 'Zoë').getByText('Accepted').waitFor();
  });
});

describe('eight windows on plain http of a network, where browsers have no locks', () => {
  it('are all opened, agree, and have one stream between them, which passes on when its window closes', async () => {
    const { page, another } = await stage.open({ url: stage.url.replace('127.0.0.1', lanHost) });
    await rowOf(page, 'Zoë').waitFor();
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    const streams = new Set<Request>();
    page.context().on('request', (request) => request.url().endsWith('/stream') && streams.add(request));
    page.context().on('requestfailed', (request) => streams.delete(request));
    const others = [];
    for (let count = 2; count <= 8; count += 1) {
      const other = await another();
      await rowOf(other, 'Zoë').waitFor();
      others.push(other);
    }
    await stage.inbox.editor.change(id, 1, { status: 'ACCEPTED' }, stage.inbox.actor);
    for (const one of [page, ...others]) await rowOf(one, 'Zoë').getByText('Accepted').waitFor();
    await until(() => streams.size).toBeLessThan(2);
    await page.close();
    await until(() => streams.size).toBe(1);
    await stage.inbox.editor.change(id, 2, { status: 'DECLINED' }, stage.inbox.actor);
    for (const other of others) await rowOf(other, 'Zoë').getByText('Declined').waitFor();
  });
});

describe('a note that is sent from another window', () => {
  it('is no draft here any more', async () => {
    const { page, another } = await stage.open({ path: `/requests/${id}` });
    const noteIn = (one: typeof page) => one.getByRole('textbox', { name: 'New note' });
    await (await openField(page, 'New note')).fill('Call her.');
    const other = await another(`/requests/${id}`);
    await noteIn(other).press('Control+Enter');
    await other.locator('.written-note').getByText('Call her.').waitFor();
    await until(() => noteIn(page).inputValue()).toBe('');
  });
});

describe('a decision about the open request', () => {
  it('is reported with its author, except to that author in another window', async () => {
    const { page, another } = await stage.open({ path: `/requests/${id}` });
    await page.getByRole('heading', { name: 'Zoë' }).waitFor();
    const other = await another(`/requests/${id}`);
    await other.getByRole('heading', { name: 'Zoë' }).waitFor();
    await other.keyboard.press('d');
    await page.locator('.request-subtitle').getByText('Declined').waitFor();
    await page.locator('.timeline .change').filter({ hasText: 'to Declined' }).waitFor();
    expect(await page.locator('.toast').count()).toBe(0);

    const owner = await stage.personOf('owner');
    for (const one of [await stage.inbox.store({ name: 'Ann' }), id]) {
      const version = (await stage.inbox.reader.find(one))?.version ?? 0;
      await stage.inbox.editor.change(one, version, { status: 'ACCEPTED' }, { kind: 'operator', id: owner.id });
    }
    const sentence = 'Owner set the request of Zoë to Accepted.';
    await page.locator('.toast').getByText(sentence).waitFor();
    await page.getByRole('status').filter({ hasText: sentence }).waitFor({ state: 'attached' });
    expect(await page.locator('.toast').count()).toBe(1);
  });
});

describe('a change that somebody else has made first', () => {
  /** Makes a decision in a window that has not yet received the event of the other window's change. */
  async function decideLate(change: RequestChange) {
    const { page } = await stage.open();
    await rowOf(page, 'Zoë').waitFor();
    await page.route('**/api/operator/v1/stream', (route) => route.abort());
    let isFirst = true;
    await page.route(`**/requests/${id}`, async (route) => {
      if (isFirst && route.request().method() === 'PATCH') {
        isFirst = false;
        const owner = await stage.personOf('owner');
        await stage.inbox.editor.change(id, 1, change, { kind: 'operator', id: owner.id });
      }
      await route.continue();
    });
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    return page;
  }

  it('stays where the person says so, and asks no question when it is about something else', async () => {
    const page = await decideLate({ status: 'DECLINED' });
    const dialog = page.getByRole('dialog', { name: 'The request was changed meanwhile' });
    await dialog.getByText('Owner has changed the request of Zoë').waitFor();
    expect(await dialog.locator('bdi').allTextContents()).toEqual(['Declined', 'Accepted']);
    await dialog.getByRole('button', { name: 'Keep it as it is now' }).click();
    await dialog.waitFor({ state: 'detached' });
    await rowOf(page, 'Zoë').getByText('Declined').waitFor();
    expect((await stored())?.status).toBe('DECLINED');
    await stage.clear();
    id = await stage.inbox.store({ name: 'Zoë' });
    const other = await decideLate({ labels: ['oil'] });
    await until(async () => [(await stored())?.status, (await stored())?.labels]).toEqual(['ACCEPTED', ['oil']]);
    expect(await other.getByRole('dialog').count()).toBe(0);
  });
});

describe('a message on the status page that somebody else has changed while it was written', () => {
  it('stays where the person says so, with the own words in the field, and else gives way', async () => {
    const { page } = await stage.open({ path: `/requests/${id}` });
    const field = await openField(page, 'Message on the status page');
    await field.fill('Mine');
    const owner = await stage.personOf('owner');
    await stage.inbox.editor.change(id, 1, { publicMessage: 'Theirs' }, { kind: 'operator', id: owner.id });
    await page.getByText('changed the message on the status page').waitFor();
    await page.reload();
    const show = page.getByRole('button', { name: 'Show the message' });
    await show.click();
    const dialog = page.getByRole('dialog', { name: 'The request was changed meanwhile' });
    await dialog.getByText('Owner has changed the request of Zoë').waitFor();
    expect(await dialog.locator('bdi').allTextContents()).toEqual(['Theirs', 'Mine']);
    await dialog.getByRole('button', { name: 'Keep it as it is now' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('Mine');
    expect((await stored())?.publicMessage).toBe('Theirs');
    await show.click();
    await dialog.getByRole('button', { name: 'Use mine' }).click();
    await until(async () => (await stored())?.publicMessage).toBe('Mine');
  });
});

describe('undo', () => {
  it('works after a reload, also before the response, and asks when somebody has decided otherwise since', async () => {
    const { page } = await stage.open();
    await rowOf(page, 'Zoë').waitFor();
    await page.route('**/requests/*', (route) =>
      route.request().method() === 'PATCH' ? route.fetch() : route.fallback(),
    );
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    await until(async () => (await stored())?.status).toBe('ACCEPTED');
    await page.reload();
    await rowOf(page, 'Zoë').getByText('Accepted').waitFor();
    await page.unrouteAll();
    await page.keyboard.press('u');
    await until(async () => (await stored())?.status).toBe('NEW');
    await rowOf(page, 'Zoë').getByText('Accepted').waitFor({ state: 'detached' });
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    await until(async () => (await stored())?.status).toBe('ACCEPTED');
    await stage.inbox.editor.change(id, (await stored())?.version ?? 0, { status: 'IN_PROGRESS' }, stage.inbox.actor);
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).waitFor();
    await page.reload();
    await rowOf(page, 'Zoë').waitFor();
    await page.keyboard.press('u');
    const dialog = page.getByRole('dialog', { name: 'The request was changed meanwhile' });
    await dialog.getByRole('button', { name: 'Use mine' }).click();
    await until(async () => (await stored())?.status).toBe('NEW');
    // The toast of a finished undo replaces any other.
    await page.getByText('is back to New').first().waitFor({ state: 'attached' });
    await page.keyboard.press('u');
    await page.getByText('There is nothing to undo').first().waitFor({ state: 'attached' });
  });
});

describe('a session that has ended in another window', () => {
  it('begins again without a reload: typed text stays, and decisions are sent', async () => {
    const { page } = await stage.open();
    await rowOf(page, 'Zoë').waitFor();
    const { id: personId } = await stage.personOf('operator');
    // The stream of events ends with the session too. The dialog that it opens would take a key that is pressed later.
    await page.route('**/requests/*', async (route) => {
      if (route.request().method() === 'PATCH') await stage.accounts.sessions.endAll(personId);
      await route.fallback();
    });
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    await page.unrouteAll();
    await page.keyboard.press('Escape');
    expect(await dialog.getByLabel('E-mail address').inputValue()).toBe('operator@example.org');
    await dialog.getByLabel('Password').fill('not the password');
    await page.keyboard.press('Enter');
    await dialog.getByText('The e-mail address or the password is wrong.').waitFor();
    // The wrong password is selected, so typing replaces it.
    await page.keyboard.type(stage.password);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await until(async () => (await stored())?.status).toBe('ACCEPTED');
    await rowOf(page, 'Zoë').getByText('Accepted').waitFor();
  });
});

describe('a lost connection', () => {
  it('is said before the list has come too, and a decision is taken back with a way to send it again', async () => {
    const { page } = await stage.open({ path: '/healthz' });
    await page.route('**/requests?*', (route) => route.abort());
    await page.goto(stage.url);
    await page.getByText('The service cannot be reached.').waitFor();
    await page.unroute('**/requests?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await rowOf(page, 'Zoë').waitFor();
    await page.context().setOffline(true);
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    const toast = page.locator('.toast', { hasText: 'The service cannot be reached' });
    await toast.waitFor();
    await until(() => rowOf(page, 'Zoë').getByText('Accepted').count()).toBe(0);
    expect((await stored())?.status).toBe('NEW');
    await page.context().setOffline(false);
    await toast.getByRole('button', { name: 'Try again' }).click();
    await until(async () => (await stored())?.status).toBe('ACCEPTED');
  });
});

describe('a slow network', () => {
  it('blocks no further decision: each is seen at once, and arrives in its order', async () => {
    const ids = [await stage.inbox.store({ name: 'Second' }), await stage.inbox.store({ name: 'First' })];
    const { page } = await stage.open();
    await rowOf(page, 'First').waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    const bytesPerSecond = 6250;
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 1500,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
    const sent: string[] = [];
    page.on('requestfinished', (request) => {
      if (request.method() === 'PATCH') sent.push(request.url());
    });
    for (const key of ['j', 'a', 'd', 'k', 'k', 'w']) await page.keyboard.press(key);
    await rowOf(page, 'First').getByText('Waiting list').waitFor({ timeout: 1000 });
    await rowOf(page, 'Second').waitFor({ state: 'detached', timeout: 1000 });
    expect(sent).toEqual([]);
    const statuses = async () => Promise.all(ids.map(async (one) => (await stage.inbox.reader.find(one))?.status));
    await until(statuses).toEqual(['DECLINED', 'WAITLISTED']);
    await page.locator('.toast').getByText('Waiting list: First').waitFor();
  });
});

describe('a request that is erased', () => {
  it('says so in its row', async () => {
    const { page } = await stage.open();
    await rowOf(page, 'Zoë').waitFor();
    await stage.clear();
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    await page.getByRole('listitem').getByText('This request has been erased.').waitFor();
  });
});
