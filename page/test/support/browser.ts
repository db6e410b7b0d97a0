import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { waitLimitMs } from '../../../test/support/wait-limit.ts';

export const lanHost = 'inbox.lan';

/** Debian's Chromium, as people use it. */
const wholeChromium = '/usr/bin/chromium';
/** The same engine without windows. It opens an empty page in a quarter of the time. */
const windowless = '/usr/bin/chromium-headless-shell';

/** Launches Debian's Chromium, or the one in `CHROMIUM`. It can connect only to the tests' own servers. */
export function launchChromium(options: readonly string[] = []): Promise<Browser> {
  return launch(process.env.CHROMIUM ?? wholeChromium, options);
}

function launch(executablePath: string, options: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--no-first-run',
      '--disable-component-update',
      '--disable-sync',
      // An address of a local network, which browsers trust less than this machine.
      `--host-resolver-rules=MAP ${lanHost} 127.0.0.1`,
      ...options,
    ],
  });
}

/** A browser that other stages of this process share. */
export interface BorrowedBrowser {
  readonly browser: Browser;
  /** Closes every profile after the last borrower. */
  release(): Promise<void>;
}

let shared: Promise<Browser> | null = null;
let borrowers = 0;

/** Resolves with the one browser of this process, which ends with the process. Debian's without windows, if there. */
export async function borrowBrowser(): Promise<BorrowedBrowser> {
  borrowers += 1;
  shared ??= launchShared();
  const browser = await shared;
  return {
    browser,
    async release() {
      borrowers -= 1;
      if (borrowers === 0) await Promise.all(browser.contexts().map((context) => context.close()));
    },
  };
}

async function launchShared(): Promise<Browser> {
  const browser = await launch(process.env.CHROMIUM ?? (existsSync(windowless) ? windowless : wholeChromium));
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = endingRoutesAtClose(await newContext(options));
    context.on('page', waitForRoutes);
    return context;
  };
  return browser;
}

/**
 * Makes `route` resolve when the page's requests are routed. Chromium confirms a page's first route before the page's
 * own process knows of it: without this, the request of a key that is pressed at once passes by.
 */
function waitForRoutes(page: Page): void {
  const route = page.route.bind(page);
  page.route = async (...args) => {
    const registered = await route(...args);
    await route('**/is-routed', (probe) => probe.fulfill({ body: 'yes' }));
    if (page.url().startsWith('http')) await page.evaluate(untilRouted);
    return registered;
  };
}

/** Runs in the page. A page that may not ask sends no request that a route could miss. */
async function untilRouted(): Promise<void> {
  for (let answer = ''; answer !== 'yes'; ) {
    answer = await fetch('/is-routed').then(
      (response) => response.text(),
      () => 'yes',
    );
  }
}

/** A route that asks the service itself must not fail a test that has ended before the answer came. */
function endingRoutesAtClose(context: BrowserContext): BrowserContext {
  const close = context.close.bind(context);
  const behavior = 'ignoreErrors';
  context.close = async (options) => {
    await Promise.all([context, ...context.pages()].map((routed) => routed.unrouteAll({ behavior })));
    await close(options);
  };
  return context;
}

export interface OpenPage {
  readonly page: Page;
  /** Uncaught errors and violations of the content security policy. */
  readonly faults: readonly string[];
  /** Hosts to which the page sent requests. */
  readonly hosts: ReadonlySet<string>;
}

/** Opens a page in a new profile, without data of earlier pages. */
export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  context.setDefaultTimeout(waitLimitMs);
  const page = await context.newPage();
  const faults: string[] = [];
  const hosts = new Set<string>();
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) faults.push(message.text());
  });
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.goto(url);
  return { page, faults, hosts };
}
