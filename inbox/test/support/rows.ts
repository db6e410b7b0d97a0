import type { Locator, Page } from 'playwright-core';

export const rows = (page: Page): Locator => page.getByRole('list', { name: 'Requests' }).getByRole('listitem');

/** The row of a customer. */
export const rowOf = (page: Page, name: string): Locator => rows(page).filter({ hasText: name });

/** The names of the customers, from the top. */
export const namesIn = (page: Page): Promise<string[]> => rows(page).locator('.name').allTextContents();
