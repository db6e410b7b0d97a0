import { beforeEach, describe, expect, it } from 'vitest';
import { startSite } from '../../page/test/support/site.ts';
import { namesIn, rows } from './support/rows.ts';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile();

beforeEach(() => stage.clear());

const script = 'window.wasAttacked = true';

/** Known cross-site scripting payloads. */
const attacks = [
  `<script>${script}</script>`,
  `<img src=x onerror="${script}">`,
  `"><svg onload="${script}">`,
  `'-alert(1)-'`,
  `javascript:${script}`,
  `<iframe srcdoc="<script>parent.${script}</script>">`,
  `<style>@import 'https://evil.example/x.css'</style>`,
  `<a href="javascript:${script}">x</a>`,
  '{{constructor.constructor("alert(1)")()}}',
  `\u202e<script>${script}</script>\u2066`,
  '__proto__',
];

const shownAs = (name: string) => name.replace(/[\u202e\u2066]/g, '\ufffd');

describe('a text of a stranger', () => {
  it('is only text, whatever its characters', async () => {
    for (const attack of attacks) {
      const id = await stage.submit({
        payload: { customerName: attack, message: attack, customerSocials: attack, typeId: attack, optionId: attack },
        files: [{ name: `${attack.replaceAll('/', '_')}.png`, type: 'text/html', content: Buffer.from(attack) }],
      });
      const labels = [attack.replaceAll(',', ' ').slice(0, 50).trim()];
      await stage.inbox.editor.change(id, 1, { labels }, stage.inbox.actor);
    }
    const { page } = await stage.open();
    await rows(page)
      .nth(attacks.length - 1)
      .waitFor();
    const newestFirst = attacks.toReversed();
    expect(await namesIn(page)).toEqual(newestFirst.map(shownAs));
    expect(await rows(page).locator('.first-line').allTextContents()).toEqual(newestFirst);
    await page.keyboard.press('j');
    for (const attack of newestFirst) {
      await page.keyboard.press('a');
      await page.locator('.toast').getByText(shownAs(attack)).first().waitFor();
    }
    const filters = attacks.map(encodeURIComponent).map((text) => `type=${text}&label=${text}`);
    await page.goto(`${stage.url}/?${filters.join('&')}`);
    for (const attack of attacks) {
      await page.getByRole('searchbox').fill(attack);
      await page.waitForURL((url) => url.searchParams.get('q') === attack);
      await page.locator('.message, .row').first().waitFor();
      const found = await page.evaluate(() => ({
        wasAttacked: 'wasAttacked' in window,
        frames: document.querySelectorAll('iframe, object, embed').length,
        scripts: document.querySelectorAll('body script').length,
        strangeLinks: [...document.querySelectorAll('a')].filter(({ href }) => !href.startsWith(location.origin))
          .length,
      }));
      expect(found, attack).toEqual({ wasAttacked: false, frames: 0, scripts: 0, strangeLinks: 0 });
    }
  });

  it('is text in the name and the filter of a saved view too, of the studio or of this browser', async () => {
    await stage.submit({});
    const { page } = await stage.open();
    const kept = [{ name: attacks[1], search: `javascript:${script}` }, { name: 7 }, null];
    await page.evaluate((views) => localStorage.setItem('inbox-views inbox', JSON.stringify(views)), kept);
    await stage.service.pool.query('insert into saved_views (name, search) values ($1, $2)', [
      attacks[1],
      `javascript:${script}`,
    ]);
    await page.reload();
    await rows(page).first().waitFor();
    for (const list of [0, 1]) {
      await page.locator('button.view').click();
      const views = page.locator('.popover:popover-open ul').nth(list);
      await views.locator('button', { hasText: attacks[1] ?? '' }).click();
    }
    expect(new URL(page.url()).origin).toBe(stage.url);
    expect(await page.evaluate(() => 'wasAttacked' in window)).toBe(false);
  });
});

describe('the page', () => {
  it('has no inline script or style, and a policy against them, whose violations are reported', async () => {
    const { page, faults } = await stage.open();
    const response = await page.goto(stage.url);
    const policy = response?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(await response?.text()).not.toMatch(/<style|style=| on\w+=|<script(?![^>]*src=)/);
    await page.evaluate(() => {
      const image = document.createElement('img');
      image.src = 'https://evil.example/x.png';
      document.body.append(image);
    });
    await until(() => faults.splice(0)).toEqual(['img-src: https://evil.example/x.png']);
  });

  it('is shown in no frame of another site, nor of its own', async () => {
    const site = await startSite({ service: stage.service.address });
    site.pages.set('/frame.html', `<!doctype html><title>x</title><iframe src="${stage.url}/"></iframe>`);
    site.policy = 'frame-src *';
    const { page } = await stage.open();
    await page.goto(`${site.origin}/frame.html`);
    const [, frame] = page.frames();
    await until(() => frame?.url()).toMatch(/^chrome-error:/);
    await site.close();
  });

  it('keeps no data of requests in the browser', async () => {
    await stage.submit({ payload: { customerName: 'Zoë Secret' } });
    const { page } = await stage.open();
    await rows(page).first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    await page.locator('.toast').first().waitFor();
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).not.toMatch(/Secret|zoe@example/);
  });

  it('leads a stranger to the sign-in, and from there back to where the link led, but to no other site', async () => {
    const id = await stage.submit({ payload: { customerName: 'Linked' } });
    await stage.personOf('operator');
    for (const [from, to] of [
      [`/requests/${id}?status=all`, `/requests/${id}?status=all`],
      [`/sign-in?next=${encodeURIComponent('/\\evil.example')}`, '/'],
    ] as const) {
      const { page } = await stage.open({ role: null, path: from });
      expect(new URL(page.url()).pathname).toBe('/sign-in');
      await page.getByLabel('E-mail address').fill('operator@example.org');
      await page.getByLabel('Password').fill(stage.password);
      await page.keyboard.press('Enter');
      await page.getByText('Linked').first().waitFor();
      expect(page.url()).toBe(`${stage.url}${to}`);
    }
  });
});
