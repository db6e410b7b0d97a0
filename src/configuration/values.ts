import { z } from 'zod';
import { requestStatuses } from '../events/statuses.ts';
import { callersOfSocketFile } from '../intake/submission/client-address.ts';
import { readDatabaseUrl } from '../platform/database/database-url.ts';
import { secretKeyOf } from '../platform/secrets/key-ring.ts';

/** Half the maximum of a timer, because some timers run a little longer than a duration. */
const maxDurationMs = 2 ** 30;

/** A whole number in decimal digits. */
export function integer(minimum: number, maximum = Number.MAX_SAFE_INTEGER) {
  const error = `must be a whole number from ${minimum} to ${maximum}`;
  return z
    .string()
    .regex(/^\d{1,16}$/, error)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, error);
}

export const durationMs = integer(1, maxDurationMs);

export const byteCount = integer(1);

/** A text that a request header can contain without encoding. */
export const headerWord = z.string().regex(/^[\x21-\x7e]+$/, 'must be visible ASCII, without spaces and line breaks');

/** Not with a password, which every message about the URL would show. */
export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
  .refine(hasNoCredentials, 'must have no user name and no password');

function hasNoCredentials(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

/** True for an origin as browsers write it. Any other form would never equal the origin that a browser sends. */
function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** The URL of a folder, to which relative references are resolved. It ends with `/`. */
export const publicUrl = httpUrl.transform((text, context): string => {
  const { origin, pathname, href } = new URL(text);
  const folder = `${origin}${pathname.replace(/\/*$/, '/')}`;
  if (href === origin + pathname) return folder;
  context.addIssue({ code: 'custom', message: 'must have no user, no query and no fragment' });
  return z.NEVER;
});

export const databaseUrl = z.string().superRefine((url, context) => {
  try {
    readDatabaseUrl(url);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
  }
});

export const bucketName = z
  .string()
  .regex(/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,255}$/, 'must be 1 to 255 letters, digits, dots, hyphens and underscores');

export const publicPath = z
  .string()
  .regex(
    /^\/((?!\.{1,2}\/)[A-Za-z0-9._~-]+\/)*$/,
    'must begin and end with /, with letters, digits and . _ ~ - between',
  );

export function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` });
}

/** Parses entries separated by commas. @param faultOf Returns the fault of an entry, or null. */
function listOf(faultOf: (entry: string, entries: readonly string[]) => string | null) {
  return z.string().transform((text, context): readonly string[] => {
    const entries = text.split(',').map((entry) => entry.trim());
    for (const [index, entry] of entries.entries()) {
      const fault = faultOf(entry, entries);
      if (fault !== null) context.addIssue({ code: 'custom', message: `entry ${index + 1} ${fault}` });
    }
    return entries;
  });
}

/** Keys of 256 bits in base64. */
export const secretKeys = listOf((key) =>
  secretKeyOf(key) === null ? 'must be 32 random bytes in base64, as `openssl rand -base64 32` prints' : null,
);

/** Exact origins (RFC 6454 section 6.2), or `*` alone for all. */
export const originList = listOf((origin, { length }) => {
  if (origin === '*') return length === 1 ? null : 'is *, which must stand alone';
  if (origin.includes('*')) return 'has a wildcard: list each origin by itself, or set * alone for all of them';
  if (!isOrigin(origin)) return 'must be an origin such as https://example.org, in lower case and without a path';
  return null;
});

export const roles = ['intake', 'inbox', 'upkeep'] as const;

/** A part of the service's work that a process may take. */
type Role = (typeof roles)[number];

/** Role names, separated by commas. */
export const roleList = z.string().transform((text, context): readonly Role[] => {
  const names = text.split(',').map((name) => name.trim());
  const known = roles.filter((role) => names.includes(role));
  if (known.length !== names.length) {
    context.addIssue({ code: 'custom', message: `must list some of ${roles.join(', ')}, each once` });
  }
  return known;
});

/** Fastify rejects a block of all addresses. */
const addressBlock = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).refine((block) => !block.endsWith('/0'));

/** Addresses, CIDR blocks (RFC 4632), and `unix` for the callers of a socket file. */
export const proxyList = listOf((block) =>
  block === callersOfSocketFile || addressBlock.safeParse(block).success
    ? null
    : 'must be an address such as 10.0.0.7, a block such as 10.0.0.0/8, not of all addresses, or unix',
);

/** The address of a listener as browsers write it, without a path. */
export const originUrl = z
  .string()
  .transform((text) => text.replace(/\/$/, ''))
  .refine(isOrigin, 'must be an address such as https://inbox.example.org, in lower case and without a path');

const maxDays = 36_500;

/** A status, or those that the guard holds. */
const retentionNames = [...requestStatuses, 'HELD'] as const;
type RetentionName = (typeof retentionNames)[number];

/** `STATUS=days` pairs, separated by commas: `SPAM=30,DECLINED=365`. */
export const retention = z.string().transform((text, context) => {
  const days = new Map<RetentionName, number>();
  for (const [index, entry] of text.split(',').entries()) {
    const [, name, digits] = /^\s*([A-Z_]+)\s*=\s*(\d{1,5})\s*$/.exec(entry) ?? [];
    const status = retentionNames.find((one) => one === name);
    const count = Number(digits);
    if (status !== undefined && count >= 1 && count <= maxDays && !days.has(status)) days.set(status, count);
    else context.addIssue({ code: 'custom', message: `entry ${index + 1} ${entryRule}` });
  }
  return [...days].map(([status, count]) => ({ status, days: count }));
});

const entryRule = `must be STATUS=days, with one of ${retentionNames.join(', ')}, each once, and 1 to ${maxDays} days`;
