import { describe, expect, it } from 'vitest';
import { rows } from './support/rows.ts';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile();

describe('the inbox', () => {
  it('can be installed: its manifest and icons are there for everybody', async () => {
    const { page } = await stage.open();
    const href = await page.locator('link[rel=manifest]').getAttribute('href');
    // Otherwise a proxy with a cookie of its own would reject it.
    expect(await page.locator('link[rel=manifest]').getAttribute('crossorigin')).toBe('use-credentials');
    const response = await fetch(stage.url + href);
    expect(response.headers.get('content-type')).toBe('application/manifest+json');
    const manifest = await response.json();
    expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'standalone', name: 'Commissions' });
    const icons = manifest.icons.map(({ sizes, purpose }: { sizes: string; purpose: string }) => `${purpose} ${sizes}`);
    expect(icons).toEqual(['any 192x192', 'any 512x512', 'maskable 512x512']);
    for (const { src } of manifest.icons) {
      const icon = await fetch(stage.url + src);
      expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png']);
    }
    const client = await page.context().newCDPSession(page);
    const { errors } = await client.send('Page.getAppManifest');
    expect(errors).toEqual([]);
  });

  it('shows how many requests are new at its icon and in its title', async () => {
    await stage.inbox.store({});
    const { page } = await stage.open();
    await page.addInitScript(() => {
      navigator.setAppBadge = async (count) => {
        document.documentElement.dataset.badge = String(count);
      };
    });
    await page.reload();
    await rows(page).first().waitFor();
    const badge = () => page.evaluate(() => document.documentElement.dataset.badge);
    await until(badge).toBe('1');
    await until(() => page.title()).toMatch(/^\(1\) /);
    await stage.submit({});
    await until(badge).toBe('2');
    await page.addInitScript(() => {
      navigator.clearAppBadge = async () => {
        document.documentElement.dataset.badge = 'none';
      };
    });
    // The sign-in page redirects a signed-in person to the inbox, which sets the badge again.
    await page.context().clearCookies();
    await page.goto(`${stage.url}/sign-in`);
    await until(badge).toBe('none');
  });
});
