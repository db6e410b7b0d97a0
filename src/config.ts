import type { Catalogue } from './catalogue/catalogue.ts';
import { CatalogueError } from './catalogue/read-catalogue.ts';
import { readCatalogueFile } from './catalogue-file.ts';
import { type Environment, type LogLevel, readEnvironment, type Variables } from './environment.ts';
import type { ApiRevision } from './submission/payload.ts';

export interface Config {
  /** Null when not configured: every submission then fails (spec.md, Errors). */
  readonly bucketName: string | null;
  /** Processes that take requests. With more than one, the budgets below are of all of them together. */
  readonly workers: number;
  readonly host: string;
  readonly port: number;
  /** What the path of every route begins with; begins and ends with `/`. */
  readonly publicPath: string;
  /** Origins whose pages may use the service; `*` for all. */
  readonly allowedOrigins: readonly string[] | '*';
  /** Null without a file. */
  readonly catalogue: Catalogue | null;
  /** Null: the embedded database. */
  readonly databaseUrl: string | null;
  readonly objectStore: ObjectStoreConfig;
  readonly dataDirectory: string;
  readonly apiRevision: ApiRevision;
  readonly maxRequestBytes: number;
  readonly spoolMemoryBytes: number;
  readonly admission: AdmissionConfig;
  readonly timeLimits: TimeLimitsConfig;
  readonly database: DatabaseConfig;
  readonly upload: UploadConfig;
  readonly recovery: RecoveryConfig;
  readonly logLevel: LogLevel;
}

export interface AdmissionConfig {
  /** Requests with more than a small body that may be under way at once. */
  readonly maxUploads: number;
  /** Bytes of bodies that may be under way at once, by their announced lengths. */
  readonly maxSpoolBytes: number;
  /** An upload that brings less, on average, may be let go when another finds no room. */
  readonly busyMinBodyBytesPerSecond: number;
}

export interface TimeLimitsConfig {
  readonly headersMs: number;
  /** A body that brings less than this, on average over the window, is given up. */
  readonly minBodyBytesPerSecond: number;
  readonly bodyRateWindowMs: number;
  /** For a whole body to come, and then again for its attachments to be stored. */
  readonly submissionMs: number;
  readonly drainMs: number;
  readonly shutdownGraceMs: number;
}

export interface DatabaseConfig {
  /** Connections at most. */
  readonly poolSize: number;
  readonly timeouts: DatabaseTimeouts;
}

export interface DatabaseTimeouts {
  readonly connectMs: number;
  readonly statementMs: number;
  readonly lockMs: number;
}

export interface UploadConfig {
  /** A bound on storing one attachment, all attempts together. */
  readonly putMs: number;
  /** How often storing one attachment is tried. */
  readonly attempts: number;
  /** How long an upload is left alone without a sign of life. Longer than `putMs`. */
  readonly leaseMs: number;
}

export interface RecoveryConfig {
  /** Pause between two rounds. */
  readonly intervalMs: number;
  /** How long a failed upload is remembered. */
  readonly graceMs: number;
}

export type ObjectStoreConfig = { readonly kind: 'filesystem' } | ({ readonly kind: 's3' } & S3Config);

export interface S3Config {
  readonly region: string;
  /** Null: the AWS tools' usual places are searched. */
  readonly credentials: S3Credentials | null;
  /** Null: AWS itself. */
  readonly endpoint: string | null;
  readonly forcePathStyle: boolean;
}

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** The environment does not make a configuration; `faults` names each variable at fault. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`Configuration: ${faults.join('; ')}`);
    this.faults = faults;
  }
}

/** Reads the configuration. An empty variable counts as absent. @throws {ConfigError} with every fault at once. */
export function readConfig(env: Variables): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const { environment, faults: ownFaults } = readEnvironment(set);
  const catalogue = catalogueOf(set);
  const faults = [...ownFaults, ...('faults' in catalogue ? catalogue.faults : [])];
  if (environment === null || 'faults' in catalogue || faults.length > 0) throw new ConfigError(faults);
  return toConfig(environment, catalogue.content);
}

