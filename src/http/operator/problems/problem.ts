import type { InboxRequest } from '../../../requests/facets/registry.ts';
import { mostViews } from '../../../requests/inbox/view-limits.ts';
import type { EncodingFault } from '../../../studio/previews/picture-encoder.ts';
import type { StudioDraft } from '../../../studio/revisions/studio-revisions.ts';
import type { BlockKind } from '../../../triage/guard/block-shape.ts';
import type { Problem, ProblemIssue } from './problem-shape.ts';

/** An error that a handler throws as its response, because the type of its result allows only successes. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;
  readonly headers: Readonly<Record<string, string>>;

  constructor(problem: Problem, headers: Readonly<Record<string, string>> = {}) {
    super(problem.title);
    this.problem = problem;
    this.headers = headers;
  }
}

/** The issue of a channel that has everything switched off. */
export const sendsNothing = 'The channel would never send anything: only mail to customers with messages needs no type';

/** The seconds to wait before a retry when the database, the store or the provider is busy or unavailable. */
const retryHeaders = { 'retry-after': '5' };

/** Every 401 needs a challenge (RFC 9110 section 15.5.2). Browsers show no dialog for `Bearer`. */
const challengeHeaders = { 'www-authenticate': 'Bearer realm="commissions"' };

/** The catalogue of this listener's problems. */
export const problems = {
  invalidQuery: (issues: readonly ProblemIssue[]) => problem('invalid-query', 400, 'Invalid query', { issues }),
  invalidCursor: () =>
    problem('invalid-cursor', 400, 'Invalid cursor', { detail: 'The cursor does not belong to this list.' }),
  unreadableRequest: () => problem('unreadable-request', 400, 'The HTTP request is malformed'),
  requestTimeout: () => problem('request-timeout', 408, 'The request did not arrive in time'),
  headersTooLarge: () => problem('headers-too-large', 431, 'The headers are too large'),
  unstorableText: () =>
    problem('unstorable-text', 422, 'A text holds U+0000', {
      detail: 'No text with that character can be stored or found.',
    }),
  unreadableBody: () => problem('unreadable-body', 400, 'Unreadable body', { detail: 'The body is not valid JSON.' }),
  invalidKey: () => problem('invalid-idempotency-key', 400, 'The Idempotency-Key is not valid'),
  keyReused: () =>
    problem('idempotency-key-reused', 422, 'The Idempotency-Key was used for another change', {
      detail: 'Send a new key with each change, and the same key when you repeat one.',
    }),
  changeUnderWay: () => problem('change-under-way', 409, 'The change with this Idempotency-Key is being made'),
  unauthenticated: () => problem('unauthenticated', 401, 'Sign in or send a token', {}, challengeHeaders),
  wrongCredentials: () => problem('wrong-credentials', 401, 'Wrong e-mail address or password', {}, challengeHeaders),
  forbidden: () => problem('forbidden', 403, 'Not allowed for this role or token'),
  crossSite: () =>
    problem('cross-site', 403, 'The request is cross-site', {
      detail: 'A change needs Sec-Fetch-Site: same-origin, an Origin of this address, or an API token.',
    }),
  notFound: () => problem('not-found', 404, 'Not found'),
  methodNotAllowed: (allowed: readonly string[]) =>
    problem('method-not-allowed', 405, 'The resource does not support this method', {}, { allow: allowed.join(', ') }),
  noPreview: () =>
    problem('no-preview', 404, 'There is no preview', {
      detail: 'No preview can be made of the file, or the preview is not ready.',
    }),
  invalidLink: () =>
    problem('invalid-link', 404, 'The link is not valid', { detail: 'It is unknown, expired or already used.' }),
  hasAccount: () => problem('has-account', 409, 'The address has an account already'),
  lastOwner: () =>
    problem('last-owner', 409, 'There must be at least one owner', { detail: 'Make somebody else an owner first.' }),
  tooManyTemplates: () => problem('too-many-templates', 409, 'There are 100 templates already'),
  tooManyViews: () => problem('too-many-views', 409, `There are ${mostViews} views already`),
  requestHeld: () =>
    problem('request-held', 409, 'The guard holds the request', { detail: 'Release it before you change it.' }),
  notBlockable: (kind: BlockKind) =>
    problem('not-blockable', 422, 'Nothing can be blocked by the value', { detail: blockables[kind] }),
  unknownOfRequest: () => problem('unknown-of-request', 409, 'The request does not have what is to be blocked'),
  tooManyChannels: () => problem('too-many-channels', 409, 'There are 50 channels already'),
  tooManySecrets: () =>
    problem('too-many-secrets', 409, 'Ten previous secrets of the channel are still valid', {
      detail: 'Each is valid for 24 hours. The channel shows until when, in `previousSecretsUntil`.',
    }),
  secretLost: () =>
    problem('secret-lost', 409, 'The secret of the channel cannot be read', {
      detail: 'It was sealed with another SECRETS_KEY. Rotate the secret, and send the URL of the channel too.',
    }),
  channelDisabled: () => problem('channel-disabled', 409, 'The channel is disabled or removed'),
  noMailChannel: () =>
    problem('no-mail-channel', 409, 'No mail channel writes to customers', {
      detail: 'An owner can add a mail channel with the audience "customers" and with messages enabled.',
    }),
  faultyTemplate: (detail: string) =>
    problem('faulty-template', 409, 'A file of MAIL_TEMPLATES cannot be used', { detail }),
  alreadySent: () => problem('already-sent', 409, 'The message can no longer be cancelled'),
  deliveryUnderWay: () => problem('delivery-under-way', 409, 'The delivery is still under way'),
  requestGone: () => problem('request-gone', 409, 'The request no longer exists'),
  severalZips: (count: number) =>
    problem('several-zips', 409, `The files need ${count} zips`, { detail: 'requests.zip/parts lists the zips.' }),
  zipPartChanged: () =>
    problem('zip-part-changed', 409, 'The files no longer fit into one zip', {
      detail: 'Request requests.zip/parts again.',
    }),
  versionConflict: (current: InboxRequest) =>
    problem('version-conflict', 412, 'Somebody has changed the request since', { current }),
  draftConflict: (draft: StudioDraft) =>
    problem('draft-conflict', 412, 'Somebody has changed the studio since', { draft }),
  lockedByFile: () =>
    problem('locked-by-file', 409, 'A file on the server sets it', {
      detail: 'The host can take the key out of CATALOGUE_FILE.',
    }),
  notWaiting: () => problem('not-waiting', 409, 'The request is not on the waiting list'),
  nothingToPublish: () => problem('nothing-to-publish', 409, 'The studio is published as it is'),
  pictureTooLarge: (mebibytes: number) =>
    problem('picture-too-large', 413, `The picture has more than ${mebibytes} MiB`),
  tooManyPictures: (most: number) =>
    problem('too-many-pictures', 409, `There are ${most} pictures already`, {
      detail: 'Pictures that nothing names are removed after seven days.',
    }),
  pictureRefused: (fault: EncodingFault) =>
    problem(pictureFaults[fault][0], 422, pictureFaults[fault][1], { detail: pictureFaults[fault][2] }),
  noPictureType: () =>
    problem('unsupported-media-type', 415, 'Unsupported media type', {
      detail: 'The body must be a picture: image/… or application/octet-stream.',
    }),
  bodyTooLarge: () => problem('body-too-large', 413, 'The body is too large'),
  unsupportedMediaType: () =>
    problem('unsupported-media-type', 415, 'Unsupported media type', { detail: 'The body must be application/json.' }),
  rangeNotSatisfiable: (size: number) =>
    problem('range-not-satisfiable', 416, 'The file has no such bytes', {}, { 'content-range': `bytes */${size}` }),
  invalidBody,
  sendsNothing: (path: string) => invalidBody([{ path, message: sendsNothing, code: 'rule' }]),
  versionRequired: () =>
    problem('version-required', 428, 'The version is missing', {
      detail: 'Send the version that you read, as "version" in the body or as If-Match.',
    }),
  tooManyAttempts: (seconds: number) =>
    problem('too-many-attempts', 429, 'Too many attempts', {}, { 'retry-after': String(seconds) }),
  internal: () => problem('internal', 500, 'Internal failure'),
  fileMissing: () =>
    problem('file-missing', 500, 'The file is missing', { detail: 'The object store no longer has the file.' }),
  fileAltered: () =>
    problem('file-altered', 500, 'The file is damaged', {
      detail: 'The bytes in the object store are not those that were sent.',
    }),
  storeUnavailable: () => problem('store-unavailable', 503, 'The object store does not respond', {}, retryHeaders),
  queryTimeout: () =>
    problem(
      'query-timeout',
      503,
      'The query took too long',
      { detail: 'Narrow the query, for example by a status or a time.' },
      retryHeaders,
    ),
  busy: () => problem('busy', 503, 'The service is busy', {}, retryHeaders),
  unavailable: () => problem('unavailable', 503, 'The database does not respond', {}, retryHeaders),
  providerUnavailable: () =>
    problem('provider-unavailable', 503, 'The sign-in provider does not respond', {}, retryHeaders),
} as const;

