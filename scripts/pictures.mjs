import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { draw } from './art/art.mjs';
import { takeDesign } from './design-picture.mjs';
import { patienceMs, root, shoot, startService } from './picture-service.mjs';
import { takeCards, takeStudio } from './studio-pictures.mjs';

/**
 * Takes the documentation's pictures of the page into a folder: `docs/pictures/` unless the first argument names
 * another. Uses the built service with the catalogue of the examples. Requires Chromium, like the page's tests.
 */
const folder = resolve(process.argv[2] ?? join(root, 'docs/pictures'));
await mkdir(folder, { recursive: true });
const work = await mkdtemp(join(tmpdir(), 'pictures-'));
const found = {};
const service = await startService(work, { INBOX_PORT: '0' }, (line) => {
  found.address ??= /Ready for commissions on (http:[^"\s]+)/.exec(line)?.[1];
  found.inbox ??= /The inbox is on (http:[^"\s]+)/.exec(line)?.[1];
  return found.address && found.inbox ? found : null;
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  await desktop();
  await phone();
  await takeStudio(open, folder);
  await takeCards(open, folder);
  await takeDesign(browser, join(folder, 'design.png'));
} finally {
  await browser.close();
  service.child.kill('SIGTERM');
  await once(service.child, 'exit');
  await rm(work, { recursive: true });
}

async function desktop() {
  const page = await open({ viewport: { width: 860, height: 900 }, colorScheme: 'light' });
  await page.getByRole('radio', { name: 'Portrait' }).check();
  await page.getByRole('radio', { name: 'Head and shoulders' }).check();
  await page.getByRole('checkbox', { name: 'Oak frame' }).check();
  await page.getByLabel('Name').fill('Zoë Müller');
  await page.getByLabel('E-mail').fill('zoe@example.org');
  await page.getByLabel('Message').fill('Two cats, in oil. The grey one is shy: please let her sit behind the other.');
  const files = [
    { name: 'evening at the lake.png', mimeType: 'image/png', buffer: await draw('landscape', 15, 1280, 960) },
    { name: 'the grey one.png', mimeType: 'image/png', buffer: await draw('pet', 3, 1280, 960) },
  ];
  await page.setInputFiles('input[type=file]', files);
  await page.getByText('the grey one.png').waitFor();
  await page.locator('canvas').last().waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await page.setViewportSize({ width: 860, height: 600 });
  await shoot(page, join(folder, 'form.png'));
  await page.evaluate(() => document.activeElement?.blur());
  await page.setViewportSize({ width: 860, height: 860 });
  await page.getByText('Your wishes').evaluate((heading) => scrollBy(0, heading.getBoundingClientRect().top - 40));
  await shoot(page, join(folder, 'attachments.png'));
  await page.getByRole('button', { name: 'Send request' }).click();
  await page.getByText('Your request has arrived').first().waitFor();
  await page.setViewportSize({ width: 860, height: 640 });
  await page.evaluate(() => scrollTo(0, 0));
  await shoot(page, join(folder, 'receipt.png'));
  await status(await page.locator('[part~=status-link]').getAttribute('href'));
  await page.context().close();
}

/** The status page of a request in progress. */
async function status(address) {
  const args = ['tokens', 'create', '--name', 'pictures', '--scopes', 'write'];
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'dist/main.js'), ...args], service.where);
  const headers = { authorization: `Bearer ${stdout.trim()}`, 'content-type': 'application/json' };
  const requests = `${service.inbox}/api/operator/v1/requests`;
  const { items } = await (await fetch(requests, { headers })).json();
  const publicMessage = 'The sketch is ready! I will send you the colours on Friday.\n\nAnna';
  const body = JSON.stringify({ status: 'IN_PROGRESS', publicMessage, version: items[0].version });
  await fetch(`${requests}/${items[0].id}`, { method: 'PATCH', headers, body });
  const page = await browser.newPage({ locale: 'en-GB', colorScheme: 'light', viewport: { width: 860, height: 720 } });
  await page.goto(address);
  await shoot(page, join(folder, 'status.png'));
  await page.close();
}

async function phone() {
  const page = await open({
    viewport: { width: 390, height: 800 },
    colorScheme: 'dark',
    isMobile: true,
    hasTouch: true,
  });
  await shoot(page, join(folder, 'phone.png'));
  await page.context().close();
}

async function open(options) {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  await page.goto(service.address);
  await page.getByRole('radio', { name: 'Portrait' }).waitFor();
  return page;
}
