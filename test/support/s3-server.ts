import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { signedBy } from './s3-signature.ts';

/** An S3 server in this process that keeps one bucket in memory and fails on demand. */
export interface S3Server {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly objects: Map<string, HeldObject>;
  /** Every request that reached the server, in order of arrival. */
  readonly requests: readonly SeenRequest[];
  /**
   * Makes one or several successive calls fail. The store under test retries once after a lost connection, so a call
   * that must fail by a reset needs `times: 2`.
   */
  inject(fault: Fault): InjectedFault;
  /** Carries out the requests that have been held so far. */
  release(): void;
  openConnections(): Promise<number>;
  /** Breaks every connection, including those in use. */
  dropConnections(): void;
  close(): Promise<void>;
}

interface InjectedFault {
  /** Resolves when the fault first takes effect. */
  readonly struck: Promise<void>;
}

export type S3Operation = 'PUT' | 'GET' | 'HEAD' | 'DELETE' | 'LIST';

export interface Fault {
  readonly operation: S3Operation;
  /** The number of the call of this operation, counted from 1 at the injection. */
  readonly call: number;
  /** The number of successive calls; 1 by default. */
  readonly times?: number;
  readonly effect: Effect;
}

export type Effect =
  | ResponseEffect
  | { readonly kind: 'reset-before' }
  | { readonly kind: 'apply-then-reset' }
  /** Sends 200 and breaks the connection within the response's body. */
  | { readonly kind: 'break-response' }
  /** Reads the whole request and never responds. */
  | { readonly kind: 'hang' }
  /** Carries the request out, and responds, at `release`. */
  | { readonly kind: 'hold' }
  /** Responds with 403, and carries the request out at `release`. */
  | { readonly kind: 'apply-late' };

/** Responds after the whole request has been read (`respond`) or before its body is read (`respond-early`). */
export interface ResponseEffect {
  readonly kind: 'respond' | 'respond-early';
  readonly status: number;
  readonly code?: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

interface HeldObject {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly contentDisposition: string;
  readonly modifiedAt: Date;
}

interface SeenRequest {
  readonly operation: S3Operation;
  /** Empty for a listing. */
  readonly key: string;
  readonly contentSha256: string;
  readonly headers: IncomingHttpHeaders;
}

interface S3ServerOptions {
  /** The number of objects on one page of a listing. */
  readonly pageSize?: number;
}

interface Reply {
  readonly status: number;
  readonly headers?: Record<string, string | number>;
  readonly body?: Buffer | string;
}

const region = 'us-east-1';
const bucket = 'attachments';
const credentials = { accessKeyId: 'test', secretAccessKey: 'testing' };

export async function startS3Server({ pageSize = 1000 }: S3ServerOptions = {}): Promise<S3Server> {
  const objects = new Map<string, HeldObject>();
  const requests: SeenRequest[] = [];
  const faults = createFaults();
  let holds: (() => void)[] = [];
  const held = () => new Promise<void>((go) => holds.push(go));

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = readTarget(request);
    const { headers } = request;
    requests.push({ ...asked, contentSha256: String(headers['x-amz-content-sha256']), headers });
    const effect = faults.strike(asked.operation);
    if (effect?.kind === 'reset-before') return reset(request);
    if (effect?.kind === 'respond-early') return send(response, faultReply(effect));
    const body = await buffer(request);
    if (effect?.kind === 'break-response') return breakResponse(request, response);
    if (effect?.kind === 'hang') return;
    if (effect?.kind === 'hold') await held();
    if (effect?.kind === 'apply-late') {
      send(response, errorReply(403, 'AccessDenied', 'Injected by the test.'));
      await held();
      carryOut(asked, request, body);
      return;
    }
    if (effect?.kind === 'respond') return send(response, faultReply(effect));
    const reply = rejection(request, asked.bucket, body) ?? carryOut(asked, request, body);
    if (effect?.kind === 'apply-then-reset') return reset(request);
    send(response, reply);
  }

  function carryOut(asked: Target, request: IncomingMessage, body: Buffer): Reply {
    if (asked.operation === 'LIST') return listObjects(objects, asked.query, pageSize);
    if (asked.operation === 'GET') return getObject(objects.get(asked.key), request.headers.range);
    if (asked.operation === 'HEAD') return getObject(objects.get(asked.key), undefined);
    if (asked.operation === 'PUT') objects.set(asked.key, heldObject(request, body));
    if (asked.operation === 'DELETE') objects.delete(asked.key);
    return { status: asked.operation === 'DELETE' ? 204 : 200 };
  }

