import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { AccountLinks } from '../../accounts/accounts.ts';
import { createChangeKeys } from '../../accounts/create-change-keys.ts';
import { createInboxAddress } from '../../accounts/inbox-address.ts';
import type { OpenIdConnect } from '../../accounts/open-id-connect.ts';
import { type Config, defaultInboxPort } from '../../configuration/config.ts';
import { openIdConnectCallbackPath } from '../../http/operator/accounts/open-id-connect-routes.ts';
import { createOperatorApp } from '../../http/operator/create-operator-app.ts';
import { createRequestFiles } from '../../requests/inbox/request-files.ts';
import { createOperatorParts } from '../parts/operator-parts.ts';
import type { Releases } from '../program/releases.ts';
import { StartError } from '../program/start-failure.ts';
import type { Foundation } from './foundation.ts';
import { createHealth } from './health.ts';
import { listen } from './listen.ts';
import type { PassedSockets } from './passed-sockets.ts';
import { openPreviews } from './previews.ts';

type InboxConfig = NonNullable<Config['inbox']>;

interface OperatorSideParts {
  readonly config: Config;
  readonly inbox: InboxConfig;
  readonly foundation: Foundation;
  readonly log: Logger;
  readonly releases: Releases;
  readonly passed: PassedSockets;
}

export interface OperatorSide {
  /** The address that people use. */
  readonly url: string;
  /** The address of the listener. */
  readonly address: string;
  /** The URL at which the first account is created, or null when there is an account or the database is down. */
  readonly setUpUrl: string | null;
  readonly server: Server;
  readonly pools: { readonly inbox: Pool; readonly exports: Pool };
}

/** Statement timeout of interactive queries. */
const statementMs = 10_000;
/** Statement timeout of exports. The first rows of an export may take long, because no person waits for it. */
const exportStatementMs = 120_000;

/** Starts the operators' listener. Only this module imports its parts, so a process without it loads none of them. */
export async function startOperatorSide({
  config,
  inbox,
  foundation,
  log,
  releases,
  passed,
}: OperatorSideParts): Promise<OperatorSide> {
  const { database, objects, previewCache, hasTables } = foundation;
  const maxExports = inbox.databaseConnections < 4 ? 1 : 2;
  const timeouts = { ...config.timeLimits, statementMs };
  const { pool, keys: changes } = createChangeKeys(
    database.openPool({ poolSize: inbox.databaseConnections - maxExports, timeouts }),
  );
  const exportPool = database.openPool({
    poolSize: maxExports,
    timeouts: { ...timeouts, statementMs: exportStatementMs },
  });
  const stopping = new AbortController();
  releases.addFirst(stopping, async (controller) => controller.abort());
  const leftOut = inbox.hasHeicPreviews ? [] : (['heic'] as const);
  const files = createRequestFiles(pool);
  const previews = openPreviews({ cache: previewCache, files, objects, leftOut, hasTables, log, releases });
  const parts = createOperatorParts({
    ...foundation,
    config,
    log,
    pool,
    changes,
    exportPool,
    maxExports,
    previews,
    provider: inbox.openIdConnect && (await openProvider(inbox.openIdConnect, inbox.url ?? '')),
    health: createHealth({ config, log, pool }, stopping.signal),
    inboxUrl: () => url,
  });
  releases.add(parts.studio.encoder, (made) => made.close());
  const app = await createOperatorApp(parts);
  releases.addFirst(app, (opened) => opened.close());
  const address = await listenOn(app, { ...inbox, passed: passed.get('inbox') }, log);
  const url = inbox.url ?? address;
  await rememberAddress(pool, url, log);
  const setUpUrl = await renewSetUp(parts.accounts.links, url, log);
  return { url, address, setUpUrl, server: app.server, pools: { inbox: pool, exports: exportPool } };
}

async function openProvider(client: NonNullable<InboxConfig['openIdConnect']>, url: string): Promise<OpenIdConnect> {
  const { createOpenIdConnect } = await import('../../accounts/create-open-id-connect.ts');
  return createOpenIdConnect({ ...client, redirectUrl: `${url}${openIdConnectCallbackPath}` });
}

/** Takes a free port when the default port is in use, so that the service still accepts commissions. */
async function listenOn(
  app: FastifyInstance,
  { host, port, passed }: InboxConfig & { readonly passed: number | undefined },
  log: Logger,
): Promise<string> {
  const at = { host, variables: { host: 'INBOX_HOST', port: 'INBOX_PORT' }, passed };
  try {
    return await listen(app, { ...at, port: port ?? defaultInboxPort });
  } catch (error) {
    const isTaken =
      error instanceof StartError && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'EADDRINUSE';
    if (!isTaken || port !== null) throw error;
    log.warn(
      `Port ${defaultInboxPort} is in use by another program, so the inbox uses a free port. Set INBOX_PORT to choose the port`,
    );
    return listen(app, { ...at, port: 0 });
  }
}

/** When the database is down, links of commands lead to the previous address of the inbox until the next start. */
async function rememberAddress(pool: Pool, url: string, log: Logger): Promise<void> {
  try {
    await createInboxAddress(pool).set(url);
  } catch (error) {
    log.debug({ err: error }, 'The address of the inbox could not be stored');
  }
}

/** Resolves with null when there is an account, and when the database is down: the next start tries again. */
async function renewSetUp(links: AccountLinks, url: string, log: Logger): Promise<string | null> {
  try {
    const token = await links.renewSetUp();
    return token === null ? null : `${url}/set-up#${token}`;
  } catch (error) {
    log.debug({ err: error }, 'The link for the first account could not be made');
    log.warn(
      'Without the database it is unknown whether an account exists. The next start that reaches it shows the link',
    );
    return null;
  }
}
