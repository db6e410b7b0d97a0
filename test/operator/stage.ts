import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { expect } from 'vitest';
import type { Operator } from '../../src/accounts/account-shapes.ts';
import { createChangeKeys } from '../../src/accounts/create-change-keys.ts';
import type { OperatorRole, TokenScope } from '../../src/accounts/roles.ts';
import type { ChannelParts } from '../../src/deliveries/channel-parts.ts';
import { takesKey } from '../../src/http/operator/access/permissions.ts';
import { createOperatorApp, type OperatorAppOptions } from '../../src/http/operator/create-operator-app.ts';
import type { ObjectStore } from '../../src/platform/objects/object-store.ts';
import { createSecretKeyText } from '../../src/platform/secrets/key-ring.ts';
import { createJournalParts } from '../../src/process/parts/journal-parts.ts';
import { createOperatorParts } from '../../src/process/parts/operator-parts.ts';
import { createSignedParts } from '../../src/process/parts/signed-parts.ts';
import { openDiskRoom } from '../../src/process/stores/stores.ts';
import { type AccountsStage, openAccounts } from '../accounts/stage.ts';
import { filesystemStore } from '../reconcile/stores.ts';
import { type InboxStage, openInbox } from '../requests/stage.ts';
import { fixedStudio } from '../support/fixed-studio.ts';
import { type MigratedDatabase, openMigratedDatabase } from '../support/migrated-database.ts';
import { openTestPreviews } from '../support/open-previews.ts';
import { testConfig } from '../support/test-config.ts';

export const api = '/api/operator/v1';
export const cookieName = 'commissions-session';

/** The operators' listener over real tables, with the people and programs that call it. */
export interface OperatorStage {
  readonly database: MigratedDatabase;
  readonly accounts: AccountsStage;
  readonly inbox: InboxStage;
  /** A filesystem store, unless the options name another one. */
  readonly objects: ObjectStore;
  readonly address: string;
  /** All log lines. */
  readonly log: readonly string[];
  /** A caller without credentials. */
  readonly stranger: Caller;
  /** The first owner, signed in. */
  readonly owner: Caller;
  /** Resolves with this person, in a new session. */
  signIn(operatorId: string): Promise<Caller>;
  /** Resolves with a person of this role, in a new session. */
  person(role: OperatorRole): Promise<Caller>;
  /** Resolves with a program that has a token of these scopes. */
  program(...scopes: TokenScope[]): Promise<Caller>;
  close(): Promise<void>;
}

export interface Caller {
  call(method: string, path: string, options?: CallOptions): Promise<Called>;
  /** The headers that the caller sends with each request. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface CallOptions {
  readonly body?: unknown;
  /** Headers that replace the caller's own. A header with an empty value is removed. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Called {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a response holds is what a test is about
  readonly body: any;
}

type Groups =
  | 'accounts'
  | 'inbox'
  | 'attachments'
  | 'site'
  | 'host'
  | 'erasure'
  | 'notifications'
  | 'status'
  | 'studio';

export interface StageOptions extends Partial<Omit<OperatorAppOptions, Groups>> {
  readonly port?: number;
  readonly accounts?: Partial<OperatorAppOptions['accounts']>;
  readonly inbox?: Partial<OperatorAppOptions['inbox']>;
  readonly attachments?: Partial<OperatorAppOptions['attachments']>;
  readonly site?: Partial<OperatorAppOptions['site']>;
  readonly studio?: Partial<OperatorAppOptions['studio']>;
  /** Called with a pool on the stage's database. By default nothing is checked. */
  openHealth?(pool: Pool): OperatorAppOptions['host']['health'];
  /** Called with a pool on the stage's database. */
  openIdConnect?(pool: Pool): OperatorAppOptions['accounts']['openIdConnect'];
  /** Called with a pool on the stage's database. By default no receiver has a private address. */
  openChannels?(pool: Pool): ChannelParts;
  /** Called with every route as `GET /path`. */
  onRoute?(route: string): void;
  /** Extends the app before it listens. */
  onApp?(app: FastifyInstance): void;
}

const variables = {
  MAIL_FROM: 'Studio <studio@example.org>',
  MAIL_TEMPLATES: fileURLToPath(new URL('mail-templates', import.meta.url)),
  MAX_CONNECTIONS: '200',
  SECRETS_KEY: createSecretKeyText(),
  SHUTDOWN_GRACE_MS: '1000',
  SMTP_URL: 'smtp://127.0.0.1:1',
  TIME_LIMITS: 'headersMs=60000,putMs=5000,graceMs=3600000',
};

