import { beforeEach, describe, expect, it } from 'vitest';
import { violations } from '../../page/test/support/axe.ts';
import { clearStudio, openPart, publishedStudio, settingsLink, storedDraft } from './support/form-editor.ts';
import { inboxOfFile } from './support/stage.ts';
import { until } from './support/until.ts';

const stage = inboxOfFile({ CATALOGUE_FILE: '' });

beforeEach(() => clearStudio(stage));

const openForm = () => stage.open({ role: 'owner', path: '/settings/form' });
const title = async () => (await storedDraft(stage))?.title;

describe('a text that is typed while the service is away', () => {
  it('is neither lost, published nor left unasked, and is sent afterwards', async () => {
    const { page, faults, another } = await openForm();
    await page.route('**/studio/draft', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.fallback(),
    );
    await page.getByLabel('Title', { exact: true }).fill('Unsent');
    await page.getByText('Not saved yet: the service cannot be reached.').waitFor();
    await page.frameLocator('.form-frame').getByText('Unsent').waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Publish now' }).click();
    await sheet.locator('.fault').waitFor();
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await settingsLink(page).click();
    const question = page.getByRole('dialog', { name: 'Leave without publishing?' });
    await question.getByText('Not saved yet: the service cannot be reached.').waitFor();
    await question.getByRole('button', { name: 'Stay here' }).click();
    await page.close({ runBeforeUnload: true });
    // The stage answers each dialog of a page by staying.
    await until(() => faults.splice(0)).toEqual(['A dialog of a script: ']);
    expect(page.isClosed()).toBe(false);
    await page.close({ runBeforeUnload: false });

    const later = await another('/settings/form');
    await later.getByText('Draft saved.').waitFor();
    expect(await later.getByLabel('Title', { exact: true }).inputValue()).toBe('Unsent');
    expect(await title()).toEqual({ en: 'Unsent' });
    expect(await publishedStudio(stage)).toBeNull();
    await later.reload();
    expect(await later.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Unsent');
  });
});

describe('two people', () => {
  it('keep one version whole, which the later person chooses', async () => {
    const one = await openForm();
    const other = await openForm();
    await openPart(other.page, 'Contact');
    await other.page.getByLabel('E-mail address').waitFor();
    await one.page.getByLabel('Title', { exact: true }).fill('Lindenhof');
    await until(title).toEqual({ en: 'Lindenhof' });
    await other.page.getByLabel('E-mail address').fill('ann@example.org');
    const dialog = other.page.getByRole('dialog', { name: 'Two people have changed the form' });
    await dialog.getByText('Lindenhof').waitFor();
    await dialog.getByText('ann@example.org').waitFor();
    expect(await violations(other.page)).toEqual([]);
    expect((await storedDraft(stage))?.contact).toBeNull();
    await dialog.getByRole('button', { name: 'Use mine' }).click();
    await until(async () => (await storedDraft(stage))?.contact).toBe('ann@example.org');
    await other.page.getByText('Draft saved.').waitFor();
    expect(await title()).toBeNull();
  });
});

describe('a draft that somebody else publishes meanwhile', () => {
  it('is shown as published, with the changes left to publish', async () => {
    const one = await openForm();
    await one.page.getByLabel('Title', { exact: true }).fill('Lindenhof');
    await until(title).toEqual({ en: 'Lindenhof' });
    await one.page.getByRole('button', { name: 'Publish', exact: true }).click();
    const sheet = one.page.getByRole('dialog');
    await sheet.getByText('Title: Lindenhof', { exact: true }).waitFor();
    const other = await openForm();
    await other.page.getByRole('button', { name: 'Publish', exact: true }).click();
    await other.page.getByRole('button', { name: 'Publish now' }).click();
    await other.page.getByText('Everything is published.').waitFor();
    await openPart(other.page, 'Contact');
    await other.page.getByLabel('E-mail address').fill('ann@example.org');
    await until(async () => (await storedDraft(stage))?.contact).toBe('ann@example.org');
    await sheet.getByRole('button', { name: 'Publish now' }).click();
    await sheet.getByText('Somebody else has changed the form meanwhile.').waitFor();
    await sheet.getByText('ann@example.org').waitFor();
    expect((await publishedStudio(stage))?.contact).toBeNull();
    await sheet.getByRole('button', { name: 'Publish now' }).click();
    await one.page.getByText('Everything is published.').waitFor();
    expect(await publishedStudio(stage)).toMatchObject({ title: { en: 'Lindenhof' }, contact: 'ann@example.org' });
  });
});

describe('the versions', () => {
  it('show author, changes and time, and are restored', async () => {
    const { page } = await openForm();
    for (const name of ['First', 'Second']) {
      await page.getByLabel('Title', { exact: true }).fill(name);
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByLabel('Note').fill(`The ${name.toLowerCase()} one`);
      await page.getByRole('button', { name: 'Publish now' }).click();
      await page.getByText('Everything is published.').waitFor();
    }
    await page.getByRole('link', { name: 'Versions' }).click();
    const rows = page.locator('.form-revision');
    await until(() => rows.count()).toBe(2);
    await rows.nth(1).getByText('The first one').waitFor();
    await rows.first().locator('summary').click();
    await rows.first().getByText('Owner changed: title').waitFor();
    await rows.first().getByText('Title: First → Second', { exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await rows.nth(1).getByRole('button', { name: 'Go back to this version' }).click();
    const question = page.getByRole('dialog', { name: 'Go back to version 1?' });
    await question.getByRole('button', { name: 'Go back to this version' }).click();
    await until(async () => (await publishedStudio(stage))?.title).toEqual({ en: 'First' });
    await rows.first().getByText('went back to version 1').waitFor();
    await page.getByRole('link', { name: 'Back to the form' }).click();
    await until(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe('First');
  });
});
