import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Catalogue, Opening } from '../../../client/src/commission-client.ts';
import { type OpenPage, openPage } from './browser.ts';
import type { Stage } from './stage.ts';

/** Opens the page with this catalogue instead of the service's. The service itself takes the request. */
export async function openWith(
  stage: Stage,
  catalogue: Catalogue,
  { query = '', ...options }: BrowserContextOptions & { readonly query?: string } = {},
): Promise<OpenPage> {
  const opened = await openPage(stage.browser, 'about:blank', options);
  await stubCatalogue(opened.page, catalogue);
  await opened.page.goto(stage.site.url + query);
  await opened.page.locator('.panel').first().waitFor();
  return opened;
}

export async function stubCatalogue(page: Page, catalogue: Catalogue): Promise<void> {
  await page.route('**/api/v1/catalogue', (route) => route.fulfill({ json: catalogue }));
  await page.route('**/pictures/*', (route) => route.fulfill({ contentType: 'image/svg+xml', body: drawing }));
  if (catalogue.opening) await stubOpening(page, catalogue.opening);
}

/** Says from now on that the studio is open, full or closed. */
export async function stubOpening(page: Page, opening: Opening): Promise<void> {
  await page.unroute('**/api/v1/availability');
  await page.route('**/api/v1/availability', (route) => route.fulfill({ json: opening }));
}

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480"/></svg>';
