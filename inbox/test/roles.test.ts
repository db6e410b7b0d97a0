import { beforeAll, describe, expect, it } from 'vitest';
import { smallPicture } from '../../page/test/support/files.ts';
import { inboxOfFile } from './support/stage.ts';

const stage = inboxOfFile({ PUBLIC_URL: 'https://studio.example.org' });
let id: string;

beforeAll(async () => {
  id = await stage.submit({ files: [{ name: 'a.png', type: 'image/png', content: smallPicture }] });
  await stage.inbox.editor.addEntry(id, { kind: 'note', text: 'A note' }, stage.inbox.actor);
  await stage.inbox.editor.change(
    id,
    1,
    { labels: ['gift'], dueOn: '2027-01-01', publicMessage: 'Soon' },
    stage.inbox.actor,
  );
});

describe('the inbox of a role', () => {
  it('shows a viewer everything, and no control that changes data', async () => {
    const { page } = await stage.open({ role: 'viewer', path: `/requests/${id}` });
    const changes: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') changes.push(`${request.method()} ${request.url()}`);
    });
    await page.locator('article.request').waitFor();
    for (const text of ['A note', 'gift', 'Soon', 'a.png'])
      await page.locator('article').getByText(text, { exact: true }).first().waitFor();
    expect(await page.locator('article').locator('textarea, input, select').count()).toBe(0);
    const names = (
      await page
        .locator('article button')
        .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent))
    ).map((name) => name?.trim());
    expect(names.sort()).toEqual(['Link to the status page', 'Next request', 'Previous request', 'Show a.png large']);
    for (const key of ['a', 'w', 'd', 'u', 'x']) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'Link to the status page' }).click();
    const url = await page.locator('.secret').inputValue();
    expect(url).toMatch(/^https:\/\/studio\.example\.org\/requests\//);
    // The new tab has no access to the inbox.
    const link = page.getByRole('link', { name: 'Open in a new tab' });
    expect(await link.evaluate(({ href, target, rel }: HTMLAnchorElement) => [href, target, rel])).toEqual([
      url,
      '_blank',
      'noopener noreferrer',
    ]);
    await page.goto(`${stage.url}/`);
    await page.getByRole('list', { name: 'Requests' }).getByRole('listitem').first().waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await page.keyboard.press('j');
    for (const key of ['a', 'w', 'd', 'x']) await page.keyboard.press(key);
    await page.getByText('Export').click();
    await page.getByRole('link', { name: 'Table (CSV)' }).waitFor();
    await page.goto(`${stage.url}/settings`);
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Settings' }).getByRole('link').allTextContents()).toEqual([
      'Your account',
      'History',
    ]);
    // Sections for owners cannot be opened by their addresses either.
    for (const section of ['people', 'tokens']) {
      await page.goto(`${stage.url}/settings/${section}`);
      await page.getByRole('heading', { name: 'Your account' }).waitFor();
    }
    expect(changes).toEqual([]);
    expect((await stage.inbox.reader.find(id))?.status).toBe('NEW');
  });

  it('lets an operator erase no request and manage no accounts, and shows a refusal when the role has fallen meanwhile', async () => {
    const { page } = await stage.open({ role: 'operator', path: '/settings/people' });
    await page.getByRole('heading', { level: 1, name: 'Opening' }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Settings' }).getByRole('link').allTextContents()).toEqual([
      'Opening',
      'Your account',
      'History',
    ]);
    await page.goto(`${stage.url}/requests/${id}`);
    await page.locator('article.request').waitFor();
    expect(await page.getByRole('button', { name: 'Erase this request' }).count()).toBe(0);
    await page.route('**/requests/*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({
            status: 403,
            contentType: 'application/problem+json',
            body: JSON.stringify({ type: 'urn:commissions:problem:forbidden', title: 'Not allowed', status: 403 }),
          })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Remove gift' }).click();
    await page.locator('.toast').getByText('Your role does not allow this.').waitFor();
    await page.getByRole('button', { name: 'Remove gift' }).waitFor();
  });
});
