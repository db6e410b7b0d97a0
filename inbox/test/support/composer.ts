import type { Locator, Page } from 'playwright-core';

/** The fields of the composer by their names, and the tabs that show them. */
const tabs = {
  'Write to the customer': 'Reply',
  'New note': 'Note',
  'Message on the status page': 'Status page',
} as const;

export type FieldName = keyof typeof tabs;

/** Shows the field of the composer. */
export async function openField(page: Page, name: FieldName): Promise<Locator> {
  await page.getByRole('tab', { name: tabs[name] }).click();
  return page.getByRole('textbox', { name, exact: true });
}
