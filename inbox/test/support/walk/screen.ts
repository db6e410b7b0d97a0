import type { Page } from 'playwright-core';

/** A state of a page that people see. */
export interface Screen {
  readonly name: string;
  readonly path: string;
  /** Brings the page into the state. */
  reach(page: Page): Promise<unknown>;
}

export const inDialog = (page: Page) => page.getByRole('dialog').waitFor();
export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
