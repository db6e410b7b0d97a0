import { describe, expect, it } from 'vitest';
import { mailServerEnv } from './support/customer-mail.ts';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile({ PUBLIC_URL: 'https://studio.example.org/', ...mailServerEnv });

describe('the first steps', () => {
  it('tick themselves by facts of the service, are for owners alone, and go when they are hidden', async () => {
    const { page } = await stage.open({ role: 'owner' });
    await page.getByText('No request has arrived yet.').waitFor();
    const steps = page.locator('.step');
    const done = () => page.locator('.step.done .entry-title').allTextContents();
    await until(() => steps.count()).toBe(6);
    await page.getByText('1 of 6 done').waitFor();
    const operator = await stage.open({ role: 'operator' });
    await operator.page.getByText('New requests appear here automatically.').waitFor();
    expect(await operator.page.locator('.step').count()).toBe(0);
    await page.getByRole('button', { name: 'Copy my link' }).waitFor();
    const form = page.getByRole('link', { name: 'Open the form' });
    expect(await form.getAttribute('href')).toBe('https://studio.example.org/');
    expect(await form.getAttribute('rel')).toBe('noopener noreferrer');

    await stage.accounts.links.invite('friend@example.org', 'operator', null);
    await page.goto(`${stage.url}/settings/channels`);
    await page.getByRole('button', { name: 'Add mail to the studio' }).click();
    expect(await page.getByLabel('Recipients').inputValue()).toMatch(/^owner.*@/);
    await page.getByLabel('Recipients').fill('owner@example.org');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('heading', { name: /owner@example.org/ }).waitFor();
    await stage.submit({});
    await page.goto(`${stage.url}/settings/start`);
    await page.getByText('5 of 6 done').waitFor();
    expect((await done()).join()).not.toContain('Keep this page at hand');
    await page.getByRole('button', { name: 'I have done this' }).click();
    await page.getByText('6 of 6 done').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { level: 1, name: 'Form' }).waitFor();
    await stage.clear();
    await page.goto(stage.url);
    await page.getByText('No request has arrived yet.').waitFor();
    expect(await page.locator('.step').count()).toBe(0);
  });
});