  const server = createServer((request, response) => {
    // Some tests disconnect the client in the middle of a response.
    serve(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region,
    bucket,
    credentials,
    objects,
    requests,
    inject: faults.add,
    release() {
      for (const go of holds) go();
      holds = [];
    },
    openConnections: () =>
      new Promise((resolve, reject) => {
        server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
      }),
    dropConnections: () => server.closeAllConnections(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Target {
  readonly operation: S3Operation;
  readonly bucket: string;
  readonly key: string;
  readonly query: URLSearchParams;
}

function readTarget(request: IncomingMessage): Target {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const [, askedBucket = '', ...rest] = pathname.split('/');
  const key = decodeURIComponent(rest.join('/'));
  const operation = key === '' ? 'LIST' : (request.method as S3Operation);
  return { operation, bucket: askedBucket, key, query: searchParams };
}

function rejection(request: IncomingMessage, askedBucket: string, body: Buffer): Reply | null {
  const accessKeyId = signedBy(request, credentials.secretAccessKey);
  if (accessKeyId === null) return errorReply(403, 'SignatureDoesNotMatch', 'The signature does not match.');
  if (accessKeyId !== credentials.accessKeyId) return errorReply(403, 'InvalidAccessKeyId', 'No such access key.');
  if (askedBucket !== bucket) return errorReply(404, 'NoSuchBucket', 'The bucket does not exist.');
  const digest = createHash('sha256').update(body).digest('hex');
  if (request.headers['x-amz-content-sha256'] === digest) return null;
  return errorReply(400, 'XAmzContentSHA256Mismatch', 'The digest does not match what was computed.');
}

function heldObject(request: IncomingMessage, bytes: Buffer): HeldObject {
  const contentType = request.headers['content-type'] ?? 'binary/octet-stream';
  const contentDisposition = request.headers['content-disposition'] ?? '';
  return { bytes, contentType, contentDisposition, modifiedAt: new Date() };
}

function getObject(object: HeldObject | undefined, range: string | undefined): Reply {
  if (object === undefined) return errorReply(404, 'NoSuchKey', 'The key does not exist.');
  const { bytes, contentType, contentDisposition, modifiedAt } = object;
  const headers = {
    'content-type': contentType,
    'content-disposition': contentDisposition,
    'last-modified': modifiedAt.toUTCString(),
  };
  if (range === undefined) return { status: 200, headers, body: bytes };
  const [, first = Number.NaN, end = Number.NaN] = (/^bytes=(\d+)-(\d+)$/.exec(range) ?? []).map(Number);
  if (!(first < bytes.length)) return errorReply(416, 'InvalidRange', 'The range cannot be had.');
  const last = Math.min(end, bytes.length - 1);
  const contentRange = `bytes ${first}-${last}/${bytes.length}`;
  return { status: 206, headers: { ...headers, 'content-range': contentRange }, body: bytes.subarray(first, last + 1) };
}

function listObjects(objects: Map<string, HeldObject>, query: URLSearchParams, pageSize: number): Reply {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, pageSize);
  const contents = page.map((key) => {
    const { bytes, modifiedAt } = objects.get(key) as HeldObject;
    const modified = modifiedAt.toISOString();
    return `<Contents><Key>${xml(key)}</Key><LastModified>${modified}</LastModified><Size>${bytes.length}</Size></Contents>`;
  });
  const isTruncated = keys.length > page.length;
  const next = isTruncated ? `<NextContinuationToken>${xml(page.at(-1) ?? '')}</NextContinuationToken>` : '';
  const body = `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
  return { status: 200, headers: { 'content-type': 'application/xml' }, body };
}

function faultReply({ status, code, body, headers }: ResponseEffect): Reply {
  const reply = body === undefined ? errorReply(status, code ?? 'InternalError', 'Injected by the test.') : { body };
  return { ...reply, status, headers: { ...headers } };
}

function errorReply(status: number, code: string, message: string): Reply {
  const body = `<?xml version="1.0"?><Error><Code>${xml(code)}</Code><Message>${xml(message)}</Message></Error>`;
  return { status, headers: { 'content-type': 'application/xml' }, body };
}

function send(response: ServerResponse, { status, headers = {}, body = '' }: Reply): void {
  const length = Buffer.byteLength(body);
  response.writeHead(status, status === 204 ? headers : { 'content-length': length, ...headers }).end(body);
}

function breakResponse(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-length': 10 }).write('half ', () => reset(request));
}

function reset(request: IncomingMessage): void {
  request.socket.resetAndDestroy();
}

function xml(text: string): string {
  return text.replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

interface Faults {
  add(fault: Fault): InjectedFault;
  /** Returns the effect on the call of this operation that has just arrived. */
  strike(operation: S3Operation): Effect | undefined;
}

function createFaults(): Faults {
  const pending: { fault: Fault; callsLeft: number; timesLeft: number; struck: () => void }[] = [];
  return {
    add: (fault) => ({
      struck: new Promise((struck) => {
        pending.push({ fault, callsLeft: fault.call - 1, timesLeft: fault.times ?? 1, struck });
      }),
    }),
    strike(operation) {
      for (const waiting of pending) {
        if (waiting.fault.operation !== operation || waiting.timesLeft === 0) continue;
        if (waiting.callsLeft-- > 0) continue;
        waiting.timesLeft -= 1;
        waiting.struck();
        return waiting.fault.effect;
      }
      return undefined;
    },
  };
}