function toConfig(env: Environment, catalogue: Catalogue | null): Config {
  return {
    bucketName: env.BUCKET_NAME ?? null,
    workers: env.WORKERS,
    host: env.HOST,
    port: env.PORT,
    publicPath: env.PUBLIC_PATH,
    allowedOrigins: env.CORS_ALLOWED_ORIGINS,
    catalogue,
    databaseUrl: env.DATABASE_URL ?? null,
    objectStore: env.OBJECT_STORE === 's3' ? { kind: 's3', ...s3Config(env) } : { kind: 'filesystem' },
    dataDirectory: env.DATA_DIR,
    apiRevision: env.API_REVISION,
    maxRequestBytes: env.MAX_REQUEST_BYTES,
    spoolMemoryBytes: env.SPOOL_MEMORY_BYTES,
    admission: {
      maxUploads: env.MAX_UPLOADS,
      maxSpoolBytes: env.MAX_SPOOL_BYTES,
      busyMinBodyBytesPerSecond: env.BUSY_MIN_BODY_BYTES_PER_SECOND,
    },
    timeLimits: timeLimits(env),
    database: { poolSize: env.DATABASE_POOL_SIZE, timeouts: databaseTimeouts(env) },
    upload: { putMs: env.UPLOAD_TIMEOUT_MS, attempts: env.UPLOAD_ATTEMPTS, leaseMs: env.UPLOAD_LEASE_MS },
    recovery: { intervalMs: env.RECOVERY_INTERVAL_MS, graceMs: env.RECOVERY_GRACE_MS },
    logLevel: env.LOG_LEVEL,
  };
}

function timeLimits(env: Environment): TimeLimitsConfig {
  return {
    headersMs: env.HEADERS_TIMEOUT_MS,
    minBodyBytesPerSecond: env.MIN_BODY_BYTES_PER_SECOND,
    bodyRateWindowMs: env.BODY_RATE_WINDOW_MS,
    submissionMs: env.SUBMISSION_TIMEOUT_MS,
    drainMs: env.DRAIN_TIMEOUT_MS,
    shutdownGraceMs: env.SHUTDOWN_GRACE_MS,
  };
}

function databaseTimeouts(env: Environment): DatabaseTimeouts {
  return {
    connectMs: env.DATABASE_CONNECT_TIMEOUT_MS,
    statementMs: env.DATABASE_STATEMENT_TIMEOUT_MS,
    lockMs: env.DATABASE_LOCK_TIMEOUT_MS,
  };
}

function s3Config(env: Environment): S3Config {
  const endpoint = env.AWS_ENDPOINT_URL_S3 ?? env.AWS_ENDPOINT_URL ?? null;
  const pathStyle = env.S3_FORCE_PATH_STYLE;
  return {
    region: env.AWS_REGION,
    credentials: s3Credentials(env),
    endpoint,
    forcePathStyle: pathStyle === undefined ? endpoint !== null : pathStyle === 'true',
  };
}

function s3Credentials(env: Environment): S3Credentials | null {
  if (!env.AWS_ACCESS_KEY_ID || !env.AWS_SECRET_ACCESS_KEY) return null;
  return {
    accessKeyId: env.AWS_ACCESS_KEY_ID,
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
    ...(env.AWS_SESSION_TOKEN ? { sessionToken: env.AWS_SESSION_TOKEN } : {}),
  };
}

type CatalogueSetting = { readonly content: Catalogue | null } | { readonly faults: readonly string[] };

function catalogueOf({ CATALOGUE_FILE: path, API_REVISION: revision }: Variables): CatalogueSetting {
  if (path === undefined) return { content: null };
  try {
    return { content: readCatalogueFile(path, revision === 'earlier' ? 'earlier' : 'later') };
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    return { faults: error.faults.map((fault) => `CATALOGUE_FILE ${fault}`) };
  }
}
