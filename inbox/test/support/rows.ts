import type { Locator, Page } from 'playwright-core';

export const rows = (page: Page): Locator => page.getByRole('list', { name: 'Requests' }).getByRole('listitem');

/** Returns the row of a customer. */
export const rowOf = (page: Page, name: string): Locator => rows(page).filter({ hasText: name });

/** Returns the names of the customers from top to bottom. */
export const namesIn = (page: Page): Promise<string[]> => rows(page).locator('.name').allTextContents();
