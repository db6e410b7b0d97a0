import { z } from 'zod';
import { voices } from '../events/status-links/messages/voice.ts';
import { apiRevisions } from '../intake/submission/payload.ts';
import { noPictures } from '../studio/catalogue/picture.ts';
import type { StudioOfFile } from '../studio/document/offer.ts';
import { catalogueFile } from './catalogue-file.ts';
import { isSocketFile, listenHost, socketFileFaults } from './listen-host.ts';
import { mailbox, privateKeyFile, smtpUrl } from './mail.ts';
import { defaultMaxConnections, defaultSpoolMemoryBytes, processLimits } from './memory.ts';
import { timeLimits } from './time-limits.ts';
import {
  bucketName,
  byteCount,
  databaseUrl,
  durationMs,
  headerWord,
  httpUrl,
  integer,
  oneOf,
  originList,
  originUrl,
  proxyList,
  publicPath,
  publicUrl,
  retention,
  roleList,
  roles,
  secretKeys,
} from './values.ts';

const mebibyte = 1024 * 1024;

/** Of the 100 connections of the embedded database. The others are for the commands and for queries by hand. */
const maxEmbeddedConnections = 80;

const variables = z.object({
  BUCKET_NAME: bucketName.optional(),
  HOST: listenHost.default('127.0.0.1'),
  PORT: integer(0, 65_535).default(3000),
  PUBLIC_PATH: publicPath.default('/'),
  PUBLIC_URL: publicUrl.optional(),
  CORS_ALLOWED_ORIGINS: originList.default([]),
  CATALOGUE_FILE: catalogueFile.optional(),
  MAINTENANCE: oneOf(['on', 'off']).default('off'),
  STUDIO_VOICE: oneOf(voices).default('we'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_POOL_SIZE: integer(1, 10_000).default(32),
  MIGRATE: oneOf(['on', 'off']).default('on'),
  OBJECT_STORE: oneOf(['filesystem', 's3']).default('filesystem'),
  AWS_REGION: headerWord.default('us-east-1'),
  AWS_ACCESS_KEY_ID: headerWord.optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: headerWord.optional(),
  AWS_ENDPOINT_URL_S3: httpUrl.optional(),
  AWS_ENDPOINT_URL: httpUrl.optional(),
  S3_FORCE_PATH_STYLE: oneOf(['true', 'false']).optional(),
  BACKUP_S3_REGION: headerWord.optional(),
  BACKUP_S3_ENDPOINT_URL: httpUrl.optional(),
  BACKUP_S3_ACCESS_KEY_ID: headerWord.optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
  DATA_DIR: z.string().default('./data'),
  API_REVISION: oneOf(apiRevisions).default('later'),
  FAILURE_DETAILS: oneOf(['full', 'brief']).default('full'),
  MAX_REQUEST_BYTES: byteCount.default(256 * mebibyte),
  MAX_CONNECTIONS: integer(1, 1_000_000).default(() => defaultMaxConnections(processLimits())),
  MAX_UPLOADS: integer(1, 100_000).default(128),
  DISK_FLOOR_BYTES: integer(0).optional(),
  SPOOL_MEMORY_BYTES: byteCount.default(() => defaultSpoolMemoryBytes(processLimits())),
  TIME_LIMITS: timeLimits.prefault(''),
  SHUTDOWN_GRACE_MS: durationMs.default(25_000),
  ROLES: roleList.default([...roles]),
  INBOX: oneOf(['on', 'off']).default('on'),
  INBOX_HOST: listenHost.default('127.0.0.1'),
  INBOX_PORT: integer(0, 65_535).optional(),
  INBOX_URL: originUrl.optional(),
  INBOX_DATABASE_CONNECTIONS: integer(2, 1000).default(5),
  HEIC_PREVIEWS: oneOf(['on', 'off']).default('on'),
  HEARTBEAT_URL: httpUrl.optional(),
  METRICS_HOST: listenHost.default('127.0.0.1'),
  METRICS_PORT: integer(0, 65_535).optional(),
  METRICS_TOKEN: headerWord.optional(),
  OIDC_ISSUER: httpUrl.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  TRUSTED_PROXIES: proxyList.default([]),
  RETENTION: retention.default([]),
  SECRETS_KEY: secretKeys.default([]),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailbox.optional(),
  MAIL_TEMPLATES: z.string().optional(),
  DKIM_KEY_FILE: privateKeyFile.optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,63}$/, 'must be letters, digits, dots and hyphens')
    .optional(),
  DELIVERY_RETENTION_DAYS: integer(1, 3650).default(30),
  DELIVERY_ALLOW_PRIVATE: oneOf(['true', 'false']).default('false'),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** The names of all variables that the service reads. */
export const variableNames: readonly string[] = Object.keys(variables.shape);

type Variables = z.infer<typeof variables>;

/** In each pair the first variable needs the second. */
const companions = [
  ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
  ['AWS_SECRET_ACCESS_KEY', 'AWS_ACCESS_KEY_ID'],
  ['BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_SECRET_ACCESS_KEY'],
  ['BACKUP_S3_SECRET_ACCESS_KEY', 'BACKUP_S3_ACCESS_KEY_ID'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['MAIL_FROM', 'SMTP_URL'],
  ['DKIM_KEY_FILE', 'DKIM_SELECTOR'],
  ['DKIM_SELECTOR', 'DKIM_KEY_FILE'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_SECRET'],
  ['OIDC_ISSUER', 'INBOX_URL'],
  ['METRICS_TOKEN', 'METRICS_PORT'],
] as const;

/** Yields the faults of variables that contradict each other, as pairs of a name and a fault. */
function* combinationFaults(env: Variables): Generator<readonly [name: string, fault: string]> {
  for (const [given, missing] of companions) {
    // A store of files needs no `AWS_` variable. Such a variable may be set for other programs.
    if (given.startsWith('AWS_') && env.OBJECT_STORE !== 's3') continue;
    if (missing === 'METRICS_PORT' && isSocketFile(env.METRICS_HOST)) continue;
    if (env[given] !== undefined && env[missing] === undefined) yield [missing, `is missing beside ${given}`];
  }
  yield* socketFileFaults(env);
  if (env.INBOX === 'off' && String(env.ROLES) === 'inbox') yield ['INBOX', 'is off, and ROLES names no other role'];
  if (env.PUBLIC_URL && URL.canParse(env.PUBLIC_URL) && !env.PUBLIC_URL.endsWith(env.PUBLIC_PATH)) {
    yield ['PUBLIC_URL', 'must end with PUBLIC_PATH'];
  }
  if (env.DATABASE_URL === undefined && env.DATABASE_POOL_SIZE > maxEmbeddedConnections) {
    yield ['DATABASE_POOL_SIZE', `must be at most ${maxEmbeddedConnections} without DATABASE_URL`];
  }
  if (env.API_REVISION !== 'later' && env.CATALOGUE_FILE?.studio?.customCards?.length) {
    yield ['CATALOGUE_FILE', 'customCards needs API_REVISION=later'];
  }
}

/** The environment variables of the service, parsed to its configuration. */
export const configSchema = variables
  .superRefine(
    (env, context) => {
      for (const [name, message] of combinationFaults(env)) {
        context.addIssue({ code: 'custom', path: [name], message });
      }
    },
    // Also reports combinations when single values are faulty.
    { when: () => true },
  )
  .transform((env) => ({
    /** Null when not configured: every submission then fails (docs/api.md). */
    bucketName: env.BUCKET_NAME ?? null,
    /** An address, a name, or `unix:` and the path of a socket file, as are the other hosts. */
    host: env.HOST,
    port: env.PORT,
    /** The prefix of every route's path. It begins and ends with `/`. */
    publicPath: env.PUBLIC_PATH,
    /** The public URL of the page, which ends with `/`, or null when not set. */
    publicUrl: env.PUBLIC_URL ?? null,
    /** Origins whose pages may use the service; `*` alone for all. */
    allowedOrigins: env.CORS_ALLOWED_ORIGINS,
    /** The keys of the studio that the file sets. Null without a file. */
    studioFile: studioFile(env),
    pictures: env.CATALOGUE_FILE?.pictures ?? noPictures,
    /** Whether the page says that the form will be back soon, instead of showing it. */
    isUnderMaintenance: env.MAINTENANCE === 'on',
    studioVoice: env.STUDIO_VOICE,
    /** Null for the embedded database. */
    databaseUrl: env.DATABASE_URL ?? null,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    /** How a start treats pending migrations. */
    pendingMigrations: env.MIGRATE === 'on' ? ('run' as const) : ('refuse' as const),
    objectStore: objectStore(env),
    /** The S3 store of back-ups in a bucket. */
    backupS3: backupS3(env),
    dataDirectory: env.DATA_DIR,
    apiRevision: env.API_REVISION,
    failureDetails: env.FAILURE_DETAILS,
    maxRequestBytes: env.MAX_REQUEST_BYTES,
    maxConnections: env.MAX_CONNECTIONS,
    /** Maximum requests with more than a small body that may be in progress at once. */
    maxUploads: env.MAX_UPLOADS,
    spoolMemoryBytes: env.SPOOL_MEMORY_BYTES,
    /** Null for the default, which depends on the size of each disk. 0 switches it off. */
    diskFloorBytes: env.DISK_FLOOR_BYTES ?? null,
    timeLimits: env.TIME_LIMITS,
    shutdownGraceMs: env.SHUTDOWN_GRACE_MS,
    roles: env.ROLES,
    /** The operators' listener; null when it is switched off. */
    inbox: env.INBOX === 'off' ? null : inbox(env),
    /** The address that is called every five minutes while the service is ready, or null. */
    heartbeatUrl: env.HEARTBEAT_URL ?? null,
    /** The listener of metrics; null when it is off. */
    metrics:
      env.METRICS_PORT === undefined && !isSocketFile(env.METRICS_HOST)
        ? null
        : { host: env.METRICS_HOST, port: env.METRICS_PORT ?? 0, token: env.METRICS_TOKEN ?? null },
    /** Proxies whose `X-Forwarded-For` is trusted: addresses, blocks, and `unix` for those that call a socket file. */
    trustedProxies: env.TRUSTED_PROXIES,
    /** Which requests are erased automatically, and when. */
    retention: env.RETENTION,
    /** Null without a mail server: mail channels then wait. */
    mail: env.SMTP_URL && env.MAIL_FROM ? mail(env, env.SMTP_URL, env.MAIL_FROM) : null,
    deliveries: {
      /** Keys as text. The first one seals. Empty when the key file below `dataDirectory` is used. */
      secretKeys: env.SECRETS_KEY,
      retentionDays: env.DELIVERY_RETENTION_DAYS,
      allowsPrivate: env.DELIVERY_ALLOW_PRIVATE === 'true',
    },
    logLevel: env.LOG_LEVEL,
  }));

export type Config = Readonly<z.infer<typeof configSchema>>;

function studioFile({ CATALOGUE_FILE: file }: Variables): StudioOfFile | null {
  return file ? { studio: file.studio, keys: file.keys } : null;
}

function mail(env: Variables, smtp: NonNullable<Variables['SMTP_URL']>, from: NonNullable<Variables['MAIL_FROM']>) {
  const { DKIM_KEY_FILE: privateKey, DKIM_SELECTOR: keySelector } = env;
  const domainName = from.address.split('@').at(-1) ?? '';
  return {
    smtp,
    from,
    /** Null when this service does not sign mails. */
    dkim: privateKey && keySelector ? { domainName, keySelector, privateKey } : null,
    /** A folder with files that replace the built-in mails, or null. */
    templatesDirectory: env.MAIL_TEMPLATES ?? null,
  };
}

/** The default port of the operators' listener, if it is free. */
export const defaultInboxPort = 3001;

function inbox(env: Variables) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  return {
    host: env.INBOX_HOST,
    /** Null for `defaultInboxPort`, or for a free port when that one is in use. */
    port: env.INBOX_PORT ?? null,
    /** The origin that people use, or null for the address of the listener. */
    url: env.INBOX_URL ?? null,
    databaseConnections: env.INBOX_DATABASE_CONNECTIONS,
    /** Whether HEIC files of customers are decoded. */
    hasHeicPreviews: env.HEIC_PREVIEWS === 'on',
    openIdConnect: issuer && clientId && clientSecret ? { issuer, clientId, clientSecret } : null,
  };
}

function objectStore(env: Variables) {
  return env.OBJECT_STORE === 'filesystem' ? ({ kind: 'filesystem' } as const) : { kind: 's3' as const, ...s3(env) };
}

function s3(env: Variables) {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = env;
  const endpoint = env.AWS_ENDPOINT_URL_S3 ?? env.AWS_ENDPOINT_URL ?? null;
  return {
    region: env.AWS_REGION,
    /** Null when the credentials are searched where the AWS tools search them. */
    credentials:
      accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) } : null,
    /** Null for AWS itself. */
    endpoint,
    forcePathStyle: env.S3_FORCE_PATH_STYLE === undefined ? endpoint !== null : env.S3_FORCE_PATH_STYLE === 'true',
  };
}

/** Variables that are not set fall back to those of the object store. */
function backupS3(env: Variables) {
  const { BACKUP_S3_ACCESS_KEY_ID: ownKeyId, BACKUP_S3_SECRET_ACCESS_KEY: ownSecret } = env;
  return s3({
    ...env,
    AWS_REGION: env.BACKUP_S3_REGION ?? env.AWS_REGION,
    AWS_ENDPOINT_URL_S3: env.BACKUP_S3_ENDPOINT_URL ?? env.AWS_ENDPOINT_URL_S3,
    ...(ownKeyId && { AWS_ACCESS_KEY_ID: ownKeyId, AWS_SECRET_ACCESS_KEY: ownSecret, AWS_SESSION_TOKEN: undefined }),
  });
}
