import { z } from 'zod';
import type { Catalogue } from './catalogue/catalogue.ts';
import { CatalogueError } from './catalogue/read-catalogue.ts';
import { readCatalogueFile } from './catalogue-file.ts';
import { originList } from './origins.ts';
import { type ApiRevision, apiRevisions } from './submission/payload.ts';

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

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** The environment does not make a configuration; `faults` names each variable at fault. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`Configuration: ${faults.join('; ')}`);
    this.faults = faults;
  }
}

const mebibyte = 1024 * 1024;

const integer = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number from ${minimum} to ${maximum}`)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, `must be a whole number from ${minimum} to ${maximum}`);

const minuteMs = 60_000;
const defaultPutMs = 45_000;
const defaultLeaseMs = minuteMs;
const dayMs = 24 * 60 * minuteMs;

const maxWorkers = 64;

/** As long as a timer can be. */
const maxDurationMs = 2 ** 31 - 1;

const duration = integer(1, maxDurationMs);
const byteCount = integer(1, Number.MAX_SAFE_INTEGER);
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' });
const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });

const environment = z.object({
  BUCKET_NAME: z
    .string()
    .regex(/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,255}$/, 'must be 1 to 255 letters, digits, dots, hyphens and underscores')
    .optional(),
  WORKERS: integer(1, maxWorkers).default(1),
  HOST: z.string().default('127.0.0.1'),
  PORT: integer(0, 65_535).default(3000),
  PUBLIC_PATH: z
    .string()
    .regex(
      /^\/((?!\.{1,2}\/)[A-Za-z0-9._~-]+\/)*$/,
      'must begin and end with /, with letters, digits and . _ ~ - between',
    )
    .default('/'),
  CORS_ALLOWED_ORIGINS: originList.default([]),
  CATALOGUE_FILE: z.string().optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
    .refine(isDatabaseUrl, 'must be a URL; special characters in the password are percent-encoded')
    .optional(),
  OBJECT_STORE: oneOf(['filesystem', 's3']).default('filesystem'),
  AWS_REGION: z.string().default('us-east-1'),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  AWS_ENDPOINT_URL_S3: httpUrl.optional(),
  AWS_ENDPOINT_URL: httpUrl.optional(),
  S3_FORCE_PATH_STYLE: oneOf(['true', 'false']).optional(),
  DATA_DIR: z.string().default('./data'),
  API_REVISION: oneOf(apiRevisions).default('later'),
  MAX_REQUEST_BYTES: byteCount.default(256 * mebibyte),
  SPOOL_MEMORY_BYTES: byteCount.default(16 * mebibyte),
  MAX_UPLOADS: integer(1, 100_000).default(128),
  MAX_SPOOL_BYTES: byteCount.default(16 * 1024 * mebibyte),
  BUSY_MIN_BODY_BYTES_PER_SECOND: integer(0, Number.MAX_SAFE_INTEGER).default(16 * 1024),
  HEADERS_TIMEOUT_MS: duration.default(15_000),
  MIN_BODY_BYTES_PER_SECOND: integer(0, Number.MAX_SAFE_INTEGER).default(1024),
  BODY_RATE_WINDOW_MS: duration.default(30_000),
  SUBMISSION_TIMEOUT_MS: duration.default(60 * minuteMs),
  DRAIN_TIMEOUT_MS: duration.default(minuteMs),
  SHUTDOWN_GRACE_MS: duration.default(25_000),
  DATABASE_POOL_SIZE: integer(1, 10_000).default(32),
  DATABASE_CONNECT_TIMEOUT_MS: duration.default(3000),
  DATABASE_STATEMENT_TIMEOUT_MS: duration.default(15_000),
  DATABASE_LOCK_TIMEOUT_MS: duration.default(5000),
  UPLOAD_ATTEMPTS: integer(1, 100).default(4),
  UPLOAD_TIMEOUT_MS: duration.default(defaultPutMs),
  UPLOAD_LEASE_MS: duration.default(defaultLeaseMs),
  RECOVERY_INTERVAL_MS: duration.default(30_000),
  RECOVERY_GRACE_MS: duration.default(dayMs),
  LOG_LEVEL: oneOf(logLevels).default('info'),
});

type Environment = z.infer<typeof environment>;

/** Reads the configuration. An empty variable counts as absent. @throws {ConfigError} with every fault at once. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const result = environment.safeParse(given);
  const catalogue = catalogueOf(given);
  const faults = [
    ...valueFaults(result.error),
    ...credentialFaults(given),
    ...leaseFaults(given),
    ...workerFaults(result.data),
    ...('faults' in catalogue ? catalogue.faults : []),
  ];
  if (!result.success || 'faults' in catalogue || faults.length > 0) throw new ConfigError(faults);
  return toConfig(result.data, catalogue.content);
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

/** Never quotes a value: it may be a secret. */
function valueFaults(error: z.ZodError | undefined): string[] {
  return (error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`);
}

function credentialFaults(given: Readonly<Record<string, string | undefined>>): string[] {
  if (given.OBJECT_STORE !== 's3') return [];
  const faults: string[] = [];
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = given;
  if (id && !secret) faults.push('AWS_SECRET_ACCESS_KEY is missing beside AWS_ACCESS_KEY_ID');
  if (secret && !id) faults.push('AWS_ACCESS_KEY_ID is missing beside AWS_SECRET_ACCESS_KEY');
  return faults;
}

/** An upload that may outlive its lease could be deleted under its own hands. */
function leaseFaults(given: Readonly<Record<string, string | undefined>>): string[] {
  const timeoutMs = Number(given.UPLOAD_TIMEOUT_MS ?? defaultPutMs);
  const leaseMs = Number(given.UPLOAD_LEASE_MS ?? defaultLeaseMs);
  // What is no number has a fault of its own.
  if (!(timeoutMs >= leaseMs)) return [];
  return ['UPLOAD_TIMEOUT_MS must be less than UPLOAD_LEASE_MS'];
}

/** Each worker needs something of what is divided among them. */
function workerFaults(env: Environment | undefined): string[] {
  if (env === undefined) return [];
  const divided = ['DATABASE_POOL_SIZE', 'MAX_UPLOADS'] as const;
  return divided.filter((name) => env[name] < env.WORKERS).map((name) => `${name} must be at least WORKERS`);
}

type CatalogueSetting = { readonly content: Catalogue | null } | { readonly faults: readonly string[] };

function catalogueOf({
  CATALOGUE_FILE: path,
  API_REVISION: revision,
}: Readonly<Record<string, string | undefined>>): CatalogueSetting {
  if (path === undefined) return { content: null };
  try {
    return { content: readCatalogueFile(path, revision === 'earlier' ? 'earlier' : 'later') };
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    return { faults: error.faults.map((fault) => `CATALOGUE_FILE ${fault}`) };
  }
}

/** PostgreSQL's URLs may leave the host out, for a socket named by `?host=`; other URLs may not beside a user. */
function isDatabaseUrl(text: string): boolean {
  return URL.canParse(text.replace('@/', '@localhost/'));
}
