import type { Locator, Page } from 'playwright-core';
import type { Studio } from '../../../src/studio/document/studio.ts';
import { isPublication } from '../../../src/studio/revisions/publications.ts';
import type { InboxPageStage } from './stage.ts';

/** Removes every draft and revision. */
export async function clearStudio({ service }: InboxPageStage): Promise<void> {
  await service.pool.query('truncate studio_draft, studio_revisions');
}

/** Returns the draft that the service has, or null. */
export async function storedDraft({ service }: InboxPageStage): Promise<Studio | null> {
  const { rows } = await service.pool.query<{ document: Studio | null }>('select document from studio_draft');
  return rows[0]?.document ?? null;
}

/** Returns the document that customers see, or null before the first publication. */
export async function publishedStudio({ service }: InboxPageStage): Promise<Studio | null> {
  const { rows } = await service.pool.query<{ document: Studio }>(
    `select document from studio_revisions where ${isPublication} order by revision desc limit 1`,
  );
  return rows[0]?.document ?? null;
}

const partList = (page: Page): Locator => page.getByRole('navigation', { name: 'Parts of the form' });

/** The link that leads from the editor to the other settings. */
export const settingsLink = (page: Page): Locator => partList(page).getByRole('link', { name: 'Settings' });

/** Opens the fields of a part by its name in the list of parts. */
export async function openPart(page: Page, name: string): Promise<Locator> {
  const list = partList(page);
  const link = list.getByRole('link', { name });
  await list.waitFor();
  if (!(await link.isVisible())) await list.getByText('More', { exact: true }).click();
  await link.click();
  return partOf(page, name);
}

export const partOf = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** Chooses the currency beside the first price that is shown. */
export async function chooseCurrency(page: Page, code: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Currency/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Currency' });
  await dialog.getByRole('searchbox').fill(code);
  await dialog.getByRole('button', { name: new RegExp(`^${code} `) }).click();
}

/** Waits until a field has the focus. That of a new entry gets it from the button, after the entry is drawn. */
export async function untilInField(page: Page): Promise<void> {
  await page.locator(':is(input, textarea):focus').waitFor();
}
