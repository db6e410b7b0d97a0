import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { borrowBrowser } from '../../../page/test/support/browser.ts';
import { createFileFolder } from '../../../page/test/support/files.ts';
import type { Operator } from '../../../src/accounts/account-shapes.ts';
import { createPasswords, type Passwords } from '../../../src/accounts/passwords.ts';
import type { OperatorRole } from '../../../src/accounts/roles.ts';
import { type AccountsStage, goodPassword, openAccounts } from '../../../test/accounts/stage.ts';
import { type InboxStage, openInbox } from '../../../test/requests/stage.ts';
import { emptyTables } from '../../../test/support/empty-tables.ts';
import { startTestService, type TestService } from '../../../test/support/service.ts';
import { createWindows, type OpenInbox, type OpenOptions } from './windows.ts';

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
  /** Closes all windows. Resolves with the faults of those that were open. */
  closeWindows(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface Submitted {
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly files?: readonly { readonly name: string; readonly type: string; readonly content: Uint8Array }[];
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

/**
 * Gives the tests of a file one service, which starts before the first test and ends after the last. After each test its
 * windows are closed, and it fails if they had a fault. Data stay: a test uses names of its own, or clears them before.
 *
 * @param routeTo Returns the URL through which the service reaches its database.
 */
export function inboxOfFile(...settings: Parameters<typeof setInboxStage>): InboxPageStage {
  let stage: InboxPageStage | null = null;
  beforeAll(async () => {
    stage = await setInboxStage(...settings);
  });
  afterEach(async () => {
    expect(await stage?.closeWindows()).toEqual([]);
  });
  afterAll(() => stage?.close());
  return new Proxy({} as InboxPageStage, {
    get(_, name) {
      if (stage === null) throw new Error('The service starts before the first test');
      return Reflect.get(stage, name);
    },
  });
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

  async function signIn(role: OperatorRole): Promise<string> {
    const { id } = await personOf(role);
    return (await accounts.sessions.start(id, { ipAddress: null, userAgent: 'Test/1.0' })).token;
  }

  const windows = createWindows(browser, url, signIn);

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
    open: windows.open,
    closeWindows: windows.closeAll,
    async close() {
      await release();
      await service.close();
      await folder.remove();
    },
  };
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

/** The content of a catalogue file. */
const inboxCatalogue = {
  title: { en: 'Lindenhof Studio', de: 'Atelier Lindenhof' },
  types: [
    { id: 'portrait', name: { en: 'Portrait', de: 'Porträt', es: 'Retrato', ja: '肖像画' } },
    { id: 'landscape', name: { en: 'Landscape', de: 'Landschaft', es: 'Paisaje', ja: '風景画' } },
  ],
  extras: [{ id: 'frame', name: { en: 'Oak frame', de: 'Eichenrahmen' } }],
};
