import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Catalogue } from '../../../client/src/commission-client.ts';
import { startTestService, type TestService } from '../../../test/support/service.ts';
import { borrowBrowser, type OpenPage, openPage } from './browser.ts';
import { createFileFolder, type FileFolder } from './files.ts';
import { type Site, startSite } from './site.ts';

/** A browser, the proxy with the page, and the service. */
export interface Stage {
  readonly service: TestService;
  readonly site: Site;
  readonly browser: Browser;
  readonly folder: FileFolder;
  open(options?: BrowserContextOptions): Promise<OpenPage>;
  close(): Promise<void>;
}

export interface StageOptions {
  readonly catalogue?: Catalogue;
  readonly publicPath?: string;
  /** Value of the service's variable for allowed origins. */
  readonly allowedOrigins?: string;
}

export async function setStage({
  catalogue,
  publicPath = '/',
  allowedOrigins = '',
}: StageOptions = {}): Promise<Stage> {
  const folder = await createFileFolder();
  const service = await startTestService({
    PUBLIC_PATH: publicPath,
    CORS_ALLOWED_ORIGINS: allowedOrigins,
    CATALOGUE_FILE: catalogue ? await folder.write('catalogue.json', Buffer.from(JSON.stringify(catalogue))) : '',
  });
  const site = await startSite({ service: service.address, publicPath });
  const { browser, release } = await borrowBrowser();
  return {
    service,
    site,
    browser,
    folder,
    open: (context) => openPage(browser, site.url, context),
    async close() {
      await release();
      await site.close();
      await service.close();
      await folder.remove();
    },
  };
}

export const sendButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^(Send request|Join the waiting list)$/ });

/** Fills in the required fields. */
export async function fillIn(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Zoë Müller');
  await page.getByLabel('E-mail').fill('zoe@example.org');
  await page.getByLabel('Message').fill('Two cats 🐈🐈, in oil');
}

/** Attaches files through the form's file input. */
export async function attach(page: Page, paths: readonly string[]): Promise<void> {
  await page.setInputFiles('input[type=file]', [...paths]);
}

export const attachmentNames = (page: Page): Promise<string[]> =>
  page.getByRole('list', { name: 'Attached files' }).locator('.file-name').allTextContents();

/** Loads the page anew, with timers that run so many times faster. */
export async function hurry(page: Page, times: number): Promise<void> {
  await page.addInitScript((factor) => {
    const { setTimeout } = window;
    window.setTimeout = ((run: TimerHandler, ms = 0) => setTimeout(run, ms / factor)) as typeof window.setTimeout;
  }, times);
  await page.reload();
}

export interface Network {
  /** Limits the upload to this many bytes per second. */
  limit(bytesPerSecond: number): Promise<void>;
  disconnect(): Promise<void>;
  recover(): Promise<void>;
}

/** Returns a control of the browser's network emulation. */
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
