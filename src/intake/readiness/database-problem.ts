import { failureText } from '../../platform/failure/errors.ts';
import { TimeLimitError } from '../../platform/waiting/within-limit.ts';
import { codeOf, type Explanation, type Explanations, forCertificates, type Problem } from './problem.ts';

export type DatabaseKind = 'server' | 'embedded';

const unreachable = [
  'The database cannot be reached',
  'start it, or correct the host and port in DATABASE_URL',
] as const;
const embeddedAway = [
  'The embedded database does not respond',
  'it is started again by itself; if that fails, its log below DATA_DIR says why',
] as const;
const noAccess = [
  'The database rejects the user or the password',
  'correct them in DATABASE_URL, or let the user in (pg_hba.conf)',
] as const;
const hangs = [
  'The database did not commit a row in time',
  'look for a synchronous standby that is gone (synchronous_standby_names), for locks and for a slow disk',
] as const;

const certificate = [
  'The certificate of the database is not trusted',
  'correct it, or name its authority: sslrootcert in DATABASE_URL, or NODE_EXTRA_CA_CERTS',
] as const;

/** Explanations by SQLSTATE (PostgreSQL manual, appendix A), or by Node's code. */
const explanations: Explanations = {
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENOENT: unreachable,
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
  ETIMEDOUT: unreachable,
  ...forCertificates(certificate),
  '57P03': ['The database is starting or stopping', 'wait, or look at its log'],
  '28P01': noAccess,
  '28000': noAccess,
  '3D000': ['The database does not exist', 'create it, or correct its name at the end of DATABASE_URL'],
  '25006': [
    'The database is read-only, or a standby',
    'switch default_transaction_read_only off there, or set DATABASE_URL to a server that takes writes',
  ],
  '42501': ['The database user lacks a right', 'make the user of DATABASE_URL the owner of the database'],
  '53100': ['The disk of the database is full', 'make room on it, for bytes (df -h) or for files (df -i)'],
  '53300': ['The database takes no more connections', 'raise max_connections there, or lower DATABASE_POOL_SIZE'],
  '55P03': hangs,
  '57014': hangs,
};

/** Returns true when the error's code explains the problem. */
export function isExplained(cause: unknown): boolean {
  return Object.hasOwn(explanations, codeOf(cause));
}

/** Explains an error of the database to the operator. */
export function databaseProblem(cause: unknown, kind: DatabaseKind): Problem {
  const explanation = explain(cause);
  const [what, remedy] = kind === 'embedded' && explanation === unreachable ? embeddedAway : explanation;
  return { part: 'database', what, remedy, cause };
}

function explain(cause: unknown): Explanation {
  if (cause instanceof TimeLimitError) return hangs;
  const code = codeOf(cause);
  if (code !== '') return explanations[code] ?? [`The database failed (${code})`, 'its error says why'];
  const text = failureText(cause);
  // The service's own errors about a pooler or several hosts already name the remedy.
  return explainText(text) ?? [text, ''];
}

/** Recognizes failures for which `pg` has no code by their texts. */
function explainText(text: string): Explanation | null {
  if (/^timeout expired|connection timeout|connection terminated/i.test(text)) return unreachable;
  if (/^timeout exceeded when trying to connect/.test(text)) return hangs;
  return /password/.test(text) ? noAccess : null;
}
