import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodedParts } from '../mail/mail-server.ts';
import { payloadPart, postParts } from '../support/form.ts';
import { type Postfix, startPostfix } from '../support/postfix.ts';
import { publishStudio } from '../support/publish-studio.ts';
import { startTestService, type TestService } from '../support/service.ts';

const customer = 'zoe@example.org';
const stranger = 'stranger@example.org';
const owner = 'ann@example.org';

let postfix: Postfix;
let service: TestService;

beforeAll(async () => {
  postfix = await startPostfix();
  service = await startTestService({
    SMTP_URL: `smtp://127.0.0.1:${postfix.port}`,
    MAIL_FROM: 'Lindenhof <studio@example.org>',
    PUBLIC_URL: 'https://example.org/',
    TRUSTED_PROXIES: '127.0.0.1',
    INBOX: 'on',
    INBOX_PORT: '0',
    INBOX_URL: 'https://inbox.example.org',
  });
  const text = "insert into operators (id, email, email_key, name, role) values ($1, $2, $2, 'Ann', 'owner')";
  await service.pool.query(text, [randomUUID(), owner]);
});

afterAll(async () => {
  await service?.close();
  await postfix?.stop();
});

const isOpen = async () => (await service.pool.query('select is_open from opening_state')).rows[0]?.is_open;
const deliveredTo = async (address: string) => (await postfix.recipients()).filter((one) => one === address).length;
const undelivered = async () =>
  (await service.pool.query("select from deliveries where state not in ('delivered', 'failed')")).rowCount;

/** Resolves when the service has noticed that the form opened or closed, and Postfix has every mail about it. */
async function publish(opening: object): Promise<void> {
  await publishStudio(service.pool, { title: 'Lindenhof', opening });
  const shown = async () => (await (await fetch(`${service.address}/api/v1/availability`)).json()) as object;
  await expect.poll(shown).toMatchObject({ state: 'mode' in opening ? opening.mode : 'open' });
  await expect.poll(isOpen).toBe(!('mode' in opening) || opening.mode === 'open');
  await expect.poll(undelivered).toBe(0);
}

async function ask(email: string, network: number): Promise<void> {
  const { status } = await fetch(`${service.address}/api/v1/opening-notices`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.${network}.1` },
    body: JSON.stringify({ email, language: 'en' }),
  });
  expect(status).toBe(202);
}

async function mailsTo(address: string): Promise<readonly string[]> {
  const own = (await postfix.mails()).filter((mail) => mail.includes(`\nDelivered-To: ${address}\n`));
  return own.map((mail) => decodedParts(mail.replaceAll('\n', '\r\n')));
}

/** The links of a mail, without the host. */
function linksOf(mail: string): readonly string[] {
  const found = [...mail.matchAll(/https:\/\/example\.org(\/[^\s"<>]*)/g)].map(([, path = '']) => path);
  return [...new Set(found)];
}

const stored = async () =>
  (await service.pool.query('select email, confirmed_at is not null as confirmed from opening_notices order by email'))
    .rows;

describe('an address that wants to hear of the opening, at a Postfix', () => {
  it('is confirmed by the button of a page, not by a scanner that opens every link of the mail', async () => {
    await publish({ mode: 'closed' });
    await ask(customer, 1);
    await expect.poll(() => deliveredTo(customer)).toBe(1);
    const [mail = ''] = await mailsTo(customer);
    const links = linksOf(mail);
    const confirming = links.find((path) => path.startsWith('/opening-notices/')) ?? '';
    expect(confirming).not.toBe('');
    for (const method of ['HEAD', 'GET', 'OPTIONS']) {
      for (const path of links) await fetch(`${service.address}${path}`, { method });
    }
    expect(await stored()).toEqual([{ email: customer, confirmed: false }]);
    const page = await (await fetch(service.address + confirming)).text();
    expect(page).toMatch(/<form method="post"[^>]*><button/);
    expect((await fetch(service.address + confirming, { method: 'POST' })).status).toBe(200);
    expect(await stored()).toEqual([{ email: customer, confirmed: true }]);
  });

  it('gets one mail however often it was entered, when it is somebody else’s', async () => {
    const spellings = [stranger, 'Stranger@Example.org', 'STRANGER@EXAMPLE.ORG'];
    for (let network = 30; network < 60; network += 1) await ask(spellings[network % 3] ?? '', network);
    await expect.poll(undelivered).toBe(0);
    const mails = async () => (await postfix.recipients()).filter((one) => one.toLowerCase() === stranger);
    await expect.poll(mails).toHaveLength(1);
  });

  it('gets one mail at the next opening, none at those after it, and is forgotten', async () => {
    await publish({ mode: 'open' });
    await expect.poll(() => deliveredTo(customer)).toBe(2);
    const [, opened = ''] = await mailsTo(customer);
    expect(opened).toContain('The form is open.');
    expect(linksOf(opened)).toEqual(['/']);
    expect(await stored()).toEqual([{ email: stranger, confirmed: false }]);
    await publish({ mode: 'closed' });
    await publish({ mode: 'open' });
    expect(await postfix.recipients()).toHaveLength(3);
  });
});

describe('the owners of a form that closes by itself, at a Postfix', () => {
  it('get one mail within an hour, however often that happens', async () => {
    await publish({ requestLimit: 1 });
    for (let time = 0; time < 2; time += 1) {
      const { status } = await postParts(service.endpoint, [payloadPart()], { 'x-forwarded-for': `203.0.${time}.1` });
      expect(status).toBe(201);
      await expect.poll(isOpen).toBe(false);
      await service.pool.query("update commission_requests set status = 'DECLINED'");
      await expect.poll(isOpen).toBe(true);
    }
    await expect.poll(undelivered).toBe(0);
    await expect.poll(() => deliveredTo(owner)).toBe(1);
    expect((await mailsTo(owner))[0]).toContain('closed');
  });
});
