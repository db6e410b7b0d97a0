import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDatabaseProxy } from '../../test/support/database-proxy.ts';
import type { TcpProxy } from '../../test/support/tcp-proxy.ts';
import { publishedStudio, storedDraft } from './support/form-editor.ts';
import { type InboxPageStage, setInboxStage } from './support/stage.ts';
import { until } from './support/until.ts';

let stage: InboxPageStage;
let database: TcpProxy;

beforeAll(async () => {
  stage = await setInboxStage({ CATALOGUE_FILE: '' }, async (databaseUrl) => {
    const { proxy, url } = await startDatabaseProxy(databaseUrl);
    database = proxy;
    return url;
  });
});

afterAll(async () => {
  await database.pass();
  await stage.close();
  await database.close();
});

describe('the form while the database is away', () => {
  it('loses nothing that is typed, publishes nothing and says so, and sends all of it afterwards', async () => {
    const { page, faults, another } = await stage.open({ role: 'owner', path: '/settings/form' });
    await page.getByLabel('Title', { exact: true }).fill('Before');
    await page.getByText('Draft saved.').waitFor();
    database.refuse();
    await page.getByLabel('Title', { exact: true }).fill('Meanwhile');
    await page.getByLabel('Introduction', { exact: true }).fill('Typed without a database');
    await page.getByText('Not saved yet: the service cannot be reached.').waitFor();
    await page.frameLocator('.form-frame').getByText('Typed without a database').waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Publish now' }).click();
    await sheet.locator('.fault').waitFor();
    expect(await page.getByText('Published. Customers see it now.').count()).toBe(0);
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await page.close({ runBeforeUnload: false });

    await database.pass();
    const later = await another('/settings/form');
    await until(() => later.getByLabel('Introduction', { exact: true }).inputValue()).toBe('Typed without a database');
    await later.getByText('Draft saved.').waitFor();
    expect(await storedDraft(stage)).toMatchObject({
      title: { en: 'Meanwhile' },
      introduction: { en: 'Typed without a database' },
    });
    expect(await publishedStudio(stage)).toBeNull();
    expect(faults).toEqual([]);
    await later.context().close();
  });
});
