import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemActor } from '../../src/events/events.ts';
import { eraseRequests } from '../../src/keeping/erasure/erase-requests.ts';
import { inTransaction } from '../../src/platform/database/transaction.ts';
import { studioSchema } from '../../src/studio/document/studio.ts';
import { createStudioRevisions } from '../../src/studio/revisions/create-studio-revisions.ts';
import { forgetOpeningNotices } from '../../src/triage/opening/forget-notices.ts';
import { payloadPart, postParts, validPayload } from '../support/form.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type MailServer, startMailServer } from './mail-server.ts';

let mails: MailServer;
let service: TestService;

beforeAll(async () => {
  mails = await startMailServer();
  service = await startTestService({
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    MAIL_FROM: 'Studio <studio@example.org>',
    PUBLIC_URL: 'https://example.org/',
  });
});

afterAll(async () => {
  await service.close();
  await mails.close();
});

function publish(opening: object): Promise<unknown> {
  const publication = { version: null, note: null, actor: systemActor };
  const studio = studioSchema.parse({ title: 'Lindenhof', opening });
  return createStudioRevisions(service.pool, null).publish(() => studio, publication);
}

const ask = (email: unknown, language = 'en') =>
  fetch(`${service.address}/api/v1/opening-notices`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, language }),
  });

const plain = (source: string) => source.replace(/=\r\n/g, '').replaceAll('=3D', '=');
const mailsTo = (address: string) => mails.received.filter(({ to }) => to.includes(address));
const stored = async () =>
  (await service.pool.query('select email, confirmed_at is not null as confirmed from opening_notices order by email'))
    .rows;
const forgetAsks = () => service.pool.query('delete from opening_asks');
const isOpen = async () => (await service.pool.query('select is_open from opening_state')).rows[0]?.is_open;

async function linkOf(address: string): Promise<string> {
  await expect.poll(() => mailsTo(address).length).toBe(1);
  const [, path = ''] =
    /https:\/\/example\.org(\/opening-notices\/[\w-]{44})/.exec(plain(mailsTo(address)[0]?.source ?? '')) ?? [];
  return `${service.address}${path}`;
}

