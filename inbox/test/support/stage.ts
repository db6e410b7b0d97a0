import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { borrowBrowser } from '../../../page/test/support/browser.ts';
import { createFileFolder } from '../../../page/test/support/files.ts';
import type { Operator } from '../../../src/operators/accounts/account-shapes.ts';
import { createPasswords, type Passwords } from '../../../src/operators/accounts/passwords.ts';
import type { OperatorRole } from '../../../src/operators/accounts/roles.ts';
import { type AccountsStage, goodPassword, openAccounts } from '../../../test/accounts/stage.ts';
import { type InboxStage, openInbox } from '../../../test/inbox/stage.ts';
import { emptyTables } from '../../../test/support/empty-tables.ts';
import { startTestService, type TestService } from '../../../test/support/service.ts';
import { inboxCatalogue } from './catalogue.ts';

/** A browser and a whole service with its inbox. */
export interface InboxPageStage {
  readonly service: TestService;
  readonly url: string;
  readonly browser: Browser;
  readonly accounts: AccountsStage;
  /** Password of every account. */
  readonly password: string;
  /** Returns the account of this role. */
  personOf(role: OperatorRole): Promise<Operator>;
  /** Stores requests without their files' bytes. */
  readonly inbox: InboxStage;
  /** Sends a request as a customer does, with its files. @returns its identifier */
  submit(request: Submitted): Promise<string>;
  /** Deletes all requests. */
  clear(): Promise<void>;
  /** Opens a window in a new browser profile, signed in as a person of this role. */
  open(options?: OpenOptions): Promise<OpenInbox>;
  close(): Promise<void>;
}

export interface Submitted {
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly files?: readonly { readonly name: string; readonly type: string; readonly content: Uint8Array }[];
}

export interface OpenOptions extends BrowserContextOptions {
  /** Address by which the browser reaches the inbox. By default an address of this machine, which browsers trust. */
  readonly url?: string;
  readonly role?: OperatorRole;
  /** Path relative to the inbox's address. */
  readonly path?: string;
}

export interface OpenInbox {
  readonly page: Page;
  /** Uncaught errors and violations of the content security policy. */
  readonly faults: readonly string[];
  /** Opens another window in the same profile. */
  another(path?: string): Promise<Page>;
}

const passwords = rememberingPasswords();

/** Hashes the password of every account once a process, because a hash takes much of the processor's time. */
function rememberingPasswords(): Passwords {
  const real = createPasswords();
  let known: Promise<string> | null = null;
  return {
    ...real,
    hash(password) {
      if (password !== goodPassword) return real.hash(password);
      known ??= real.hash(password);
      return known;
    },
  };
}

/** @param routeTo Returns the URL through which the service reaches its database. */
export async function setInboxStage(
  env: Record<string, string> = {},
  routeTo?: (databaseUrl: string) => Promise<string>,
): Promise<InboxPageStage> {
  const folder = await createFileFolder();
  const variables = {
    INBOX: 'on',
    INBOX_PORT: '0',
    CATALOGUE_FILE: await folder.write('catalogue.json', Buffer.from(JSON.stringify(inboxCatalogue))),
    ...env,
  };
  const service = await startTestService(variables, routeTo);
  const url = service.inboxAddress ?? '';
  const { browser, release } = await borrowBrowser();
  const accounts = openAccounts(service.pool, passwords);
  const people = new Map<OperatorRole, Operator>([['owner', await accounts.makeOwner()]]);

  async function personOf(role: OperatorRole): Promise<Operator> {
    const person = people.get(role) ?? (await accounts.makeOperator(`${role}@example.org`, role));
    people.set(role, person);
    return person;
  }

  return {
    service,
    url,
    browser,
    accounts,
    password: goodPassword,
    personOf,
    inbox: openInbox(service.pool),
    submit: (request) => submit(service.endpoint, request),
    clear: () => emptyTables(service.pool, ['commission_requests', 'request_events']),
    async open({ role = 'operator', path = '/', url: address = url, ...options } = {}) {
      const { id } = await personOf(role);
      const { token } = await accounts.sessions.start(id, { ipAddress: null, userAgent: 'Test/1.0' });
      const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 }, ...options });
      context.setDefaultTimeout(20_000);
      await context.addCookies([
        { name: 'commissions-session', value: token, url: address, sameSite: 'Strict', httpOnly: true },
      ]);
      const faults: string[] = [];
      const another = async (at = '/') => {
        const page = await context.newPage();
        await watchFaults(page, faults);
        await page.goto(`${address}${at}`);
        return page;
      };
      return { page: await another(path), faults, another };
    },
    async close() {
      await release();
      await service.close();
      await folder.remove();
    },
  };
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

async function submit(endpoint: string, { payload, files = [] }: Submitted): Promise<string> {
  const form = new FormData();
  const usual = { customerName: 'Zoë Müller', customerEmail: 'zoe@example.org', message: 'Two cats, in oil.' };
  form.set('payload', JSON.stringify({ ...usual, ...payload }));
  for (const { name, type, content } of files) form.append('files', new File([content as BlobPart], name, { type }));
  const response = await fetch(endpoint, { method: 'POST', body: form });
  const body = (await response.json()) as { readonly id: string };
  if (response.status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
}
