import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite } from '../../page/test/support/site.ts';
import { rows } from './support/rows.ts';
import { type InboxPageStage, setInboxStage } from './support/stage.ts';

let stage: InboxPageStage;

beforeAll(async () => {
  stage = await setInboxStage();
});

afterAll(() => stage.close());

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

describe('what a stranger writes', () => {
  it.each(attacks)('is text and nothing else: %s', async (attack) => {
    await stage.clear();
    const id = await stage.submit({
      payload: { customerName: attack, message: attack, customerSocials: attack, typeId: attack, optionId: attack },
      files: [{ name: `${attack.replaceAll('/', '_')}.png`, type: 'text/html', content: Buffer.from(attack) }],
    });
    await stage.inbox.editor.change(
      id,
      1,
      { labels: [attack.replaceAll(',', ' ').slice(0, 50).trim()] },
      stage.inbox.actor,
    );
    const { page, faults } = await stage.open();
    await rows(page).first().waitFor();
    const shownName = attack.replace(/[\u202e\u2066]/g, '\ufffd');
    expect(await rows(page).first().locator('.name').textContent()).toBe(shownName);
    expect(await rows(page).first().locator('.first-line').textContent()).toBe(attack);
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    await page.locator('.toast').getByText(shownName).first().waitFor();
    await page.keyboard.press('u');
    await page.goto(
      `${stage.url}/?q=${encodeURIComponent(attack)}&type=${encodeURIComponent(attack)}&label=${encodeURIComponent(attack)}`,
    );
    await page.locator('.message, .row').first().waitFor();
    const found = await page.evaluate(() => ({
      wasAttacked: 'wasAttacked' in window,
      frames: document.querySelectorAll('iframe, object, embed').length,
      scripts: document.querySelectorAll('body script').length,
      strangeLinks: [...document.querySelectorAll('a')].filter(({ href }) => !href.startsWith(location.origin)).length,
    }));
    expect(found).toEqual({ wasAttacked: false, frames: 0, scripts: 0, strangeLinks: 0 });
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('is text in the name of a saved view too, or in what a browser keeps', async () => {
    await stage.clear();
    await stage.submit({});
    const { page, faults } = await stage.open();
    const kept = [{ name: attacks[1], search: `javascript:${script}` }, { name: 7 }, null];
    await page.evaluate((views) => localStorage.setItem('inbox-views inbox', JSON.stringify(views)), kept);
    await page.reload();
    await rows(page).first().waitFor();
    await page
      .getByRole('button', { name: attacks[1] ?? '' })
      .first()
      .click();
    expect(new URL(page.url()).origin).toBe(stage.url);
    expect(await page.evaluate(() => 'wasAttacked' in window)).toBe(false);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

describe('the page', () => {
  it('has no inline script or style, and a policy that allows none', async () => {
    const { page } = await stage.open();
    const response = await page.goto(stage.url);
    const policy = response?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(await response?.text()).not.toMatch(/<style|style=| on\w+=|<script(?![^>]*src=)/);
    await page.context().close();
  });

  it('has a listener for violations that hears them', async () => {
    const { page, faults } = await stage.open();
    await page.evaluate(() => {
      const image = document.createElement('img');
      image.src = 'https://evil.example/x.png';
      document.body.append(image);
    });
    await expect.poll(() => faults).toEqual(['img-src: https://evil.example/x.png']);
    await page.context().close();
  });

  it('is shown in no frame of another site, nor of its own', async () => {
    const site = await startSite({ service: stage.service.address });
    site.pages.set('/frame.html', `<!doctype html><title>x</title><iframe src="${stage.url}/"></iframe>`);
    site.policy = 'frame-src *';
    const { page } = await stage.open();
    await page.goto(`${site.origin}/frame.html`);
    const [, frame] = page.frames();
    await expect.poll(() => frame?.url()).toMatch(/^chrome-error:/);
    await page.context().close();
    await site.close();
  });

  it('keeps nothing about requests in the browser', async () => {
    await stage.clear();
    await stage.submit({ payload: { customerName: 'Zoë Secret' } });
    const { page } = await stage.open();
    await rows(page).first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    await page.locator('.toast').first().waitFor();
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).not.toMatch(/Secret|zoe@example/);
    await page.context().close();
  });

  it('leads a stranger to the sign-in, and from there back to where the link led', async () => {
    const id = await stage.submit({ payload: { customerName: 'Linked' } });
    await stage.personOf('operator');
    const page = await stage.browser.newPage();
    await page.goto(`${stage.url}/requests/${id}?status=all`);
    expect(new URL(page.url()).pathname).toBe('/sign-in');
    await page.getByLabel('E-mail address').fill('operator@example.org');
    await page.getByLabel('Password').fill(stage.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Linked' }).waitFor();
    expect(page.url()).toBe(`${stage.url}/requests/${id}?status=all`);
    await page.close();
  });

  it.each(['https://evil.example/', '//evil.example/', '/\\evil.example', 'javascript:alert(1)', '\t//evil.example'])(
    'is never left by a sign-in that names %j',
    async (next) => {
      await stage.personOf('operator');
      const page = await stage.browser.newPage();
      await page.goto(`${stage.url}/sign-in?next=${encodeURIComponent(next)}`);
      await page.getByLabel('E-mail address').fill('operator@example.org');
      await page.getByLabel('Password').fill(stage.password);
      await page.keyboard.press('Enter');
      await page.getByRole('navigation', { name: 'Pages' }).waitFor();
      expect(new URL(page.url()).origin).toBe(stage.url);
      await page.close();
    },
  );
});
