import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { startTestService, type TestService } from '../../../test/support/service.ts';
import { launchChromium, type OpenPage, openPage } from './browser.ts';
import { createFileFolder, type FileFolder } from './files.ts';
import { type Site, type SiteOptions, startSite } from './site.ts';

/** A browser before the page before the service. */
export interface Stage {
  readonly service: TestService;
  readonly site: Site;
  readonly browser: Browser;
  readonly folder: FileFolder;
  open(options?: BrowserContextOptions): Promise<OpenPage>;
  close(): Promise<void>;
}

export async function setStage(options: Omit<SiteOptions, 'service'> = {}): Promise<Stage> {
  // A browser keeps connections open that it may need: a service that closes waits for them.
  const service = await startTestService({ SHUTDOWN_GRACE_MS: '500' });
  const site = await startSite({ service: service.address, ...options });
  const browser = await launchChromium();
  const folder = await createFileFolder();
  return {
    service,
    site,
    browser,
    folder,
    open: (context) => openPage(browser, site.url, context),
    async close() {
      await browser.close();
      await site.close();
      await service.close();
      await folder.remove();
    },
  };
}

export const sendButton = (page: Page): Locator => page.getByRole('button', { name: 'Send request' });

/** Fills in what is required. */
export async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Zoë Müller');
  await page.getByLabel('E-mail').fill('zoe@example.org');
  await page.getByLabel('Message').fill('Two cats 🐈🐈, in oil');
}

/** As the customer's own button does. */
export async function attach(page: Page, paths: readonly string[]): Promise<void> {
  await page.setInputFiles('input[type=file]', [...paths]);
}

export const attachmentNames = (page: Page): Promise<string[]> =>
  page.getByRole('list', { name: 'Attached files' }).locator('.file-name').allTextContents();

export interface Network {
  /** Sends no faster than so many bytes in a second. */
  limit(bytesPerSecond: number): Promise<void>;
  disconnect(): Promise<void>;
  recover(): Promise<void>;
}

/** The browser's own network, made worse. */
export async function takeNetwork(page: Page): Promise<Network> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const set = async (offline: boolean, uploadThroughput: number) => {
    await session.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  };
  return {
    limit: (bytesPerSecond) => set(false, bytesPerSecond),
    disconnect: () => set(true, -1),
    recover: () => set(false, -1),
  };
}

export const receipt = (page: Page): Locator => page.getByRole('region', { name: 'Your request has arrived' });
