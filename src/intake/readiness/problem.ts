import type { Part } from '../../platform/failure/errors.ts';

/** A problem that prevents submissions from being stored. Its texts contain no credentials and no customer data. */
export interface Problem {
  readonly part: Part;
  /** A clause without a full stop: `The bucket attachments does not exist`. */
  readonly what: string;
  /**
   * The operator's remedy, with the name of the variable: `create it, or set BUCKET_NAME to one that does`. Empty when
   * `what` already contains it.
   */
  readonly remedy: string;
  readonly cause?: unknown;
}

export type Explanation = readonly [what: string, remedy: string];

/** Explanations by the code of an error. */
export type Explanations = Readonly<Record<string, Explanation>>;

/** Returns the code of an error, or of the first error inside it. Empty without a code. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string' && error.code !== '') return error.code;
  return codeOf(error instanceof AggregateError ? error.errors[0] : error.cause);
}

/** Node's codes of a certificate that is not trusted. */
const certificateCodes = [
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

/** Returns the explanation under each code of a certificate that is not trusted. */
export function forCertificates(explanation: Explanation): Explanations {
  return Object.fromEntries(certificateCodes.map((code) => [code, explanation]));
}
