import { z } from 'zod';
import { originList } from './origins.ts';
import { apiRevisions } from './submission/payload.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

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

/** Half of what a timer can be: some wait for a duration and a little longer. */
const maxDurationMs = 2 ** 30;

const duration = integer(1, maxDurationMs);
const byteCount = integer(1, Number.MAX_SAFE_INTEGER);
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' });
/** What goes into the header of a request as it is. */
const headerWord = z.string().regex(/^[\x21-\x7e]+$/, 'must be visible ASCII, without spaces and line breaks');
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
  AWS_REGION: headerWord.default('us-east-1'),
  AWS_ACCESS_KEY_ID: headerWord.optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: headerWord.optional(),
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

/** Of the hundred that the embedded database takes; the others are for `reconcile` and for a look at the tables. */
const mostEmbeddedConnections = 80;

export type Environment = z.infer<typeof environment>;

/** Variables of a process, by their names. */
export type Variables = Readonly<Record<string, string | undefined>>;

export interface ReadEnvironment {
  /** Null when a value is at fault. */
  readonly environment: Environment | null;
  /** Each begins with the name of a variable; of values and of variables that do not go together. */
  readonly faults: readonly string[];
}

/** The values of the variables, with a default for each that is not set, and every fault at once. */
export function readEnvironment(set: Variables): ReadEnvironment {
  const { data = null, error } = environment.safeParse(set);
  return {
    environment: data,
    faults: [
      ...valueFaults(error),
      ...credentialFaults(set),
      ...leaseFaults(set),
      ...poolFaults(data),
      ...workerFaults(data),
    ],
  };
}

/** Never quotes a value: it may be a secret. */
function valueFaults(error: z.ZodError | undefined): string[] {
  return (error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`);
}

function credentialFaults(set: Variables): string[] {
  if (set.OBJECT_STORE !== 's3') return [];
  const faults: string[] = [];
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = set;
  if (id && !secret) faults.push('AWS_SECRET_ACCESS_KEY is missing beside AWS_ACCESS_KEY_ID');
  if (secret && !id) faults.push('AWS_ACCESS_KEY_ID is missing beside AWS_SECRET_ACCESS_KEY');
  return faults;
}

/** An upload that may outlive its lease could be deleted under its own hands. */
function leaseFaults(set: Variables): string[] {
  const timeoutMs = Number(set.UPLOAD_TIMEOUT_MS ?? defaultPutMs);
  const leaseMs = Number(set.UPLOAD_LEASE_MS ?? defaultLeaseMs);
  // What is no number has a fault of its own.
  if (!(timeoutMs >= leaseMs)) return [];
  return ['UPLOAD_TIMEOUT_MS must be less than UPLOAD_LEASE_MS'];
}

function poolFaults(env: Environment | null): string[] {
  if (env === null || env.DATABASE_URL !== undefined || env.DATABASE_POOL_SIZE <= mostEmbeddedConnections) return [];
  return [`DATABASE_POOL_SIZE must be at most ${mostEmbeddedConnections} without DATABASE_URL`];
}

/** Each worker needs something of what is divided among them. */
function workerFaults(env: Environment | null): string[] {
  if (env === null) return [];
  const divided = ['DATABASE_POOL_SIZE', 'MAX_UPLOADS'] as const;
  return divided.filter((name) => env[name] < env.WORKERS).map((name) => `${name} must be at least WORKERS`);
}

/** PostgreSQL's URLs may leave the host out, for a socket named by `?host=`; other URLs may not beside a user. */
function isDatabaseUrl(text: string): boolean {
  return URL.canParse(text.replace('@/', '@localhost/'));
}
