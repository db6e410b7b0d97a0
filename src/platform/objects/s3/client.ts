import type { Readable } from 'node:stream';
import { errors, Pool } from 'undici';
import { TimeLimitError, untilAborted } from '../../waiting/within-limit.ts';
import { readError, type S3Response, StoreConnectionError } from './response.ts';
import { createS3Signer, emptySha256, type S3Address, type S3Credentials } from './signed-request.ts';

export interface S3ClientOptions extends S3Address {
  /** Absent: the credential chain of the AWS tools (environment, shared files, instance role). */
  readonly credentials?: S3Credentials | undefined;
  readonly timeouts?: S3Timeouts;
}

interface S3Timeouts {
  /** Time limit for opening a connection, including TLS. */
  readonly connectMs: number;
  /** Time limit for the store to accept a chunk of a body, to begin its response, or to continue it. */
  readonly idleMs: number;
}

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Absent: the request is for the bucket itself. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Headers beyond those of every request. Names are in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: S3Body;
}

export interface S3Body {
  /** Size in bytes. */
  readonly size: number;
  /** Lower-case hex. Signed with the request, so that the store rejects other bytes. */
  readonly sha256: string;
  /** Starts a new read from the first byte. May end when `signal` aborts. */
  open(signal: AbortSignal): AsyncIterable<Buffer> | Iterable<Buffer>;
}

const defaultTimeouts: S3Timeouts = { connectMs: 3000, idleMs: 10_000 };
/** Without a buffer a body counts as sent only when its last chunk has left. Then its source may release the memory. */
const unbuffered = { highWaterMark: 1 };
/** Separate pools, so that a deletion or ping waits neither for uploads nor for slow downloads. */
const poolSizes = { uploads: 64, downloads: 32, others: 16 };

/** Creates a client that sends signed requests to one bucket over persistent connections. */
export function createS3Client(options: S3ClientOptions) {
  const { region, credentials, timeouts = defaultTimeouts } = options;
  const signer = createS3Signer(options);
  const findCredentials = credentials === undefined ? credentialChain(region) : async () => credentials;
  const uploads = openPool(poolSizes.uploads);
  const downloads = openPool(poolSizes.downloads);
  const others = openPool(poolSizes.others);

  function openPool(connections: number): Pool {
    return new Pool(signer.origin, {
      connections,
      connect: { timeout: timeouts.connectMs, ...unbuffered },
      headersTimeout: timeouts.idleMs,
      bodyTimeout: timeouts.idleMs,
    });
  }

  function poolFor({ method, key }: S3Request): Pool {
    if (method === 'PUT') return uploads;
    return method === 'GET' && key !== undefined ? downloads : others;
  }

  async function attempt(request: S3Request, signal: AbortSignal): Promise<S3Response> {
    const { method, key, query, body } = request;
    const found = await untilAborted(findCredentials(), signal);
    const length = body && { 'content-length': String(body.size) };
    const unsigned = {
      method,
      key,
      query,
      headers: { ...length, ...request.headers },
      sha256: body?.sha256 ?? emptySha256,
    };
    const { path, headers } = signer.sign(unsigned, found, new Date());
    // Undici accepts iterables, but its types do not.
    const content = (body?.open(signal) ?? null) as Readable | null;
    const response = poolFor(request).request({ method, path, headers, body: content, signal });
    try {
      // Undici rejects an aborted request only when it has a connection for the request.
      return await untilAborted(response, signal);
    } catch (error) {
      throw connectionError(error, timeouts);
    }
  }

  return {
    /**
     * Resolves with a successful response, whose body is unread. The response may come before the request's body has
     * been sent. Retries once when the connection was lost before any response, because the store may have closed it
     * while it was idle. Rejects with `S3Error` for an error response, `TimeLimitError`, the network's error, the
     * body's error or the abort's reason. A later abort breaks the response's body.
     */
    async send(request: S3Request, signal: AbortSignal): Promise<S3Response> {
      const response = await attempt(request, signal).catch((error: unknown) => {
        if (!isConnectionReset(error)) throw error;
        return attempt(request, signal);
      });
      if (response.statusCode >= 200 && response.statusCode < 300) return response;
      throw await readError(response, region);
    },
    /** Closes every connection. Running and later requests fail. */
    async destroy(): Promise<void> {
      await Promise.all([uploads.destroy(), downloads.destroy(), others.destroy()]);
    },
  };
}

/**
 * Finds credentials like the AWS tools: in the environment, shared files, the container or the instance. Caches them,
 * and renews them shortly before they expire. The first call loads the packages for that.
 */
function credentialChain(region: string): () => Promise<S3Credentials> {
  let chain: Promise<() => Promise<S3Credentials>> | null = null;

  return async () => {
    chain ??= import('@aws-sdk/credential-provider-node').then(({ defaultProvider }) =>
      defaultProvider({ clientConfig: { region } }),
    );
    return (await chain)();
  };
}

function connectionError(error: unknown, { connectMs, idleMs }: S3Timeouts): unknown {
  if (error instanceof errors.ConnectTimeoutError) {
    return new TimeLimitError(`The object store took no connection within ${connectMs} ms`);
  }
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError) {
    return new TimeLimitError(`The object store was silent for ${idleMs} ms`);
  }
  // Undici has the same error class for a closed connection and for responses that break the protocol.
  const isClosed = error instanceof errors.SocketError && /^(?:other side )?closed$/.test(error.message);
  return isClosed ? new StoreConnectionError('The object store closed the connection') : error;
}

function isConnectionReset(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return code === 'ECONNRESET' || code === 'EPIPE';
}