/** The possible blocks, by kind. */
const blockables: Readonly<Record<BlockKind, string>> = {
  email: 'Write one e-mail address, such as zoe@example.org. The kind `domain` blocks all addresses at a domain.',
  domain: 'Write a domain with its ending, such as example.org. All addresses below it are blocked too.',
  network:
    'Write an address or a network: IPv4 from /8 to /32, such as 203.0.113.0/24, or IPv6 from /16 to /64 or /128, such as 2001:db8::/32.',
};

/** Name, title and detail of each fault of a picture for the studio. */
const pictureFaults: Readonly<Record<EncodingFault, readonly [name: string, title: string, detail: string]>> = {
  'not-a-picture': ['not-a-picture', 'The file is no picture', 'Send a JPEG, PNG, WebP, GIF, AVIF or HEIC.'],
  damaged: ['picture-damaged', 'The picture is incomplete', 'A part of the file is missing or damaged.'],
  unreadable: [
    'picture-unreadable',
    'The picture cannot be read',
    'The file is damaged, or of a kind that is not known.',
  ],
  'too-many-pixels': ['picture-too-many-pixels', 'The picture has too many pixels', 'Send a smaller version of it.'],
  'too-costly': ['picture-too-costly', 'The picture takes too much memory or time', 'Save it anew, as JPEG or PNG.'],
  animated: ['picture-animated', 'The picture is an animation', 'Send a still picture.'],
};

function invalidBody(issues: readonly ProblemIssue[]): ProblemError {
  return problem('invalid-body', 422, 'Invalid body', { issues });
}

function problem(
  name: string,
  status: number,
  title: string,
  members: Omit<Problem, 'type' | 'title' | 'status'> = {},
  headers: Readonly<Record<string, string>> = {},
): ProblemError {
  return new ProblemError({ type: `urn:commissions:problem:${name}`, title, status, ...members }, headers);
}

/** Returns the value. @throws {ProblemError} 404 when the value is null or `missing` */
export function found<T>(value: T): Exclude<T, null | 'missing'> {
  if (value === null || value === 'missing') throw problems.notFound();
  return value as Exclude<T, null | 'missing'>;
}

/** Returns the page. @throws {ProblemError} 400 when the page is null, because the cursor was not one of the list */
export function foundPage<T>(page: T | null): T {
  if (page === null) throw problems.invalidCursor();
  return page;
}
