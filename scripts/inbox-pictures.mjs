import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { SMTPServer } from 'smtp-server';
import { draw, drawLogo } from './art/art.mjs';
import { takeEditor, takeStart } from './editor-pictures.mjs';
import { patienceMs, root, settled, shoot, startService } from './picture-service.mjs';

/**
 * Takes the documentation's pictures of the inbox into a folder: `docs/pictures/` unless the first argument names
 * another. Uses the built service and sends requests to it as customers do. Requires Chromium.
 */
const folder = resolve(process.argv[2] ?? join(root, 'docs/pictures'));
await mkdir(folder, { recursive: true });
const work = await mkdtemp(join(tmpdir(), 'inbox-pictures-'));
const found = {};
const bot = createServer((_request, response) => response.end('ok'));
const sheet = createServer((_request, response) => response.writeHead(500).end('Out of order'));
const mail = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) => stream.resume().on('end', done),
});
for (const server of [bot, sheet, mail.server]) await once(server.listen(0, '127.0.0.1'), 'listening');
const own = {
  INBOX_PORT: '0',
  // The studio is edited in the inbox.
  CATALOGUE_FILE: '',
  PUBLIC_URL: 'https://studio.example/',
  SMTP_URL: `smtp://127.0.0.1:${mail.server.address().port}`,
  MAIL_FROM: 'The studio <studio@example.org>',
  DELIVERY_ALLOW_PRIVATE: 'true',
};
const service = await startService(work, own, (line) => {
  found.address ??= /Ready for commissions on (http:[^"\s]+)/.exec(line)?.[1];
  found.setUp ??= /(http:[^"\s]+\/set-up#[^"\s]+)/.exec(line)?.[1];
  return found.address && found.setUp ? found : null;
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const inbox = new URL(service.setUp).origin;
/** Ids of the requests by their customers' names. */
const sent = new Map();
try {
  const context = await browser.newContext({
    locale: 'en-GB',
    reducedMotion: 'reduce',
    viewport: { width: 1360, height: 850 },
  });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  await setUp(page);
  await takeStart(page, inbox, folder);
  await publishStudio(page);
  await addChannels(page);
  await sendAll(page);
  await list(page);
  await request(page);
  await board(page);
  await message(page);
  await deliveries(page);
  await erasure(page);
  await channels(page);
  await mails(page);
  await takeEditor(page, inbox, folder);
} finally {
  await browser.close();
  service.child.kill('SIGTERM');
  await once(service.child, 'exit');
  for (const server of [bot, sheet, mail.server]) server.close();
  await rm(work, { recursive: true });
}

async function setUp(page) {
  await page.goto(service.setUp);
  await page.getByLabel('Name').fill('The studio');
  await page.getByLabel('E-mail').fill('studio@example.org');
  await page.getByLabel('Password').fill('four quiet grey cats');
  await page.locator('button[type=submit]').click();
  await page.getByRole('searchbox').waitFor();
}

async function publishStudio(page) {
  const document = JSON.parse(await readFile(join(root, 'examples/catalogue.json'), 'utf8'));
  const [portrait, landscape] = document.types;
  const price = (amount) => ({ amount, from: true, per: null });
  const examples = async (...works) => {
    const pictures = [];
    for (const [kind, seed] of works)
      pictures.push({ sha256: await upload(page, await draw(kind, seed, 900, 900)), alt: null });
    return pictures;
  };
  Object.assign(portrait, { price: price(18_000), pictures: await examples(['pet', 6], ['character', 4], ['pet', 7]) });
  Object.assign(landscape, { price: price(32_000), pictures: await examples(['landscape', 11], ['landscape', 15]) });
  document.logo = { sha256: await upload(page, await drawLogo()) };
  document.prices = { currency: 'EUR' };
  const { version } = await ask(page, 'GET', '/studio/draft');
  const draft = await ask(page, 'PUT', '/studio/draft', { version, document });
  await ask(page, 'POST', '/studio/publish', { version: draft.version });
}

/** Resolves with the name that a document gives the picture. */
async function upload(page, picture) {
  return (await ask(page, 'POST', '/studio/pictures', picture, 'image/png')).sha256;
}

/** Makes calls that would take many steps in the page. Resolves with the answer. */
async function ask(page, method, path, data, type = 'application/json') {
  const headers = { 'content-type': type, origin: inbox };
  const response = await page.request.fetch(`${inbox}/api/operator/v1${path}`, { method, headers, data });
  if (!response.ok()) throw new Error(`${method} ${path} was answered ${response.status()}: ${await response.text()}`);
  return response.json();
}

async function sendAll(page) {
  const wishes = [
    ['Sam Taylor', 'landscape', 'The harbour at dusk, seen from the old pier.', [['landscape', 10]]],
    [
      'Hanako Nekota',
      'portrait',
      'My cat Mikan and her six faces, in oil.',
      [
        ['pet', 9],
        ['emotes', 5],
      ],
    ],
    [
      'Priya Nair',
      'portrait',
      'My sister as the heroine of her own book.',
      [
        ['character', 2],
        ['cover', 9],
        ['tarot', 10],
      ],
    ],
    ['Jan de Vries', 'landscape', 'The mill on the hill, in winter.', []],
    [
      'Zoë Müller',
      'portrait',
      'Two cats, in oil. The grey one is shy: please let her sit behind the other.\n\nThey look like in the pictures, and there are more on https://example.org/cats\n\nIt is a present. Could it be ready before Christmas?',
      [
        ['pet', 3],
        ['pet', 24],
        ['landscape', 13],
      ],
    ],
  ];
  // One customer has sent two of them.
  const mailboxes = { 'Sam Taylor': 'zoe', 'Zoë Müller': 'zoe' };
  for (const [customerName, typeId, message, works] of wishes) {
    const form = new FormData();
    const payload = {
      customerName,
      customerEmail: `${mailboxes[customerName] ?? customerName.split(' ')[0]?.toLowerCase()}@example.org`,
      message,
      typeId,
      extraIds: ['frame'],
      customerSocials: null,
    };
    form.set('payload', JSON.stringify(payload));
    for (const [kind, seed] of works) {
      const picture = await draw(kind, seed, 1280, 960);
      form.append('files', new File([picture], `${kind} ${seed}.png`, { type: 'image/png' }));
    }
    // The page sends the language that the customer has chosen.
    const headers = {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'content-language': 'en',
    };
    const response = await fetch(new URL('api/v1/commissions', service.address), {
      method: 'POST',
      headers,
      body: form,
    });
    if (response.status !== 201) throw new Error(await response.text());
    sent.set(customerName, (await response.json()).id);
  }
  await page.reload();
}

async function list(page) {
  await page.getByRole('listitem').filter({ hasText: 'Zoë Müller' }).waitFor();
  await decide(page, 'Sam Taylor', 'IN_PROGRESS');
  await decide(page, 'Priya Nair', 'WAITLISTED');
  await page.goto(inbox);
  await page.getByRole('checkbox', { name: /Jan de Vries/ }).check();
  await page.getByRole('checkbox', { name: /Hanako/ }).check();
  await settled(page);
  await shoot(page, join(folder, 'inbox-list.png'));
}

async function decide(page, name, status) {
  await change(page, name, { status, unread: false });
}

async function change(page, name, values) {
  const path = `/requests/${sent.get(name)}`;
  const { version } = await ask(page, 'GET', path);
  await ask(page, 'PATCH', path, { version, ...values });
}

async function request(page) {
  await ask(page, 'POST', `/requests/${sent.get('Zoë Müller')}/notes`, { text: 'Ask her which frame.' });
  await change(page, 'Zoë Müller', { labels: ['gift'], dueOn: '2026-12-18' });
  await openZoe(page);
  await settled(page);
  await shoot(page, join(folder, 'inbox-request.png'));
  await page
    .locator('.request-pane')
    .getByRole('button')
    .filter({ has: page.locator('img') })
    .first()
    .click();
  await page.locator('dialog[open] img').first().waitFor();
  await settled(page);
  await shoot(page, join(folder, 'inbox-picture.png'));
  await page.keyboard.press('Escape');
}

async function board(page) {
  await page.goto(`${inbox}/board`);
  await page.locator('.board-card').nth(4).waitFor();
  await settled(page);
  await shoot(page, join(folder, 'inbox-board.png'));
}

async function addChannels(page) {
  const hooks = [
    ['Studio bot', bot],
    ['The spreadsheet', sheet],
  ];
  for (const [name, server] of hooks) {
    const url = `http://127.0.0.1:${server.address().port}/`;
    await ask(page, 'POST', '/channels', {
      kind: 'webhook',
      name,
      url,
      types: ['request.created'],
      fields: ['customerName'],
    });
  }
  const customers = { audience: 'customers', language: 'en', messages: true };
  await ask(page, 'POST', '/channels/mail', { name: 'Customers', types: ['request.created'], mail: customers });
}

async function openZoe(page) {
  await page.goto(`${inbox}/requests/${sent.get('Zoë Müller')}`);
  await page.getByRole('heading', { level: 1, name: 'Zoë Müller' }).waitFor();
}

async function message(page) {
  await openZoe(page);
  await page.keyboard.press('r');
  await page.locator('textarea:focus').waitFor();
  await page.getByRole('combobox', { name: 'Templates' }).selectOption({ label: 'A question' });
  const words = page.locator('.composer textarea').first();
  await words.scrollIntoViewIfNeeded();
  await settled(page);
  await shoot(page, join(folder, 'inbox-message.png'));
  await words.fill('');
}

async function deliveries(page) {
  const part = page.locator('details').filter({ has: page.getByText(/^Deliveries \(/) });
  await part.locator('summary').click();
  await part.locator('.opens').first().waitFor();
  await part.scrollIntoViewIfNeeded();
  await part.locator('li', { hasText: 'Waiting' }).locator('.opens').first().click();
  await page.locator('.attempts li').first().waitFor();
  await settled(page);
  await shoot(page, join(folder, 'inbox-delivery.png'));
}

async function erasure(page) {
  await openZoe(page);
  await page.getByRole('button', { name: 'Erase this request' }).click();
  await page.getByLabel(/^All \d+ requests/).check();
  await page.getByLabel('to confirm').focus();
  await settled(page);
  await shoot(page, join(folder, 'inbox-erase.png'));
}

async function channels(page) {
  await page.goto(`${inbox}/settings/channels`);
  await page.getByText('Last attempt failed').waitFor();
  await page.getByRole('link', { name: 'The spreadsheet' }).click();
  await page.locator('.deliveries li').first().waitFor();
  await settled(page);
  await shoot(page, join(folder, 'inbox-channel.png'));
}

async function mails(page) {
  await page.goto(`${inbox}/settings/mails`);
  await page.frameLocator('iframe').getByRole('heading').first().waitFor();
  await settled(page);
  await shoot(page, join(folder, 'inbox-mail.png'));
}
