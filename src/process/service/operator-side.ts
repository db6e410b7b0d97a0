import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { AccountLinks } from '../../accounts/accounts.ts';
import { createAccounts } from '../../accounts/create-accounts.ts';
import { createChangeKeys } from '../../accounts/create-change-keys.ts';
import { createInboxAddress } from '../../accounts/inbox-address.ts';
import type { OpenIdConnect } from '../../accounts/open-id-connect.ts';
import { createIdentitySignIn } from '../../accounts/sign-in.ts';
import { type Config, defaultInboxPort } from '../../configuration/config.ts';
import { createChannelParts } from '../../deliveries/create-channel-parts.ts';
import { createReceiverUrlReader } from '../../deliveries/receivers/receiver-url.ts';
import { createStatusLinks } from '../../events/status-links/create-status-links.ts';
import { createStatusUrls } from '../../events/status-links/status-tokens.ts';
import { openIdConnectCallbackPath } from '../../http/operator/accounts/open-id-connect-routes.ts';
import { createOperatorApp } from '../../http/operator/create-operator-app.ts';
import { createErasure } from '../../keeping/erasure/create-erasure.ts';
import { createInbox } from '../../requests/inbox/create-inbox.ts';
import { createPictureStore } from '../../studio/pictures/create-picture-store.ts';
import { createStudioPictures } from '../../studio/pictures/picture-rows.ts';
import { createPictureEncoder } from '../../studio/previews/create-picture-encoder.ts';
import { createStudioRevisions } from '../../studio/revisions/create-studio-revisions.ts';
import { createTriage } from '../../triage/create-triage.ts';
import { createOpeningDesk } from '../../triage/opening/create-opening-desk.ts';
import { packageFolder, version } from '../program/own-package.ts';
import { previewProgram } from '../program/preview-program.ts';
import type { Releases } from '../program/releases.ts';
import { StartError } from '../program/start-failure.ts';
import { createLogoReader } from '../stores/mail-logo.ts';
import { openMailPreviews } from '../stores/mail-previews.ts';
import { openKeyRing } from '../stores/secrets.ts';
import { openPreviewCache } from '../stores/stores.ts';
import type { Foundation } from './foundation.ts';
import { createHealth } from './health.ts';
import { listen } from './listen.ts';
import { openPreviews } from './previews.ts';

type InboxConfig = NonNullable<Config['inbox']>;

interface OperatorSideParts {
  readonly config: Config;
  readonly inbox: InboxConfig;
  readonly foundation: Foundation;
  readonly log: Logger;
  readonly releases: Releases;
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
/** Enough for fifty people with some windows each. Connections of strangers are closed when they are idle. */
const maxConnections = 500;

/** Keeps an erasure from counting as complete. The sweep deletes the objects once there is a bucket. */
const noBucket = { delete: rejectWithoutBucket, put: rejectWithoutBucket };

async function rejectWithoutBucket(): Promise<never> {
  throw new Error('BUCKET_NAME is not set');
}

/** Starts the operators' listener. Only this module imports its parts, so a process without it loads none of them. */
export async function startOperatorSide({
  config,
  inbox,
  foundation,
  log,
  releases,
}: OperatorSideParts): Promise<OperatorSide> {
  const { database, studio, journal, rollBacks, objects, receipts, statusTokens, doctorChallenge, diskRoom } =
    foundation;
  // An export keeps its connection for as long as its reader takes, so exports have connections of their own.
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
  const accounts = createAccounts(pool);
  const requests = createInbox(pool, exportPool);
  const erasable = config.bucketName === null ? { objects: noBucket, receipts: noBucket } : { objects, receipts };
  const previewCache = openPreviewCache(config);
  const leftOut = inbox.hasHeicPreviews ? [] : (['heic'] as const);
  const previews = openPreviews({
    cache: previewCache,
    files: requests.files,
    objects,
    leftOut,
    hasTables: foundation.hasTables,
    log,
    releases,
  });
  const app = await createOperatorApp({
    accounts: {
      ...accounts,
      openIdConnect: inbox.openIdConnect && {
        provider: await openProvider(inbox.openIdConnect, inbox.url ?? ''),
        identities: createIdentitySignIn(pool, accounts.sessions),
      },
    },
    changes,
    inbox: requests,
    triage: createTriage(pool),
    attachments: { objects, previews },
    erasure: createErasure({ pool, journal, ...erasable, previews: previewCache, log }),
    notifications: {
      ...createChannelParts(pool, openKeyRing(config), createReceiverUrlReader(config.deliveries)),
      mailPreviews: openMailPreviews(config, () => url, studio.known, createLogoReader(pool, objects, log)),
      hasMailServer: config.mail !== null,
      hasStatusLinks: config.publicUrl !== null,
    },
    status: { statusLinks: createStatusLinks(pool), statusUrlOf: createStatusUrls(statusTokens, config) },
    site: {
      formUrl: config.publicUrl,
      inboxDirectory: packageFolder('#inbox/index.html'),
      pageDirectory: packageFolder('#page/index.html'),
    },
    studio: {
      revisions: createStudioRevisions(pool, config.studioFile),
      file: config.studioFile,
      source: studio,
      pictures: {
        ...createStudioPictures(pool),
        ...createPictureStore({ pool, objects: erasable.objects, rollBacks, ...config.timeLimits }),
      },
      encoder: releases.add(createPictureEncoder({ program: previewProgram(), log }), (made) => made.close()),
    },
    opening: createOpeningDesk(pool),
    host: { doctorChallenge, diskRoom, log, health: createHealth({ config, log, pool }, stopping.signal) },
    inboxUrl: inbox.url,
    maxExports,
    trustedProxies: config.trustedProxies,
    version: version(),
    maxConnections: Math.min(maxConnections, config.maxConnections),
    headersMs: config.timeLimits.headersMs,
    shutdownGraceMs: config.shutdownGraceMs,
  });
  releases.addFirst(app, (opened) => opened.close());
  const address = await listenOn(app, inbox, log);
  const url = inbox.url ?? address;
  await rememberAddress(pool, url, log);
  const setUpUrl = await renewSetUp(accounts.links, url, log);
  return { url, address, setUpUrl, server: app.server, pools: { inbox: pool, exports: exportPool } };
}

async function openProvider(client: NonNullable<InboxConfig['openIdConnect']>, url: string): Promise<OpenIdConnect> {
  const { createOpenIdConnect } = await import('../../accounts/create-open-id-connect.ts');
  return createOpenIdConnect({ ...client, redirectUrl: `${url}${openIdConnectCallbackPath}` });
}

/** Takes a free port when the default port is in use, so that the service still accepts commissions. */
async function listenOn(app: FastifyInstance, { host, port }: InboxConfig, log: Logger): Promise<string> {
  const variables = { host: 'INBOX_HOST', port: 'INBOX_PORT' };
  try {
    return await listen(app, { host, port: port ?? defaultInboxPort, variables });
  } catch (error) {
    const isTaken = error instanceof StartError && (error.cause as NodeJS.ErrnoException).code === 'EADDRINUSE';
    if (!isTaken || port !== null) throw error;
    log.warn(
      `Port ${defaultInboxPort} is in use by another program, so the inbox uses a free port. Set INBOX_PORT to choose the port`,
    );
    return listen(app, { host, port: 0, variables });
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