export async function openOperatorStage({
  port = 0,
  openIdConnect,
  openChannels,
  openHealth = () => async () => ({ checkedAt: new Date(), version: '0.0.0', checks: [] }),
  onRoute,
  onApp,
  accounts: ownAccounts,
  inbox: ownInbox,
  attachments,
  site,
  studio,
  ...options
}: StageOptions = {}): Promise<OperatorStage> {
  const database = await openMigratedDatabase();
  const { pool, keys: changes } = createChangeKeys(database.pool);
  const accounts = openAccounts(pool);
  const inbox = openInbox(pool);
  const { tokens } = accounts;
  const store = await filesystemStore();
  const { receipts } = store;
  const objects = attachments?.objects ?? store.objects;
  const log: string[] = [];
  const logger = pino({ level: 'debug' }, { write: (line) => void log.push(line) });
  const previews = await openTestPreviews({ log: logger });
  const read = testConfig({ ...variables, DATABASE_URL: database.url, DATA_DIR: previews.directory });
  const config = { ...read, studioFile: studio?.file ?? null };
  const parts = createOperatorParts({
    ...createSignedParts(pool, config),
    ...createJournalParts({ config, pool, objects, log: logger }),
    config,
    pool,
    changes,
    exportPool: pool,
    maxExports: 2,
    objects,
    receipts,
    studio: studio?.source ?? fixedStudio(),
    previews: previews.previews,
    previewCache: previews.cache,
    diskRoom: await openDiskRoom(config),
    provider: null,
    log: logger,
    health: openHealth(pool),
    inboxUrl: () => 'https://inbox.example.org',
  });
  const app = await createOperatorApp({
    ...parts,
    accounts: { ...parts.accounts, ...accounts, openIdConnect: openIdConnect?.(pool) ?? null, ...ownAccounts },
    inbox: { ...parts.inbox, ...inbox, ...ownInbox },
    attachments: { ...parts.attachments, ...attachments },
    notifications: { ...parts.notifications, hasStatusLinks: true, ...openChannels?.(pool) },
    site: { ...parts.site, ...site },
    studio: { ...parts.studio, ...studio },
    ...(onRoute && { onRoute }),
    ...options,
  });
  const undocumented = watchResponses(app);
  onApp?.(app);
  const address = await app.listen({ host: '127.0.0.1', port });
  const stranger = createCaller(address, { origin: new URL(address).origin });
  const owner = await accounts.makeOwner();

  async function signIn(operatorId: string): Promise<Caller> {
    const { token } = await accounts.sessions.start(operatorId, { ipAddress: null, userAgent: 'Test/1.0' });
    return createCaller(address, { ...stranger.headers, cookie: `${cookieName}=${token}` });
  }

  const members = new Map<OperatorRole, Promise<Operator>>([['owner', Promise.resolve(owner)]]);
  return {
    database,
    accounts,
    inbox,
    objects,
    address,
    log,
    stranger,
    owner: await signIn(owner.id),
    signIn,
    async person(role) {
      const member = members.get(role) ?? accounts.makeOperator(`${role}@example.org`, role);
      members.set(role, member);
      return signIn((await member).id);
    },
    async program(...scopes) {
      const { secret } = await tokens.create({ name: 'A program', scopes, expiresAt: null, createdBy: null });
      return createCaller(address, { authorization: `Bearer ${secret}` });
    },
    async close() {
      await app.close();
      await previews.close();
      await parts.studio.encoder.close();
      await store.close();
      await database.close();
      expect([...undocumented]).toEqual([]);
    },
  };
}

/**
 * Records the responses that their operations do not document, except faults (500) and redirects to the sign-in page
 * (303).
 */
function watchResponses(app: FastifyInstance): ReadonlySet<string> {
  const undocumented = new Set<string>();
  app.addHook('onResponse', async ({ routeOptions: { schema, method, url } }, { statusCode }) => {
    const { operationId, response = {} } = (schema ?? {}) as { operationId?: string; response?: object };
    const ofKey = takesKey(String(method), url ?? '') ? [409, 422] : [];
    if (operationId === undefined || [303, 500, ...ofKey].includes(statusCode) || String(statusCode) in response)
      return;
    undocumented.add(`${method} ${url}: ${statusCode}`);
  });
  return undocumented;
}

/** Returns the cookies of a response in the form that a browser sends. */
export function cookieOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

export function createCaller(address: string, own: Readonly<Record<string, string>>): Caller {
  return {
    headers: own,
    async call(method, path, { body, headers = {} } = {}) {
      const json = body === undefined ? {} : { 'content-type': 'application/json' };
      const sent = Object.entries({ ...json, ...own, ...headers }).filter(([, value]) => value !== '');
      const response = await fetch(`${address}${path}`, {
        method,
        redirect: 'manual',
        headers: Object.fromEntries(sent),
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = /json$|json;/.test(response.headers.get('content-type') ?? '');
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: isJson && !path.includes('.jsonl') ? JSON.parse(text) : null,
      };
    },
  };
}
