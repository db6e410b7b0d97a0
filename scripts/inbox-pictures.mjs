import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { drawing, root, startService } from './picture-service.mjs';

/**
 * Takes the pictures of the inbox that the documentation shows, into a folder: `docs/pictures/` unless the first argument
 * names another. Of the built service, with requests sent to it as customers do. Needs Chromium.
 */
const folder = resolve(process.argv[2] ?? join(root, 'docs/pictures'));
await mkdir(folder, { recursive: true });
const work = await mkdtemp(join(tmpdir(), 'inbox-pictures-'));
const found = {};
const service = await startService(work, { INBOX_PORT: '0' }, (line) => {
  found.address ??= /Ready for commissions on (http:[^"\s]+)/.exec(line)?.[1];
  found.setUp ??= /(http:[^"\s]+\/set-up#[^"\s]+)/.exec(line)?.[1];
  return found.address && found.setUp ? found : null;
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const inbox = new URL(service.setUp).origin;
try {
  const context = await browser.newContext({
    locale: 'en-GB',
    reducedMotion: 'reduce',
    viewport: { width: 1360, height: 850 },
  });
  const page = await context.newPage();
  await setUp(page);
  await sendAll(page);
  await list(page);
  await request(page);
  await board(page);
} finally {
  await browser.close();
  service.child.kill('SIGTERM');
  await once(service.child, 'exit');
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

async function sendAll(page) {
  const wishes = [
    ['Sam Taylor', 'landscape', 'The harbour at dusk, seen from the old pier.', [200]],
    ['猫田 花子', 'portrait', '猫を二匹、油彩でお願いします。', [330]],
    ['Priya Nair', 'portrait', 'My grandmother at her sewing machine, from the pictures.', [20, 40]],
    ['Jan de Vries', 'landscape', 'The mill on the hill, in winter.', []],
    [
      'Zoë Müller',
      'portrait',
      'Two cats, in oil. The grey one is shy: please let her sit behind the other.\n\nThey look like in the pictures, and there are more on https://example.org/cats\n\nIt is a present. Could it be ready before Christmas?',
      [210, 30, 120],
    ],
  ];
  for (const [customerName, typeId, message, hues] of wishes) {
    const form = new FormData();
    const payload = {
      customerName,
      customerEmail: 'zoe@example.org',
      message,
      typeId,
      extraIds: ['frame'],
      customerSocials: null,
    };
    form.set('payload', JSON.stringify(payload));
    for (const hue of hues) {
      const picture = await drawing(page, hue, 1280, 960);
      form.append('files', new File([picture], `picture ${hue}.png`, { type: 'image/png' }));
    }
    const response = await fetch(new URL('api/v1/commissions', service.address), { method: 'POST', body: form });
    if (response.status !== 201) throw new Error(await response.text());
  }
  await page.reload();
}

async function list(page) {
  await page.getByRole('listitem').filter({ hasText: 'Zoë Müller' }).waitFor();
  await decide(page, 'Sam Taylor', 'IN_PROGRESS');
  await decide(page, 'Priya Nair', 'WAITLISTED');
  await page.goto(inbox);
  await page.getByRole('checkbox', { name: /Jan de Vries/ }).check();
  await page.getByRole('checkbox', { name: /猫田/ }).check();
  await settled(page);
  await page.screenshot({ path: join(folder, 'inbox-list.png') });
}

async function decide(page, name, status) {
  await page.getByRole('listitem').filter({ hasText: name }).getByRole('link').click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.locator('.decisions select').selectOption(status);
  await page.getByRole('button', { name: 'Dismiss' }).click();
}

async function request(page) {
  await page.goto(inbox);
  await page.getByRole('listitem').filter({ hasText: 'Zoë Müller' }).getByRole('link').click();
  await page.getByLabel('New note').fill('Ask her which frame.');
  await page.getByRole('button', { name: 'Add the note' }).click();
  await page.locator('.labels input').fill('gift');
  await page.locator('.labels input').press('Enter');
  await page.getByRole('button', { name: 'Take gift off' }).waitFor();
  await page.locator('.due input').fill('2026-12-18');
  await page.locator('.due input').press('Enter');
  await page.locator('.due p').filter({ hasText: '18 Dec' }).waitFor();
  await page.locator('.request-pane').evaluate((pane) => pane.scrollTo({ top: 0 }));
  await page.getByRole('heading', { level: 1, name: 'Zoë Müller' }).focus();
  await settled(page);
  await page.screenshot({ path: join(folder, 'inbox-request.png') });
  await page.locator('.contact-sheet .frame').first().click();
  await settled(page);
  await page.screenshot({ path: join(folder, 'inbox-picture.png') });
  await page.keyboard.press('Escape');
}

async function board(page) {
  await page.goto(`${inbox}/board`);
  await page.locator('.card').nth(4).waitFor();
  await settled(page);
  await page.screenshot({ path: join(folder, 'inbox-board.png') });
}

/** Until every picture that is to be seen is there. */
async function settled(page) {
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete), null, { timeout: 60_000 });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}
