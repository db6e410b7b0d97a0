import { describe, expect, it } from 'vitest';
import { setInboxStage } from './support/stage.ts';

async function showLink(env: Record<string, string>) {
  const stage = await setInboxStage(env);
  const { page } = await stage.open({ path: `/requests/${await stage.submit({})}`, role: 'viewer' });
  await page.getByRole('button', { name: 'Link to the status page' }).click();
  const url = await page.locator('.secret').inputValue();
  return { url, open: page.getByRole('link', { name: 'Open in a new tab' }), close: stage.close };
}

describe('the link to the status page', () => {
  it('opens in a new tab that knows nothing of the inbox', async () => {
    const { url, open, close } = await showLink({ PUBLIC_URL: 'https://studio.example.org' });
    expect(url).toMatch(/^https:\/\/studio\.example\.org\/requests\//);
    expect(await open.getAttribute('href')).toBe(url);
    expect(await open.getAttribute('target')).toBe('_blank');
    expect(await open.getAttribute('rel')).toBe('noopener noreferrer');
    await close();
  });

  it('cannot be opened while the service does not know its public address', async () => {
    const { url, open, close } = await showLink({});
    expect(url).toMatch(/^\/requests\//);
    expect(await open.count()).toBe(0);
    await close();
  });
});
