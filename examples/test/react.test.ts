import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { smallPicture } from '../../page/test/support/files.ts';
import { attach, type Stage, setStage, takeNetwork } from '../../page/test/support/stage.ts';
import { expectStored } from './support/expect-stored.ts';
import { type Host, startHost } from './support/host.ts';
import { buildPackage } from './support/package.ts';

let host: Host;
let stage: Stage;

beforeAll(async () => {
  host = await startHost({ folder: 'react/dist' });
  stage = await setStage({ allowedOrigins: host.origin });
  await buildPackage('react', { VITE_COMMISSION_ENDPOINT: stage.site.url });
});

afterAll(async () => {
  await host.close();
  await stage.close();
});

afterEach(async () => {
  stage.site.keys.length = 0;
  await stage.service.pool.query('truncate commission_requests cascade');
});

const headers = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'Retry-After' };
const refused = { status: 403, body: {}, headers };
const busy = { status: 503, body: { error: 'Service busy' }, headers: { ...headers, 'retry-after': '1' } };

async function receiptId(page: Page): Promise<string | undefined> {
  const thanks = page.getByText(/^Thank you! Your request has the number/);
  await thanks.waitFor();
  return /number (\S+)\./.exec((await thanks.textContent()) ?? '')?.[1];
}

async function openFilled(email = 'zoe@example.org') {
  const opened = await stage.open();
  const { page } = opened;
  await page.goto(`${host.origin}/`);
  await page.getByLabel('Name').fill('Zoë Müller');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('What shall we paint?').fill('Two cats 🐈🐈, in oil');
  return { ...opened, send: page.getByRole('button', { name: 'Send' }) };
}

describe('the React app', () => {
  it('fits a window of 320 pixels', async () => {
    const { page } = await stage.open({ viewport: { width: 320, height: 640 } });
    await page.goto(`${host.origin}/`);
    await page.getByLabel('Reference pictures').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });

  it('marks the field that the service refuses', async () => {
    // Valid for the browser's own check of the field.
    const { page, send } = await openFilled('zoe@localhost');
    await send.click();
    await page.getByRole('alert').filter({ hasText: 'Some entries need your attention.' }).waitFor();
    const field = page.getByLabel('E-mail');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await page.getByText('Invalid email address').waitFor();
    expect(await field.inputValue()).toBe('zoe@localhost');
    expect(await stage.service.stored()).toMatchObject({ requests: 0 });
  });

  it('shows how far it is, can be cancelled, and sends the unchanged form again under its key', async () => {
    const { page, send } = await openFilled();
    const large = Buffer.alloc(1024 * 1024, 'cat');
    await attach(page, [await stage.folder.write('large.png', large)]);
    const network = await takeNetwork(page);
    await network.limit(400_000);
    await send.click();
    await page.getByText(/large\.png: [1-9]\d? %/).waitFor();
    await expect.poll(() => stage.site.keys.length).toBe(1);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Sending was cancelled. Nothing that you entered is lost.').waitFor();
    expect(await stage.service.stored()).toMatchObject({ requests: 0 });
    await network.recover();
    await send.click();
    const request = { customer_name: 'Zoë Müller', message: 'Two cats 🐈🐈, in oil' };
    await expectStored(stage.service, await receiptId(page), request, { name: 'large.png', bytes: large });
    expect(stage.site.keys.length).toBeGreaterThan(1);
    expect(new Set(stage.site.keys).size).toBe(1);
  });

  it('waits for a busy service and repeats by itself under the same key, but sends a changed form under another', async () => {
    const { page, faults, send } = await openFilled();
    await attach(page, [await stage.folder.write('cat.png', smallPicture)]);
    stage.site.faults.push(refused, busy);
    await send.click();
    await page.getByText('The studio did not take your request.').waitFor();
    await page.getByLabel('Name').fill('Zoë');
    await send.click();
    await page.getByText('The studio is busy. Attempt 2 of 5 follows by itself.').waitFor();
    const file = { name: 'cat.png', bytes: smallPicture };
    await expectStored(stage.service, await receiptId(page), { customer_name: 'Zoë' }, file);
    const [first, second, third] = stage.site.keys;
    expect(second).not.toBe(first);
    expect(third).toBe(second);
    expect(faults).toEqual([]);
  });
});
