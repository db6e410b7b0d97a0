import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { studioCatalogue } from '../../page/test/support/catalogue.ts';
import { smallPicture } from '../../page/test/support/files.ts';
import { attach, type Stage, setStage } from '../../page/test/support/stage.ts';
import { expectStored } from './support/expect-stored.ts';
import { type Host, startHost } from './support/host.ts';
import { buildPackage } from './support/package.ts';

let host: Host;
let stage: Stage;

beforeAll(async () => {
  host = await startHost({ folder: 'eleventy/dist' });
  stage = await setStage({ catalogue: studioCatalogue, publicPath: '/studio/', allowedOrigins: host.origin });
  await buildPackage('eleventy', { COMMISSION_ENDPOINT: stage.site.url });
});

afterAll(async () => {
  await host.close();
  await stage.close();
});

async function openFilled(email = 'zoe@example.org') {
  const opened = await stage.open();
  const { page } = opened;
  await page.goto(`${host.origin}/`);
  await page.getByRole('link', { name: 'Portrait' }).click();
  await page.getByLabel('Name').fill('Zoë Müller');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Message').fill('Two cats 🐈🐈, in oil');
  return { ...opened, send: page.getByRole('button', { name: 'Send' }), said: page.getByRole('status') };
}

describe('the static site', () => {
  it('cannot be sent before its script runs', async () => {
    const { page } = await stage.open({ javaScriptEnabled: false });
    await page.goto(`${host.origin}/`);
    await page.getByRole('link', { name: 'Portrait' }).click();
    expect(await page.getByRole('button', { name: 'Send' }).isEnabled()).toBe(false);
    expect(await page.content()).toContain('The form needs JavaScript.');
  });

  it('shows the faults that the service reports', async () => {
    // Valid for the browser's own check of the field.
    const { send, said } = await openFilled('zoe@localhost');
    await send.click();
    await said.filter({ hasText: 'customerEmail: Invalid email address' }).waitFor();
    expect(await stage.service.stored()).toMatchObject({ requests: 0 });
  });

  it('knows the limits from its build, and sends no form beyond them', async () => {
    const { page, send, said } = await openFilled();
    await page.getByText('Up to 10 pictures of up to 10 MiB each').waitFor();
    const picture = await stage.folder.write('cat.png', smallPicture);
    await attach(
      page,
      Array.from({ length: 11 }, () => picture),
    );
    stage.site.keys.length = 0;
    await send.click();
    await said.filter({ hasText: 'Please choose at most 10 pictures.' }).waitFor();
    expect(stage.site.keys).toEqual([]);
  });

  it('has a request stored with the choices from the catalogue of its build', async () => {
    const { page, faults, send, said } = await openFilled();
    await page.getByLabel('Full figure').check();
    await page.getByLabel('Oak frame').check();
    await attach(page, [await stage.folder.write('cat.png', smallPicture)]);
    await send.click();
    const thanks = said.filter({ hasText: 'Thank you!' });
    await thanks.waitFor();
    const id = /number (\S+)\./.exec((await thanks.textContent()) ?? '')?.[1];
    const request = { customer_name: 'Zoë Müller', type_id: 'portrait', option_id: 'full', extra_ids: ['frame'] };
    await expectStored(stage.service, id, request, { name: 'cat.png', bytes: smallPicture });
    expect(faults).toEqual([]);
  });
});