describe('an address that wants to hear of the opening', () => {
  it('is taken only when the studio has set when the form is open', async () => {
    expect((await ask('zoe@example.net')).status).toBe(404);
    await publish({ mode: 'closed' });
    const isOffered = async () =>
      ((await (await fetch(`${service.address}/api/v1/catalogue`)).json()) as { opening?: { notices?: boolean } })
        .opening?.notices;
    await expect.poll(isOffered).toBe(true);
    expect((await ask('not an address')).status).toBe(422);
    expect((await ask('x'.repeat(5000))).status).toBe(413);
  });

  it('is mailed a link once, which changes nothing when it is opened', async () => {
    for (const address of ['zoe@example.net', 'ZOE@example.net', 'zoe@example.net']) {
      expect((await ask(address, 'de')).status).toBe(202);
    }
    const link = await linkOf('zoe@example.net');
    for (let scan = 0; scan < 3; scan += 1) {
      const page = await fetch(link);
      expect(await page.text()).toContain('<form method="post"');
      expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
    }
    expect(await stored()).toEqual([{ email: 'zoe@example.net', confirmed: false }]);
    const confirmed = await fetch(link, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: '',
    });
    expect([
      confirmed.status,
      (await confirmed.text()).match(/<button [^>]*>[^<]*/g)?.map((button) => button.replace(/.*>/, '')),
    ]).toEqual([200, ['Delete my address']]);
    expect(await stored()).toEqual([{ email: 'zoe@example.net', confirmed: true }]);
    expect(mailsTo('zoe@example.net')).toHaveLength(1);
    expect((await fetch(link.replace(/[\w-]{44}$/, 'A'.repeat(44)))).status).toBe(404);
  });

  it('is deleted by a button of the page, whether or not it is confirmed', async () => {
    for (const name of ['new', 'sure']) await ask(`${name}@example.net`);
    await fetch(await linkOf('sure@example.net'), { method: 'POST' });
    for (const name of ['new', 'sure']) {
      const link = await linkOf(`${name}@example.net`);
      const [, action = ''] = /action="([^"]+)"/.exec(await (await fetch(`${link}?lang=de`)).text()) ?? [];
      const left = await fetch(new URL(action.replace(/&[#\w]+;/, '&'), link), { method: 'POST' });
      expect([left.status, await left.text()]).toEqual([200, expect.stringContaining('Ihre Adresse ist gelöscht')]);
      expect((await fetch(link)).status).toBe(404);
    }
    expect((await stored()).map(({ email }) => email)).toEqual(['zoe@example.net']);
  });

  it('is deleted by the one-click POST of its mails, which can be repeated, and by no GET', async () => {
    await forgetAsks();
    await ask('out@example.net');
    const link = await linkOf('out@example.net');
    const { source = '' } = mailsTo('out@example.net')[0] ?? {};
    expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    const [, address = ''] = /^List-Unsubscribe:\s+<https:\/\/example\.org(.*)>\r$/m.exec(source) ?? [];
    expect(service.address + address).toBe(`${link}?unsubscribe`);
    const page = await (await fetch(service.address + address)).text();
    expect(page.match(/<button [^>]*>[^<]*/g)?.map((button) => button.replace(/.*>/, ''))).toEqual([
      'Delete my address',
    ]);
    expect(page).toContain('<h1>Delete my address</h1><form');
    expect(page).toContain('href="?unsubscribe&amp;lang=de"');
    expect(await stored()).toContainEqual({ email: 'out@example.net', confirmed: false });
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const post = async () => (await fetch(service.address + address, { method: 'POST', body })).status;
    expect([await post(), await post()]).toEqual([200, 200]);
    expect((await stored()).map(({ email }) => email)).toEqual(['zoe@example.net']);
    const forged = address.replace(/[\w-]{44}/, 'A'.repeat(44));
    expect((await fetch(service.address + forged, { method: 'POST', body })).status).toBe(404);
  });

  it('is mailed three times a day at most, also when it is deleted each time', async () => {
    await forgetAsks();
    await ask('calm@example.net');
    await fetch(`${await linkOf('calm@example.net')}?unsubscribe`, { method: 'POST' });
    const pass = (hours: number) =>
      service.pool.query("update opening_asks set at = at - $1 * interval '1 hour'", [hours]);
    const isStored = async () => {
      expect((await ask('c.alm@example.net')).status).toBe(202);
      return (await stored()).some(({ email }) => email === 'c.alm@example.net');
    };
    await pass(2);
    expect(await isStored()).toBe(false);
    await service.pool.query('delete from opening_asks where at <= now()');
    await pass(6);
    expect(await isStored()).toBe(true);
    await service.pool.query("delete from opening_notices where email like 'c%'");
    await forgetAsks();
  });

  it('gets one mail at the next opening, and is then deleted', async () => {
    await ask('stranger@example.net');
    await expect.poll(isOpen).toBe(false);
    await publish({ mode: 'open' });
    await expect.poll(() => mailsTo('zoe@example.net').length).toBe(2);
    expect(plain(mailsTo('zoe@example.net')[1]?.source ?? '')).toContain('Lindenhof nimmt wieder Anfragen an');
    expect(mailsTo('zoe@example.net')[1]?.source).toContain(
      '\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n',
    );
    await expect.poll(stored).toEqual([{ email: 'stranger@example.net', confirmed: false }]);
    expect(mailsTo('stranger@example.net')).toHaveLength(1);
    const facts = await service.pool.query("select facts::text from deliveries where facts::text like '%example.net%'");
    expect(facts.rows).toEqual([]);
  });

  it('is mailed once, with dots and a plus in it too', async () => {
    await service.pool.query('delete from opening_notices');
    await forgetAsks();
    for (const email of ['v.mia@example.net', 'V.mia+art@example.net', 'vmia@EXAMPLE.net']) {
      expect((await ask(email)).status).toBe(202);
    }
    expect(await stored()).toEqual([{ email: 'v.mia@example.net', confirmed: false }]);
    await forgetAsks();
    expect((await ask('vm.ia@example.net')).status).toBe(202);
    expect(await stored()).toHaveLength(1);
  });

  it('is refused when its network has asked five times within an hour, also when it waits already', async () => {
    await service.pool.query('delete from opening_notices');
    await forgetAsks();
    const statuses: number[] = [];
    for (const name of ['a0', 'a1', 'a1', 'a1', 'a4', 'a1', 'a6']) {
      statuses.push((await ask(`${name}@example.net`)).status);
    }
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429, 429]);
    expect((await stored()).map(({ email }) => email)).toEqual(['a0@example.net', 'a1@example.net', 'a4@example.net']);
    await service.pool.query("update opening_asks set at = at - interval '1 hour'");
    await forgetOpeningNotices(service.pool, 90);
    expect((await service.pool.query('select from opening_asks')).rowCount).toBe(0);
  });

  it('is deleted with a request of its mailbox', async () => {
    const { pool } = service;
    await postParts(service.endpoint, [payloadPart({ ...validPayload, customerEmail: 'A4@example.net' })]);
    const { rows } = await pool.query('select id from commission_requests');
    await inTransaction(pool, (client) =>
      eraseRequests(
        client,
        rows.map(({ id }) => id),
        { reason: 'request', actor: systemActor },
      ),
    );
    expect((await stored()).map(({ email }) => email)).not.toContain('a4@example.net');
  });

  it('is deleted when it is not confirmed, or after 180 days', async () => {
    const { pool } = service;
    await pool.query("update opening_notices set created_at = now() - interval '8 days'");
    await pool.query(
      "update opening_notices set confirmed_at = now() where email in ('a0@example.net', 'a1@example.net')",
    );
    await pool.query(
      "update opening_notices set created_at = now() - interval '181 days' where email = 'a1@example.net'",
    );
    await forgetOpeningNotices(pool, 90);
    expect(await stored()).toEqual([{ email: 'a0@example.net', confirmed: true }]);
  });
});
