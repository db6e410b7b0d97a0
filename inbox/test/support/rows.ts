import type { Locator, Page } from 'playwright-core';

export const rows = (page: Page): Locator => page.getByRole('list', { name: 'Requests' }).getByRole('listitem');

/** Matches a name by its case. Without it, the name "Two" and the number "NE4J" behind it also match "One". */
export const withName = (name: string) => ({ hasText: new RegExp(name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')) });

/** Returns the row of a customer. */
export const rowOf = (page: Page, name: string): Locator => rows(page).filter(withName(name));

/** Returns the names of the customers from top to bottom. */
export const namesIn = (page: Page): Promise<string[]> => rows(page).locator('.name').allTextContents();
