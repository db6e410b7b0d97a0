import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { studioCatalogue } from '../../page/test/support/catalogue.ts';
import { smallPicture } from '../../page/test/support/files.ts';
import { attach, fillIn, type Stage, sendButton, setStage } from '../../page/test/support/stage.ts';
import { idEndingOf } from '../../src/intake/submission/request-number.ts';
import { expectStored } from './support/expect-stored.ts';
import { type Host, startHost } from './support/host.ts';

let host: Host;
let stage: Stage;

beforeAll(async () => {
  host = await startHost({ folder: 'html', serviceAddress: () => stage.site.url });
  stage = await setStage({ catalogue: studioCatalogue, allowedOrigins: host.origin });
});

afterAll(async () => {
  await host.close();
  await stage.close();
});

async function openFilled() {
  const opened = await stage.open();
  await opened.page.goto(`${host.origin}/`);
  await fillIn(opened.page);
  return opened;
}

describe('the plain page', () => {
  it('names the entry that breaks a rule of the service, and does not send the form', async () => {
    const { page } = await openFilled();
    await page.getByLabel('Name').fill('n'.repeat(201));
    await sendButton(page).click();
    await page.getByRole('region', { name: 'One entry needs your attention' }).waitFor();
    expect(stage.site.keys).toEqual([]);
  });

  it('has its request stored, and thanks for it', async () => {
    const { page, faults } = await openFilled();
    await page.getByRole('radio', { name: 'Portrait' }).check();
    await attach(page, [await stage.folder.write('cat.png', smallPicture)]);
    await sendButton(page).click();
    const thanks = page.getByText(/^Thank you! We have had your request/);
    await thanks.waitFor();
    const requestNumber = /request (\S+) since/.exec((await thanks.textContent()) ?? '')?.[1] ?? '';
    const { rows } = await stage.service.pool.query(
      'select id from commission_requests where right(id::text, 10) = $1',
      [idEndingOf(requestNumber)],
    );
    const id = rows[0]?.id;
    const file = { name: 'cat.png', bytes: smallPicture };
    await expectStored(stage.service, id, { customer_name: 'Zoë Müller', type_id: 'portrait' }, file);
    expect(faults).toEqual([]);
  });

  it('says how to write instead where the form cannot be loaded', async () => {
    const { page } = await stage.open();
    await page.route('**/embed.js', (route) => route.abort());
    await page.goto(`${host.origin}/`);
    await page.getByRole('link', { name: 'studio@example.org' }).waitFor();
  });
});
