import type { Readable } from 'node:stream';
import { type Dispatcher, errors, Pool } from 'undici';
import { StoreTimeoutError, untilAborted } from './call-scope.ts';
import type { S3Address } from './s3-address.ts';

/** A request whose head is complete. */
export interface SignedRequest {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Without the question mark; may be empty. */
  readonly query: string;
  /** `host` included. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null for none; pieces that come one by one need a `content-length`. */
  readonly content: Buffer | AsyncIterable<Buffer> | null;
}

export interface S3Answer {
  readonly status: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  /** To be read to its end or destroyed. */
  readonly content: Dispatcher.ResponseData['body'];
}

export interface S3Patience {
  /** How long a connection may take, TLS included. */
  readonly connectMs: number;
  /** How long the store may take to accept a piece of a body, to begin its answer, and to go on with it. */
  readonly silenceMs: number;
}

/** The way to a store, over connections that are kept open. */
export interface S3Route {
  /**
   * Sends one request, and resolves with the head of its answer, which may come before the body has been sent.
   * Rejects with what broke the connection (`ConnectionLostError` when the store closed it), what the content threw,
   * `StoreTimeoutError` or the reason of the abort. An abort later on breaks the answer's body.
   */
  exchange(request: SignedRequest, signal: AbortSignal): Promise<S3Answer>;
  /** Ends every request and connection. */
  destroy(): Promise<void>;
}

/** The store closed the connection before it had answered. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
  readonly code = 'ECONNRESET';

  constructor() {
    super('The object store closed the connection');
  }
}

const uploadConnections = 64;
/** For requests without a body: whether the bucket answers, and deletions, do not wait behind uploads. */
const otherConnections = 16;
/** Each piece waits until the one before has left: its source may use the buffer again. */
const unbuffered = { highWaterMark: 1 };

export function openRoute({ protocol, host }: S3Address, patience: S3Patience): S3Route {
  const { connectMs, silenceMs } = patience;
  const openPool = (connections: number) =>
    new Pool(`${protocol}//${host}`, {
      connections,
      connect: { timeout: connectMs, ...unbuffered },
      headersTimeout: silenceMs,
      bodyTimeout: silenceMs,
    });
  const uploads = openPool(uploadConnections);
  const others = openPool(otherConnections);

  return {
    async exchange({ method, path, query, headers, content }, signal) {
      const target = query === '' ? path : `${path}?${query}`;
      // Undici's types leave out the asynchronous iterables that it takes.
      const body = content as Readable | null;
      const pool = content === null ? others : uploads;
      const answer = pool.request({ method, path: target, headers, body, signal });
      try {
        // Undici tells of an abort no sooner than it has a connection.
        const { statusCode, ...head } = await untilAborted(answer, signal);
        return { status: statusCode, headers: head.headers, content: head.body };
      } catch (error) {
        throw inOurWords(error, patience);
      }
    },
    async destroy() {
      await Promise.all([uploads.destroy(), others.destroy()]);
    },
  };
}

export function isSuccess({ status }: S3Answer): boolean {
  return status >= 200 && status < 300;
}

function inOurWords(error: unknown, { connectMs, silenceMs }: S3Patience): unknown {
  if (error instanceof errors.ConnectTimeoutError) {
    return new StoreTimeoutError(`The object store took no connection within ${connectMs} ms`);
  }
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError) {
    return new StoreTimeoutError(`The object store was silent for ${silenceMs} ms`);
  }
  return isClosed(error) ? new ConnectionLostError() : error;
}

/** Undici has one kind of error for this and for answers that break the protocol. */
function isClosed(error: unknown): boolean {
  return error instanceof errors.SocketError && /^(?:other side )?closed$/.test(error.message);
}
