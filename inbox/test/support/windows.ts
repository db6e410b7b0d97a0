import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { OperatorRole } from '../../../src/accounts/roles.ts';
import { waitLimitMs } from '../../../test/support/wait-limit.ts';

export interface OpenOptions extends BrowserContextOptions {
  /** Address by which the browser reaches the inbox. By default an address of this machine, which browsers trust. */
  readonly url?: string;
  /** Null opens the window without a session. */
  readonly role?: OperatorRole | null;
  /** Path relative to the inbox's address. */
  readonly path?: string;
}

export interface OpenInbox {
  readonly page: Page;
  /** Uncaught errors, dialogs of scripts and violations of the content security policy. A test may take expected ones. */
  readonly faults: string[];
  /** Opens another window in the same profile. */
  another(path?: string): Promise<Page>;
}

/** Opens windows of the inbox, and closes them together. @param signIn Returns the token of a new session. */
export function createWindows(browser: Browser, ownUrl: string, signIn: (role: OperatorRole) => Promise<string>) {
  const profiles = new Set<BrowserContext>();
  const faultsOfAll: string[][] = [];

  async function open(options: OpenOptions = {}): Promise<OpenInbox> {
    const { role = 'operator', path = '/', url = ownUrl, ...profile } = options;
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 }, ...profile });
    const faults: string[] = [];
    faultsOfAll.push(faults);
    profiles.add(context);
    context.on('close', () => profiles.delete(context));
    context.setDefaultTimeout(waitLimitMs);
    if (role !== null) {
      const value = await signIn(role);
      await context.addCookies([{ name: 'commissions-session', value, url, sameSite: 'Strict', httpOnly: true }]);
    }
    async function another(at = '/'): Promise<Page> {
      const page = await context.newPage();
      await watchFaults(page, faults);
      await page.goto(`${url}${at}`);
      return page;
    }
    return { page: await another(path), faults, another };
  }

  async function closeAll(): Promise<readonly string[]> {
    await Promise.all([...profiles].map((context) => context.close()));
    return faultsOfAll.splice(0).flat();
  }

  return { open, closeAll };
}

async function watchFaults(page: Page, faults: string[]): Promise<void> {
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('dialog', (dialog) => {
    faults.push(`A dialog of a script: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.exposeFunction('reportViolation', (violation: string) => faults.push(violation));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const { reportViolation } = window as unknown as { reportViolation(text: string): void };
      reportViolation(`${violatedDirective}: ${blockedURI}`);
    });
  });
}
