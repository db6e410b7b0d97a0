import { untilAborted } from './call-scope.ts';
import { canonicalQuery, objectPath, type S3AddressOptions, s3Address } from './s3-address.ts';
import { readText } from './s3-answer.ts';
import { createCredentialChain } from './s3-credentials.ts';
import { isClockSkew, isConnectionLost, s3Error } from './s3-error.ts';
import { isSuccess, openRoute, type S3Answer, type S3Patience } from './s3-exchange.ts';
import { createS3Signer, type S3Credentials } from './s3-signature.ts';

export interface S3ConnectionOptions extends S3AddressOptions {
  /** Absent: the AWS tools' own chain (environment, shared files, instance role). */
  readonly credentials?: S3Credentials | undefined;
  readonly patience?: S3Patience;
}

export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  /** Absent: the bucket itself. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: S3Body;
}

export interface S3Body {
  /** Lower-case hex. Signed with the request, so that the store refuses other bytes. */
  readonly sha256: string;
  /** Pieces that come one by one need a `content-length`. */
  readonly content: Buffer | AsyncIterable<Buffer> | null;
}

/** Signed requests to one bucket, over connections that are kept open. */
export interface S3Connection {
  /** Resolves with a successful answer, its body unread. Rejects as `exchange` does, or with `S3Error`. */
  send(request: S3Request, signal: AbortSignal): Promise<S3Answer>;
  /**
   * Runs `attempt`, and once more when its connection broke before any answer, for the store may have closed it while
   * it was idle, or when the clocks differ too much. So `attempt` may be carried out twice.
   */
  twice<T>(attempt: () => Promise<T>): Promise<T>;
  /** Ends every request and connection. */
  destroy(): Promise<void>;
}

export const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const noBody: S3Body = { sha256: emptySha256, content: null };
const defaultPatience: S3Patience = { connectMs: 3000, silenceMs: 10_000 };

export function connectS3(options: S3ConnectionOptions): S3Connection {
  const { region, credentials, patience = defaultPatience } = options;
  const address = s3Address(options);
  const route = openRoute(address, patience);
  const sign = createS3Signer(region);
  const findCredentials = credentials === undefined ? findInChain(region) : () => credentials;
  let clockLagMs = 0;

  async function send(request: S3Request, signal: AbortSignal): Promise<S3Answer> {
    const { method, key, query = {}, headers = {}, body = noBody } = request;
    const found = await findCredentials(signal);
    signal.throwIfAborted();
    const path = key === undefined ? `${address.bucketPath}/` : objectPath(address, key);
    const { sha256, content } = body;
    const target = { method, path, query: canonicalQuery(query), headers: { host: address.host, ...headers }, sha256 };
    const signed = sign(target, found, new Date(Date.now() + clockLagMs));
    const answer = await route.exchange({ method, path, query: target.query, headers: signed, content }, signal);
    if (isSuccess(answer)) return answer;
    const { status } = answer;
    const bucketRegion = answer.headers['x-amz-bucket-region']?.toString();
    const error = s3Error({ status, body: await readText(answer), bucketRegion }, region);
    if (isClockSkew(error)) clockLagMs = lagBehind(answer.headers.date?.toString());
    throw error;
  }

  return {
    send,
    async twice(attempt) {
      try {
        return await attempt();
      } catch (error) {
        if (!isConnectionLost(error) && !isClockSkew(error)) throw error;
        return attempt();
      }
    },
    destroy: () => route.destroy(),
  };
}

function findInChain(region: string): (signal: AbortSignal) => Promise<S3Credentials> {
  const find = createCredentialChain(region);
  return (signal) => untilAborted(find(), signal);
}

/** How far the store's clock is ahead of ours, in milliseconds. */
function lagBehind(date = ''): number {
  return (Date.parse(date) || Date.now()) - Date.now();
}
