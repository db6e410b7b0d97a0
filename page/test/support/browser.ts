import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

export const lanHost = 'inbox.lan';

/** Launches Debian's Chromium, or the one in `CHROMIUM`. It can connect only to the tests' own servers. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--no-first-run',
      '--disable-component-update',
      '--disable-sync',
      // An address of a local network, which browsers trust less than this machine.
      `--host-resolver-rules=MAP ${lanHost} 127.0.0.1`,
    ],
  });
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
  context.setDefaultTimeout(15_000);
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
