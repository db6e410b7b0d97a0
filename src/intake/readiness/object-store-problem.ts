import { failureText } from '../../platform/failure/errors.ts';
import { codeOf, type Explanation, type Explanations, forCertificates, type Problem } from './problem.ts';

/** The location of the attachments, as the operator configured it. */
export interface StoreNames {
  readonly bucket: string;
  /** The URL of an S3 store, or null for AWS itself. */
  readonly endpoint: string | null;
}

const credentials: Explanation = [
  'The object store rejects the credentials',
  'correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
];
const region: Explanation = ['The bucket is in another region', 'set AWS_REGION to that of the bucket'];
const certificate: Explanation = [
  'The certificate of the object store is not trusted',
  'correct it, or name its authority in NODE_EXTRA_CA_CERTS',
];
const noTls: Explanation = [
  'The object store does not speak TLS on its port',
  'write http:// in place of https:// in AWS_ENDPOINT_URL_S3, or the port where it speaks TLS',
];
const hostNameOnly: Explanation = [
  'The object store takes the bucket in the host name alone',
  'set S3_FORCE_PATH_STYLE=false',
];
const full: Explanation = ['The object store has no room left', 'make room there, or raise the quota'];
const noAccess: Explanation = [
  'The account may not use the folder of the attachments',
  'give it the right to read and write DATA_DIR',
];

/** Explanations by the code of S3 (Amazon S3 API, Error responses) or of Node. */
const explanations: Explanations = {
  InvalidAccessKeyId: credentials,
  SignatureDoesNotMatch: credentials,
  InvalidToken: credentials,
  ExpiredToken: ['The credentials of the object store have expired', 'renew AWS_SESSION_TOKEN with its two keys'],
  CredentialsProviderError: [
    'No credentials for the object store were found',
    'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  ],
  InvalidBucketName: ['The object store takes no bucket of this name', 'correct BUCKET_NAME'],
  AuthorizationHeaderMalformed: region,
  PermanentRedirect: region,
  TemporaryRedirect: region,
  IllegalLocationConstraintException: region,
  QuotaExceeded: full,
  InsufficientStorage: full,
  XMinioStorageFull: full,
  RequestTimeTooSkewed: ['The clock of this machine is wrong', 'set it by the network'],
  ...forCertificates(certificate),
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  EPROTO: noTls,
  // Of Alibaba Cloud, Tencent Cloud and Volcano Engine.
  SecondLevelDomainForbidden: hostNameOnly,
  PathStyleDomainForbidden: hostNameOnly,
  InvalidPathAccess: hostNameOnly,
  EACCES: noAccess,
  EPERM: noAccess,
  EROFS: noAccess,
  ENOSPC: ['The disk of the attachments is full', 'make room on it, for bytes (df -h) or for files (df -i)'],
  EDQUOT: ['The quota of the account on the disk of the attachments is used up', 'raise it, or make room'],
  ENOTDIR: ['The folder of the attachments is a file', 'move it away, or set DATA_DIR to another folder'],
};

/** The end of the message when a response is no S3's. A port of TLS answers HTTP so, or by an alert that is no HTTP. */
const foreignForm = 'the response is not in the form of S3';

const networkCode = /^(?:ECONN|EHOST|ENET|ENOTFOUND|EAI_|ETIMEDOUT|UND_ERR_)/;

/** Explains an error of the object store to the operator. */
export function objectStoreProblem(cause: unknown, names: StoreNames): Problem {
  const [what, remedy] = explain(cause, names);
  return { part: 'object store', what, remedy, cause };
}

function explain(cause: unknown, { bucket, endpoint }: StoreNames): Explanation {
  const code = codeOf(cause);
  const name = cause instanceof Error ? cause.name : '';
  const where = endpoint === null ? 'The object store' : `The object store at ${new URL(endpoint).host}`;
  const isOfHost = endpoint !== null && (networkCode.test(code) || code === 'ERR_TLS_CERT_ALTNAME_INVALID');
  const ofHost = isOfHost ? hostOfBucket(cause, bucket, new URL(endpoint)) : null;
  if (ofHost !== null) return ofHost;
  if (endpoint?.startsWith('http:') && (/^HPE_/.test(code) || failureText(cause).endsWith(foreignForm))) {
    return [`${where} does not answer as S3 does`, 'write https:// in AWS_ENDPOINT_URL_S3, or correct the address'];
  }
  if (networkCode.test(code)) {
    return [`${where} cannot be reached`, 'start it, or correct AWS_ENDPOINT_URL_S3 and AWS_REGION'];
  }
  const explanation = explanations[code] ?? explanations[name] ?? explainStatus(statusOf(cause), bucket);
  return explanation ?? [`${where} failed${code && ` (${code})`}`, 'its error says why'];
}

/** Returns the explanation of an error that names the bucket's own host, or null. */
function hostOfBucket(cause: unknown, bucket: string, { hostname }: URL): Explanation | null {
  const own = `${bucket}.${hostname}`;
  if (!failureText(cause).includes(own)) return null;
  return [
    `The object store has no host ${own}, or no certificate for it`,
    hostname.startsWith(`${bucket}.`)
      ? "leave the bucket's name out of AWS_ENDPOINT_URL_S3"
      : 'set S3_FORCE_PATH_STYLE=true, or give the bucket this name there',
  ];
}

function explainStatus(status: number, bucket: string): Explanation | null {
  if (status === 301 || status === 307) return region;
  if (status === 401) return credentials;
  if (status === 403) {
    return [
      `The credentials give no right to the bucket \`${bucket}\``,
      'allow them to list, read, write and delete in it, or set BUCKET_NAME to another',
    ];
  }
  if (status !== 404) return null;
  return [`The bucket \`${bucket}\` does not exist`, 'create it, or set BUCKET_NAME to one that does'];
}

/** Returns the HTTP status of the store's response, or 0 without a response. */
export function statusOf(error: unknown): number {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : 0;
}
