import { ApiFailure, failureOf } from './api-failure.ts';

export const apiPath = '/api/operator/v1';

/** Timeout of a whole response. A bulk change of thousands of requests is slow. */
const timeLimitMs = 120_000;

export interface CallOptions {
  readonly body?: unknown;
  /** The `Idempotency-Key` of a change. By default one of its own, which its repetition has too after a lost answer. */
  readonly key?: string;
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Sends JSON and resolves with the JSON of the response. @throws ApiFailure */
export type Call = <Content>(method: string, path: string, options?: CallOptions) => Promise<Content>;

/** Like `Call`, but rejects instead of asking the person to sign in again. */
export const callOnce: Call = async (method, path, options = {}) => {
  const response = await send(method, path, options);
  if (!response.ok) throw await failureOf(response);
  return contentOf(response);
};

export async function send(method: string, path: string, { body, key, signal }: CallOptions): Promise<Response> {
  const limit = AbortSignal.timeout(timeLimitMs);
  const headers = {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(key !== undefined && { 'idempotency-key': key }),
  };
  try {
    return await fetch(apiPath + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
  } catch {
    signal?.throwIfAborted();
    throw new ApiFailure('unreachable');
  }
}

/** Resolves with the JSON of a response, or with null for an empty one. @throws ApiFailure */
export async function contentOf(response: Response) {
  if (response.status === 204) return null;
  try {
    return await response.json();
  } catch {
    // The response was cut off, or a proxy has replaced it with a page.
    throw new ApiFailure('unreachable');
  }
}
