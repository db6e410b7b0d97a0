import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { studioCatalogue } from './support/catalogue.ts';
import { type Site, startSite } from './support/site.ts';
import { fillIn, receipt, type Stage, sendButton, setStage } from './support/stage.ts';

let stage: Stage;
let host: Site;

beforeAll(async () => {
  stage = await setStage({ catalogue: studioCatalogue, publicPath: '/studio/', allowedOrigins: '*' });
  host = await startSite({ service: 'http://127.0.0.1:1' });
  // A page with a will of its own: styles that would spoil a form, and a policy that allows what embedding needs.
  host.pages.set(
    '/shop.html',
    `<!doctype html><html lang="de"><meta charset="utf-8"><title>Shop</title>
     <link rel="stylesheet" href="/shop.css"><h1>Shop</h1>
     <commission-form endpoint="${stage.site.url}" lang="de"></commission-form>
     <script src="${stage.site.url}embed.js"></script><script src="${stage.site.url}embed.js"></script>
     <script src="/shop.js"></script></html>`,
  );
  host.pages.set('/shop.css', 'input, button { display: none !important; color: red !important }');
  host.pages.set(
    '/shop.js',
    `document.addEventListener('commission-sent', ({ detail }) => document.body.setAttribute('data-sent', detail.id));`,
  );
  host.policy = `default-src 'none'; style-src 'self'; script-src 'self' ${stage.site.origin}; connect-src ${stage.site.origin}`;
});

afterAll(async () => {
  await host.close();
  await stage.close();
});

describe('the custom element on the page of another origin', () => {
  it('sends a request and tells its page, whatever the styles and the policy of that page', async () => {
    const { page, faults } = await stage.open();
    await page.goto(`${host.origin}/shop.html`);
    await page.getByRole('heading', { level: 2, name: 'Atelier Lindenhof' }).waitFor();
    await page.getByRole('radio', { name: 'Porträt' }).check();
    await page.getByLabel('Sprache').selectOption('English');
    await fillIn(page);
    await sendButton(page).click();
    await receipt(page).waitFor();
    const { rows } = await stage.service.pool.query('select id, type_id from commission_requests');
    expect(rows).toEqual([{ id: await page.locator('body').getAttribute('data-sent'), type_id: 'portrait' }]);
    expect(faults).toEqual([]);
  });

  it('tells the errors of the service across origins', async () => {
    const { page } = await stage.open({ locale: 'en-GB' });
    await page.goto(`${host.origin}/shop.html`);
    await page.getByLabel('Sprache').selectOption('English');
    await fillIn(page);
    const issues = [{ code: 'too_small', path: ['message'], message: 'Too small' }];
    const headers = { 'access-control-allow-origin': '*' };
    stage.site.faults.push({ status: 422, body: { error: 'Validation error', issues }, headers });
    await sendButton(page).click();
    await page.getByRole('region', { name: 'One entry needs your attention' }).waitFor();
  });
});
