import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchFirefox } from '../../../page/test/browsers/launch-firefox.ts';
import { createPasswords } from '../../../src/accounts/passwords.ts';
import { goodPassword, openAccounts } from '../../../test/accounts/stage.ts';
import { startTestService, type TestService } from '../../../test/support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
let firefox: Awaited<ReturnType<typeof launchFirefox>>;

beforeAll(async () => {
  service = await startTestService({ INBOX: 'on', INBOX_PORT: '0' });
  await openAccounts(service.pool, createPasswords()).makeOwner();
  for (const customerName of ['Ann', 'Zoe']) {
    const form = new FormData();
    const payload = { customerName, customerEmail: 'zoe@example.org', message: `Two cats of ${customerName}, in oil.` };
    form.set('payload', JSON.stringify(payload));
    expect((await fetch(service.endpoint, { method: 'POST', body: form })).status).toBe(201);
  }
  firefox = await launchFirefox('document');
});

afterAll(async () => {
  await firefox?.close();
  await service?.close();
});

const textOf = async (selector: string) =>
  String(await firefox.evaluate(`form.querySelector(${JSON.stringify(selector)})?.textContent ?? ''`));
const shows = (selector: string, text: string) => until(() => textOf(selector)).toContain(text);

async function stored(name: string): Promise<{ readonly id: string; readonly status: string } | undefined> {
  return (await service.pool.query('select id, status from commission_requests where customer_name = $1', [name]))
    .rows[0];
}

/** The picture that an artist has on the disk. */
const photo = join(import.meta.dirname, '../../../test/pictures/photo.jpg');

const setTo = (element: string, value: string) =>
  `(${element}.value = '${value}', ${element}.dispatchEvent(new Event('change', { bubbles: true })))`;
const choose = (selector: string, value: string) => firefox.evaluate(setTo(`form.querySelector('${selector}')`, value));

/** The name of a new entry has the focus, and is replaced. */
async function typeName(path: string, name: string): Promise<void> {
  await until(() => firefox.evaluate('form.activeElement?.dataset?.path')).toBe(path);
  await firefox.typeWhereFocusIs(name);
}

const idOf = async (name: string) => (await stored(name))?.id;
const statusOf = async (name: string) => (await stored(name))?.status;

/** Opens the list, after a sign-in if no test before had one. */
async function openSignedIn(): Promise<void> {
  await firefox.open(`${service.inboxAddress}/`);
  await until(() => firefox.evaluate(`form.querySelector('#email, .row .name') !== null`)).toBe(true);
  if (!(await firefox.evaluate(`form.querySelector('#email') !== null`))) return;
  await firefox.type('#email', 'owner@example.org');
  await firefox.type('#password', goodPassword);
  await firefox.click('button[type=submit]');
  await shows('.row .name', 'Zoe');
}

describe('the inbox in Firefox', () => {
  it('is signed in to, read, decided in and undone in, by the mouse and by keys', async () => {
    await openSignedIn();
    await firefox.click('.row a');
    await shows('article .exact-text', 'Two cats of Zoe, in oil.');
    await firefox.click('.decisions .accept');
    await firefox.click('.decision-sheet [type=submit]');
    await shows('.toast', 'Accepted: Zoe');
    await until(() => statusOf('Zoe')).toBe('ACCEPTED');
    await firefox.click('.toast button:not(.icon)');
    await until(() => statusOf('Zoe')).toBe('NEW');

    await firefox.open(`${service.inboxAddress}/requests/${await idOf('Ann')}`);
    await shows('article h1', 'Ann');
    await firefox.type('article h1', 'w');
    await until(() => statusOf('Ann')).toBe('WAITLISTED');
    await firefox.type('article h1', 'u');
    await until(() => statusOf('Ann')).toBe('NEW');
    await firefox.open(`${service.inboxAddress}/settings/channels`);
    await shows('.settings-content', 'Nobody is notified yet.');
  });

  it('edits the form from a starting point, with a type, a picture and a translation, and publishes it', async () => {
    const partAt = (key: string) => `.form-parts a[href='/settings/form/${key}']`;
    await openSignedIn();
    await firefox.open(`${service.inboxAddress}/settings/form`);
    await shows('.form-start', 'As a painter');
    await firefox.click('.form-start li:nth-child(2) button');
    await until(() => firefox.textOfFramedForm()).toContain('Paintings made by hand');
    await firefox.type('[data-path=title]', 'Lindenhof');
    await until(() => firefox.textOfFramedForm()).toContain('Lindenhof');
    await firefox.click(partAt('types'));
    await shows('.form-entry bdi', 'Portrait');
    await firefox.click('.form-part-body > .form-list > .form-add');
    await typeName('types/2/name', 'Pet portrait');
    await firefox.type('[data-path="types/2/description"]', 'From 200 €.');
    for (const [position, name] of ['Small', 'Large'].entries()) {
      await firefox.click('.form-entry .form-list > .form-add');
      await typeName(`types/2/options/${position}/name`, name);
    }
    await firefox.attach('.form-pictures input[type=file]', [photo]);
    await until(() => firefox.evaluate(`form.querySelectorAll('.form-pictures li img').length`)).toBe(1);
    await choose('.form-languages select', 'de');
    await firefox.type('[data-path="types/2/name"]', 'Tierporträt');
    await shows('.form-save', 'Draft saved.');
    await firefox.click('.form-bar .primary');
    await shows('dialog', 'Pet portrait');
    await firefox.click('dialog [type=submit]');
    await shows('.form-save', 'Everything is published.');

    await firefox.open(`${service.address}/`);
    const page = `form.querySelector('commission-form').shadowRoot`;
    const textOfPage = async () =>
      String(await firefox.evaluate(`form.querySelector('commission-form')?.shadowRoot?.textContent`));
    await until(textOfPage).toContain('Pet portrait');
    await until(() => firefox.evaluate(`${page}.querySelector('.picture img').naturalWidth > 0`)).toBe(true);
    await firefox.evaluate(`${page}.querySelectorAll('input[type=radio]')[2].click()`);
    await until(textOfPage).toContain('Large');
    expect(await textOfPage()).toContain('From 200 €.');
    await firefox.evaluate(`${setTo(`${page}.querySelector('.language select')`, 'de')}`);
    await until(textOfPage).toContain('Tierporträt');
  });
});
