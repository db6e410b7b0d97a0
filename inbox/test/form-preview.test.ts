import type { Frame, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { startSite } from '../../page/test/support/site.ts';
import { clearStudio, openPart, partOf } from './support/form-editor.ts';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile({ CATALOGUE_FILE: '' });

beforeEach(() => clearStudio(stage));

async function openPreview(): Promise<{ page: Page; frame: Frame }> {
  const { page } = await stage.open({ role: 'owner', path: '/settings/form' });
  await page.getByRole('button', { name: 'As a painter' }).click();
  const frame = page.frame({ url: /form-preview/ });
  if (frame === null) throw new Error('There is no preview');
  await frame.getByText('Paintings made by hand').waitFor();
  return { page, frame };
}

describe('the preview of the form', () => {
  it('is the customers’ own page: wide or narrow, light or dark, in each language', async () => {
    const { page, frame } = await openPreview();
    const scripts = await frame.evaluate(() => [...document.scripts].map(({ src }) => new URL(src).pathname));
    const customers = await (await fetch(stage.service.address)).text();
    const [own] = /assets\/index-[\w-]+\.js/.exec(customers) ?? [];
    expect(scripts.at(-1)).toBe(`/form-preview/${own}`);
    expect(await frame.getByText('could not be loaded').count()).toBe(0);
    expect(await frame.evaluate(() => self.origin)).toBe('null');
    await page.getByRole('button', { name: 'Narrow, as on a phone' }).click();
    await until(() => frame.evaluate(() => innerWidth)).toBeLessThan(400);
    for (const scheme of ['dark', 'light']) {
      await page.getByRole('button', { name: `In ${scheme} colours` }).click();
      await until(() => frame.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(scheme);
    }
    await page.getByLabel('Add a language').selectOption('ar');
    await frame.getByText('الرسالة').first().waitFor();
    expect(await frame.evaluate(() => document.documentElement.lang)).toBe('ar');
  });

  it('scrolls to the edited part and outlines it', async () => {
    const { page, frame } = await openPreview();
    const outlined = frame.locator('[style*="outline"]');
    const isInSight = () =>
      outlined.evaluate((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    await openPart(page, 'Extras');
    await until(() => outlined.textContent()).toMatch(/^Extras.*Frame/);
    const extras = partOf(page, 'Extras');
    await extras.getByRole('button', { name: 'Add an extra' }).click();
    await until(() => outlined.textContent()).toContain('New extra');
    await until(isInSight).toBe(true);
    const questions = await openPart(page, 'Questions');
    await questions.getByRole('button', { name: 'Add a question' }).click();
    await until(() => outlined.textContent()).toContain('New question');
    await until(isInSight).toBe(true);
    const types = await openPart(page, 'What you offer');
    await types.getByRole('button', { name: 'Landscape', exact: true }).click();
    await until(() => outlined.textContent()).toContain('Landscape');
    // The page shows options once their type is chosen.
    await types.getByRole('button', { name: 'Add an option' }).click();
    await until(() => outlined.textContent()).toBe('New option');
    await until(isInSight).toBe(true);
    await openPart(page, 'Contact');
    await until(() => outlined.count()).toBe(0);
  });

  it('sends no request and shows that, and takes messages from its editor alone', async () => {
    const { page, frame } = await openPreview();
    const attack = { kind: 'form-preview', catalogue: { types: [], title: { en: 'Attacked' } }, language: 'en' };
    await frame.evaluate((message) => window.postMessage(message, '*'), attack);
    await page.evaluate(() => window.postMessage({ kind: 'form-preview-send' }, '*'));
    // Messages arrive in the order of their sending.
    await page.getByLabel('Title', { exact: true }).fill('Safe');
    await frame.getByRole('heading', { name: 'Safe' }).waitFor();
    expect(await frame.getByText('Attacked').count()).toBe(0);
    expect(await page.getByText('This is a preview').count()).toBe(0);

    await frame.getByLabel('Name').fill('Zoë');
    await frame.getByLabel('E-mail').fill('zoe@example.org');
    await frame.getByRole('textbox', { name: 'Message' }).fill('Two cats');
    await frame.getByRole('button', { name: 'Send request' }).click();
    await page.locator('.form-preview').getByText('This is a preview: nothing was sent.').waitFor();
    expect((await stage.service.stored()).requests).toBe(0);
    await page.getByText('Draft saved.').waitFor();
    await page.reload();
    await page.frameLocator('.form-frame').getByLabel('Name').waitFor();
    expect(await page.frameLocator('.form-frame').getByLabel('Name').inputValue()).toBe('');
  });

  it('is framed by the inbox alone, by a person who is signed in', async () => {
    expect((await fetch(`${stage.url}/form-preview/`)).status).toBe(401);
    expect((await fetch(`${stage.service.address}/form-preview/`)).status).toBe(404);
    const site = await startSite({ service: stage.service.address });
    site.pages.set('/frame.html', `<!doctype html><title>x</title><iframe src="${stage.url}/form-preview/"></iframe>`);
    site.policy = 'frame-src *';
    const { page } = await stage.open({ role: 'owner' });
    const response = await page.request.get(`${stage.url}/form-preview/`);
    expect(response.headers()['content-security-policy']).toContain("frame-ancestors 'self'");
    expect(response.headers()['content-security-policy']).not.toContain('connect-src');
    await page.goto(`${site.origin}/frame.html`);
    const [, frame] = page.frames();
    await until(() => frame?.url()).toMatch(/^chrome-error:|sign-in/);
    await site.close();
  });
});
