import type { OpenAPIV3_1 } from 'openapi-types';

/** `required` when it is sent with every response of its status. */
interface Header extends OpenAPIV3_1.HeaderObject {
  readonly required: boolean;
  readonly schema: NonNullable<OpenAPIV3_1.HeaderObject['schema']>;
}

type Headers = Readonly<Record<string, Header>>;

const retryAfter = header('How many seconds to wait before the next attempt.', { type: 'integer', minimum: 1 }, 5);
const etagPattern = '^"[^"]+"$';
const fileEtag = header('The SHA-256 of the file. Send it as `If-None-Match` or `If-Range`.', {
  type: 'string',
  pattern: etagPattern,
});
const versionEtag = header('The version. Send it as `If-Match`.', { type: 'string', pattern: '^"\\d+"$' }, '"3"');
const contentDisposition = header(
  'The name under which a browser saves the content (RFC 6266).',
  { type: 'string', pattern: '^attachment; filename' },
  'attachment; filename="sunset.png"',
);
const acceptRanges = header('The unit of `Range`.', { type: 'string', enum: ['bytes'] });
const partRange = header(
  'The bytes of the part and the size of the file.',
  { type: 'string', pattern: '^bytes \\d+-\\d+/\\d+$' },
  'bytes 0-1023/20480',
);
const fileSize = header('The size of the file.', { type: 'string', pattern: '^bytes \\*/\\d+$' }, 'bytes */20480');
const challenge = header(
  'How programs authenticate.',
  { type: 'string', pattern: '^Bearer ' },
  'Bearer realm="commissions"',
);
const signInPage = header(
  'The sign-in page, which leads back to this address.',
  { type: 'string', format: 'uri-reference', pattern: '^/sign-in\\?next=' },
  '/sign-in?next=%2Fapi%2Foperator%2Fv1%2Frequests',
);
const session = header('Holds the new session.', { type: 'string', pattern: 'commissions-session=[^;]+;' });
const noSession = header('Removes the session.', { type: 'string', pattern: 'commissions-session=;' });

/** Headers that a status has with every operation. */
const byStatus: Readonly<Record<string, Headers>> = {
  303: { Location: signInPage },
  401: { 'WWW-Authenticate': challenge },
  416: { 'Content-Range': fileSize },
  429: { 'Retry-After': retryAfter },
  503: { 'Retry-After': retryAfter },
};

const wholeFile = { ETag: fileEtag, 'Accept-Ranges': acceptRanges, 'Content-Disposition': contentDisposition };

/** Headers of single responses, by operation and status. */
const byResponse: Readonly<Record<string, Headers>> = {
  'getRequest 200': { ETag: versionEtag },
  'getStudioDraft 200': { ETag: versionEtag },
  'saveStudioDraft 200': { ETag: versionEtag },
  'changeRequest 200': { ETag: versionEtag },
  'downloadFile 200': wholeFile,
  'downloadFile 206': { ...wholeFile, 'Content-Range': partRange },
  'downloadFile 304': { ETag: fileEtag },
  'downloadFiles 200': { 'Content-Disposition': contentDisposition },
  'exportFiles 200': { 'Content-Disposition': contentDisposition },
  'exportRequestsCsv 200': { 'Content-Disposition': contentDisposition },
  'exportRequestsJsonl 200': { 'Content-Disposition': contentDisposition },
  'acceptLink 201': { 'Set-Cookie': session },
  'setPassword 200': { 'Set-Cookie': session },
  'signIn 204': { 'Set-Cookie': session },
  'changePassword 204': { 'Set-Cookie': session },
  'signOut 204': { 'Set-Cookie': noSession },
  'endSessions 204': { 'Set-Cookie': noSession },
  'endSession 204': { 'Set-Cookie': { ...noSession, required: false } },
};

/** Returns the headers of a response that clients act on. */
export function headersOf(operationId: string, status: string): Headers {
  return { ...byStatus[status], ...byResponse[`${operationId} ${status}`] };
}

function header(description: string, schema: Header['schema'], example?: unknown): Header {
  return { description, required: true, schema, ...(example !== undefined && { example }) };
}
