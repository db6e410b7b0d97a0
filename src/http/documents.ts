import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { onceOnly } from '../once-only.ts';
import type { BytesAnswer, SendAnswer } from './answer.ts';

/** What is the same for everybody and for as long as the service runs. */
export interface PublishedDocument {
  /** Below the public path, `/` for the page. */
  readonly path: string;
  /** With its charset. */
  readonly mediaType: string;
  /** Called for the first who asks for it; what it resolves with is kept. */
  read(): Promise<Buffer>;
  /** The same bytes by content coding, the one to be preferred first. */
  readonly encoded: readonly EncodedBytes[];
  /** `immutable`: the path names this very content. `revalidated`: to be asked for again, with its ETag. */
  readonly caching: 'immutable' | 'revalidated';
}

export interface EncodedBytes {
  readonly coding: 'br' | 'gzip';
  readonly bytes: Buffer;
}

const cacheControl = { immutable: 'public, max-age=31536000, immutable', revalidated: 'no-cache' } as const;

/** Of each document: the page asks nobody but the service, and nobody shows it inside something else. */
const guards = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
} as const;

/** `GET` and `HEAD` of every document. */
export function addDocumentRoutes(
  app: FastifyInstance,
  documents: readonly PublishedDocument[],
  send: SendAnswer,
): void {
  for (const document of documents) {
    const answers = onceOnly(() => answersOf(document));
    app.get(document.path, { prefixTrailingSlash: 'slash' }, async (request, reply) => {
      const { 'accept-encoding': accepted = '', 'if-none-match': known = '' } = request.headers;
      const choose = await answers();
      return send(request, reply, choose(accepted, known));
    });
  }
}

type ChooseAnswer = (acceptedCodings: string, knownTags: string) => BytesAnswer;

async function answersOf({ mediaType, read, encoded, caching }: PublishedDocument): Promise<ChooseAnswer> {
  const common = {
    ...guards,
    'cache-control': cacheControl[caching],
    ...(encoded.length > 0 && { vary: 'Accept-Encoding' }),
  };
  const original = await read();
  const plain = { etag: tagOf(original), coding: null, bytes: original };
  const codings = encoded.map((one) => ({ ...one, etag: tagOf(one.bytes) }));

  return (acceptedCodings, knownTags) => {
    const { etag, coding, bytes } = codings.find((one) => isAccepted(one.coding, acceptedCodings)) ?? plain;
    const headers = { ...common, etag };
    if (isKnown(etag, knownTags)) return { status: 304, bytes: null, headers };
    return {
      status: 200,
      bytes,
      headers: { ...headers, 'content-type': mediaType, ...(coding && { 'content-encoding': coding }) },
    };
  };
}

/** A strong one: it differs between the codings of a document. */
function tagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

/** RFC 9110 section 13.1.2. A proxy that compresses makes a weak tag of ours. */
function isKnown(etag: string, knownTags: string): boolean {
  const tags = knownTags.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}

/** Whether `Accept-Encoding` names the coding, and not with a weight of 0 (RFC 9110 section 12.5.3). */
function isAccepted(coding: string, acceptedCodings: string): boolean {
  const named = acceptedCodings
    .toLowerCase()
    .split(',')
    .map((item) => item.split(';').map((text) => text.trim()));
  return named.some(([name, weight = '']) => name === coding && !/^q=0(\.0*)?$/.test(weight));
}
